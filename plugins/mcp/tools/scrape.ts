import { t } from 'weirjs'
import { MAX_CHARACTERS, showPart } from '../text/page-text.ts'
import { keyOf, pageInput, scrapePage } from './read-page.ts'
import { defineTool } from './tool.ts'

/** The most characters that a caller may request at once. */
const MAX_ASKED = 100_000

export const scrape = defineTool({
  name: 'scrape',
  title: 'Read a page',
  description:
    'Reads one web page or document (HTML, PDF, Office, feed, video transcript) as text. Long pages come in parts: continue with the offset that the result names; this is free for 15 minutes.',
  input: t.Object({
    ...pageInput,
    offset: t.Optional(t.Integer({ minimum: 0, default: 0, description: 'Start character' })),
    max_chars: t.Optional(t.Integer({ minimum: 1000, maximum: MAX_ASKED, default: MAX_CHARACTERS })),
  }),
  plugin: 'scrape',
  permission: 'scrape',
  readOnly: true,
  openWorld: true,
  mostCharacters: MAX_ASKED,
  async run({ offset = 0, max_chars: most = MAX_CHARACTERS, ...input }, context) {
    const key = keyOf(input)
    const known = offset > 0 ? await context.kept.find(key) : undefined
    const page = known ?? (await scrapePage(input, context)).page
    if (page.text.length > most) context.kept.keep(key, page)
    return showPart(page, { offset, most })
  },
})
