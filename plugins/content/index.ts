import { definePlugin } from 'weirjs'
import { createContent } from './content.ts'
import { explain } from './explain/command.ts'
import { content, converters, documentReaders } from './service.ts'
import { checkReader } from './sniff/check-reader.ts'

/** Converts bytes to formats. */
export default definePlugin({
  name: 'content',
  api: 1,
  tag: { name: 'Content', description: 'Turns pages and documents into markdown, text, HTML, JSON and metadata.' },
  permissions: [],
  commands: [explain],
  wants: [converters, documentReaders],
  provides: [
    content.by((kit) => {
      const readers = kit.all(documentReaders)
      readers.forEach(checkReader)
      return createContent(
        readers.map(({ service }) => service),
        kit.all(converters).map(({ service }) => service),
      )
    }),
  ],
})
