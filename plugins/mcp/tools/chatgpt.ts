import { MAX_URL, t } from 'weirjs'
import { endOfPart } from '../text/cut.ts'
import { MAX_CHARACTERS } from '../text/page-text.ts'
import { scrapePage } from './read-page.ts'
import { showData } from './result.ts'
import { findPages } from './search.ts'
import { defineTool } from './tool.ts'

/** The number of results of a search. */
const RESULTS = 10

/** The two tools in the form that ChatGPT requires outside of its developer mode. */
export const chatGptSearch = defineTool({
  name: 'search',
  title: 'Search the web',
  description: 'Finds web pages. Pass the id of a result to fetch.',
  input: t.Object({ query: t.String({ minLength: 1, maxLength: 500 }) }),
  plugin: 'search',
  permission: 'search',
  readOnly: true,
  openWorld: true,
  async run({ query }, context) {
    const { results } = await findPages({ query, limit: RESULTS }, context)
    return showData({ results: results.map(({ title, url }) => ({ id: url, title, url })) })
  },
})

export const chatGptFetch = defineTool({
  name: 'fetch',
  title: 'Read a page',
  description: 'Reads the page of a search result, or any URL, as text.',
  input: t.Object({ id: t.String({ minLength: 1, maxLength: MAX_URL, description: 'id of a result, or a URL' }) }),
  plugin: 'scrape',
  permission: 'scrape',
  readOnly: true,
  openWorld: true,
  async run({ id }, context) {
    const { page } = await scrapePage({ url: id }, context)
    const end = endOfPart(page.text, 0, MAX_CHARACTERS)
    const cut = end < page.text.length ? { cut: `${end} of ${page.text.length} characters` } : {}
    const metadata = { statusCode: String(page.statusCode), ...cut }
    return showData({ id, title: page.title, text: page.text.slice(0, end), url: page.url, metadata })
  },
})
