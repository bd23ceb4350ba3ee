/**
 * Measures the cost of a page for an agent: words and tokens (o200k) of the result of `scrape` over MCP, of mdream's
 * Markdown and of the page's HTML, and the share of the main content's words that each contains.
 *
 *     bun tests/bench/mcp-tokens.ts FOLDER [--pages 50]
 *
 * FOLDER holds labelled pages in the format of `tests/bench/main-content.ts`. Pages with the text of their content
 * are used, evenly spread over the folder.
 */
import { parseArgs } from 'node:util'
import { countTokens } from 'gpt-tokenizer'
import { htmlToMarkdown } from 'mdream'
import { runtime } from '../../core/runtime/index.ts'
import { connect } from '../plugins/mcp/open.ts'
import { type Label, readLabels, readText } from '../train/labelled-pages.ts'
import { startWeir } from '../weir.ts'
import { median, table } from './figures.ts'
import { evenly } from './pages.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { pages: { type: 'string', default: '50' } },
})
const [folder] = positionals
if (folder === undefined) throw new Error('Usage: bun tests/bench/mcp-tokens.ts FOLDER [--pages 50]')

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

interface Cost {
  words: number
  tokens: number
  /** The number of the content's words that it contains. */
  held: number
}

function costOf(text: string, content: string): Cost {
  const words = wordsOf(text)
  const left = new Map<string, number>()
  for (const word of words) left.set(word, (left.get(word) ?? 0) + 1)
  const wanted = wordsOf(content)
  const found = wanted.filter((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count > 0
  })
  return { words: words.length, tokens: countTokens(text), held: found.length / Math.max(1, wanted.length) }
}

const labels = evenly(
  readLabels(folder).filter(({ text, set }) => text && set !== 'read'),
  Number(values.pages),
)
const pages = new Map(labels.map((label, index) => [`/${index}`, { label, html: readText(folder, label.file) }]))
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: ({ url }) =>
    new Response(pages.get(new URL(url).pathname)?.html ?? '', {
      headers: { 'content-type': 'text/html; charset=utf-8' },
    }),
})
const settings = { WEIR_PLUGINS: 'scrape,mcp', WEIR_ENGINES: 'lightweight', WEIR_METERING: 'off' }
const weir = await startWeir(settings)
const handle = (request: Request) => weir.weir.server.fetch(request)
const listener = await runtime.serve({ hostname: '127.0.0.1', port: 0, handle })
const address = `http://127.0.0.1:${listener.port}/mcp`
const agent = await connect('2.4.0 of 2026', address, `Bearer ${weir.adminKey}`)

const costs: Record<'page' | 'mdream' | 'scrape' | 'scrape with links', Cost[]> = {
  page: [],
  mdream: [],
  scrape: [],
  'scrape with links': [],
}
const ask = async (path: string, args: object) => {
  const { content, isError } = await agent.call('scrape', { url: site.url.origin + path, ...args })
  if (isError) throw new Error(`${path}: ${content[0]?.text}`)
  return content.map(({ text }) => text).join('\n')
}
const withoutTitle: Label[] = []
for (const [path, { label, html }] of pages) {
  const content = label.text as string
  const read = await ask(path, {})
  costs.page.push(costOf(html, content))
  costs.mdream.push(costOf(htmlToMarkdown(html), content))
  costs.scrape.push(costOf(read, content))
  costs['scrape with links'].push(costOf(await ask(path, { format: 'markdown+links' }), content))
  if (!read.startsWith('Title: ')) withoutTitle.push(label)
}
await agent.close()
listener.abort()
await weir.close()
site.stop(true)

const sum = (figures: readonly number[]) => figures.reduce((all, figure) => all + figure, 0)
const rows = Object.entries(costs).map(([name, all]) => [
  name,
  Math.round(sum(all.map(({ words }) => words)) / all.length),
  Math.round(sum(all.map(({ tokens }) => tokens)) / all.length),
  Math.round(median(all.map(({ tokens }) => tokens))),
  (sum(all.map(({ held }) => held)) / all.length).toFixed(3),
])
console.log(table(['', 'words', 'tokens', 'median', 'held'], rows))
console.log(`${pages.size} pages; ${withoutTitle.length} without a title`)
process.exit(0)
