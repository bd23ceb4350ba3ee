import { definePlugin } from 'weirjs'
import { documentReaders } from '../content/service.ts'
import { readers } from './readers.ts'

/** Readers of other plugins take precedence. */
const ORDER = 500

/** Readers of everything that is not HTML. */
export default definePlugin({
  name: 'documents',
  api: 1,
  tag: { name: 'Documents', description: 'Reads PDF, office documents, e-books, feeds, tables, captions and data.' },
  permissions: [],
  provides: Object.entries(readers).map(([name, reader]) => documentReaders.by({ name, order: ORDER }, () => reader)),
})
