import { definePlugin } from 'weirjs'
import { archiveErrors, archiveProviders } from '../archive/service.ts'
import { content } from '../content/service.ts'
import { scraper } from '../scrape/service.ts'
import { CompareConfig } from './config.ts'
import { compareRoutes } from './routes.ts'

/** The compare plugin: the changes of a page between two moments, from archives or now. */
export default definePlugin({
  name: 'compare',
  api: 1,
  tag: { name: 'Archive', description: 'Read earlier versions of pages from web archives.', order: 70 },
  config: CompareConfig,
  permissions: [],
  limits: { 'archive-compare': () => ({ perMinute: 20 }) },
  errors: archiveErrors,
  requires: [content, scraper, archiveProviders],
  routes: compareRoutes,
})
