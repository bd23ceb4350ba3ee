import { t } from 'weirjs'
import { type ApiAnswer, ToolFailure } from '../api.ts'
import { endOfPart } from '../text/cut.ts'
import { headOf, MAX_CHARACTERS, quote } from '../text/page-text.ts'
import { keyOf, scrapePage } from './read-page.ts'
import { type Content, showData } from './result.ts'
import { defineTool, type ToolContext } from './tool.ts'

interface Found {
  results: { title: string; link: string; snippet: string }[]
  metadata: { provider: string }
}

/** The results of a search, and notes for the caller. */
export async function findPages(body: object, { api }: Pick<ToolContext, 'api'>) {
  const { data, warnings = [] } = await api.post<ApiAnswer<Found>>('/v1/search', body)
  const own = 'Only pages that this account has scraped were searched: no web search is configured on this server'
  return {
    results: data.results.map(({ title, link, snippet }) => ({ title, url: link, snippet })),
    notes: data.metadata.provider === 'local' ? [own, ...warnings] : warnings,
  }
}

export const search = defineTool({
  name: 'search',
  title: 'Search the web',
  description: 'Finds web pages: title, url, snippet. With read, the first results include their text.',
  input: t.Object({
    query: t.String({ minLength: 1, maxLength: 500 }),
    limit: t.Optional(t.Integer({ minimum: 1, maximum: 20, default: 5 })),
    country: t.Optional(t.String({ pattern: '^[A-Za-z]{2}$', description: 'ISO 3166 code, such as DE' })),
    read: t.Optional(
      t.Integer({ minimum: 0, maximum: 5, default: 0, description: 'Number of results to read in full' }),
    ),
  }),
  plugin: 'search',
  permission: 'search',
  readOnly: true,
  openWorld: true,
  async run({ query, limit = 5, country, read = 0 }, context) {
    const { results, notes } = await findPages({ query, limit, country }, context)
    const found = { results, ...(notes.length > 0 && { notes }) }
    if (read === 0 || results.length === 0) return showData(found)
    const most = Math.floor(MAX_CHARACTERS / read)
    const first = results.slice(0, read)
    let done = 0
    const pages = await Promise.all(
      first.map(async ({ url }) => {
        const shown = await readOne(url, most, context)
        context.progress.report(++done, first.length, `Read ${url}`)
        return shown
      }),
    )
    // No structured content: clients that show only that would hide the pages, which are text.
    return { content: [{ type: 'text', text: JSON.stringify(found) }, ...pages.flat()] }
  },
})

/** The beginning of a page, up to `most` characters, or the reason why it cannot be read. */
async function readOne(url: string, most: number, context: ToolContext): Promise<Content[]> {
  try {
    const { page } = await scrapePage({ url }, context)
    const end = endOfPart(page.text, 0, most)
    if (end < page.text.length) context.kept.keep(keyOf({ url }), page)
    const rest =
      end < page.text.length ? [`Characters 0 to ${end} of ${page.text.length}; scrape goes on at offset ${end}`] : []
    return [{ type: 'text', text: [...headOf(page), ...rest].join('\n') }, quote(page, page.text.slice(0, end))]
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error
    return [{ type: 'text', text: `URL: ${url}\nIt could not be read: ${error.message}` }]
  }
}
