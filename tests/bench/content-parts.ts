/**
 * Measures the parts of reading a page, in their order in a scrape: CPU ms (including garbage collection), p50 and
 * p95 over the pages, and kilobytes that the part's result holds. Each part has a budget, as a multiple of the time
 * that mdream, which is native, takes for a whole page; exits with 1 if a part exceeds it. Then compares the
 * conversion of the whole page to Markdown with Turndown, node-html-markdown and mdream (goal P7).
 * Usage: bun tests/bench/content-parts.ts [folder of .html or .html.zst files] [pages] [rounds]
 */
import { heapStats } from 'bun:jsc'
import { gfm } from '@joplin/turndown-plugin-gfm'
import { htmlToMarkdown } from 'mdream'
import { NodeHtmlMarkdown } from 'node-html-markdown'
import TurndownService from 'turndown'
import { Budget } from '../../plugins/content/budget.ts'
import { decode } from '../../plugins/content/encoding/decode.ts'
import { readLinks } from '../../plugins/content/formats/links.ts'
import { toMarkdown } from '../../plugins/content/markdown/writer.ts'
import { readMetadata } from '../../plugins/content/metadata/index.ts'
import { parse } from '../../plugins/content/tree/index.ts'
import { viewOf } from '../../plugins/content/view/view.ts'
import { contentOptions } from '../plugins/content/options.ts'
import { median, table } from './figures.ts'
import { evenly, readPages } from './pages.ts'

/** Pages until the runtime has compiled the code at its final level. */
const WARM_UP = 800
/** Pages whose results are kept to measure their memory, and pages that the slow peers convert. */
const FEW = 30

/** The budget of each part, as a multiple of mdream's time for a whole page. */
const BUDGETS = { decode: 0.6, parse: 2.2, metadata: 3.4, clean: 0.7, markdown: 1.5, links: 0.3, main: 5.6 }
type Part = keyof typeof BUDGETS

const [folder, most = '200', rounds = '5'] = process.argv.slice(2)
const bodies = readPages(folder, Number(most))
const url = new URL('https://site.example/page')
const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' })
const options = contentOptions()
const writing = { includeLinks: true, includeImages: true, describedImagesOnly: false, html: true, titles: true }
const textOf = (body: Uint8Array) => decode(body, headers.get('content-type')).text
const size = bodies.reduce((sum, body) => sum + body.length, 0) / bodies.length
console.log(`${bodies.length} pages of ${Math.round(size / 1000)} kB on average`)

/** Runs the parts in their order; `done` is called after each. */
function scrape(body: Uint8Array, done: (part: Part, result: unknown) => void): void {
  const text = textOf(body)
  done('decode', text)
  const tree = parse(text)
  done('parse', tree)
  done('metadata', readMetadata(tree, { url, headers, markupLength: text.length }))
  const view = viewOf(tree, url, options)
  done('clean', view)
  done('markdown', toMarkdown(view, { ...writing, address: (href) => href }))
  done('links', readLinks(view, false, new Budget(body.length)))
  done('main', viewOf(tree, url, { ...options, onlyMainContent: true }))
}

const cpu = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const parts = new Map<Part, number[]>()
for (let round = -Math.ceil(WARM_UP / bodies.length); round < Number(rounds); round++) {
  for (const body of bodies) {
    let before = cpu()
    scrape(body, (part) => {
      const now = cpu()
      if (round >= 0) parts.set(part, [...(parts.get(part) ?? []), now - before])
      before = cpu()
    })
  }
}

const held = heldByPart()
const unit = median(Array.from({ length: Number(rounds) }, () => cpuOf(htmlToMarkdown, bodies.map(textOf))))
const over: Part[] = []
const rows = [...parts].map(([part, all]) => {
  const sorted = all.toSorted((one, other) => one - other)
  const mean = all.reduce((sum, ms) => sum + ms, 0) / all.length
  const figures = [mean, median(sorted), sorted[Math.floor(sorted.length * 0.95)]!]
  if (mean / unit > BUDGETS[part]) over.push(part)
  return [
    part,
    ...figures.map((ms) => ms.toFixed(2)),
    (mean / unit).toFixed(2),
    BUDGETS[part].toFixed(1),
    Math.max(0, held.get(part)! / 1000).toFixed(0),
  ]
})
const whole = [...parts].reduce((sum, [, all]) => sum + all.reduce((of, ms) => of + ms, 0) / all.length, 0)
const head = ['CPU ms a page', 'mean', 'p50', 'p95', 'of mdream', 'budget', 'kB held']
console.log(`\n${table(head, rows)}\nall parts: ${whole.toFixed(2)} ms`)
if (over.length > 0) {
  console.log(`over their budget: ${over.join(', ')}`)
  process.exitCode = 1
}

const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' })
service.use(gfm)
service.remove(['script', 'style', 'noscript', 'template'])
const converters: Record<string, (html: string) => string> = {
  weir: (html) => toMarkdown(viewOf(parse(html), url, options), { ...writing, address: (href) => href }),
  turndown: (html) => service.turndown(html),
  'node-html-markdown': (html) => NodeHtmlMarkdown.translate(html),
  mdream: (html) => htmlToMarkdown(html),
}
const few = evenly(bodies, FEW).map(textOf)
const taken: Record<string, number[]> = {}
for (let round = -1; round < Number(rounds); round++) {
  for (const [name, convert] of Object.entries(converters)) {
    const ms = cpuOf(convert, few)
    if (round >= 0) taken[name] = [...(taken[name] ?? []), ms]
  }
}
const own = median(taken.weir!)
console.log(
  `\n${table(
    [`${few.length} whole pages to Markdown`, 'CPU ms a page', 'ours to it'],
    Object.entries(taken).map(([name, all]) => [name, median(all).toFixed(2), (own / median(all)).toFixed(3)]),
  )}`,
)

/** CPU ms of a page. */
function cpuOf(convert: (html: string) => string, pages: readonly string[]): number {
  // Each part pays for its own garbage, not for that of the part before it.
  Bun.gc(true)
  const before = cpu()
  for (const html of pages) convert(html)
  return (cpu() - before) / pages.length
}

/** Bytes per page that the result of each part adds to those before it, while all results are kept. */
function heldByPart(): Map<Part, number> {
  const memory = () => {
    Bun.gc(true)
    return heapStats().heapSize
  }
  const some = evenly(bodies, FEW)
  const grown = new Map<Part, number>()
  const kept: unknown[] = []
  for (const body of some) {
    let before = memory()
    scrape(body, (part, result) => {
      kept.push(result)
      const now = memory()
      grown.set(part, (grown.get(part) ?? 0) + (now - before) / some.length)
      before = now
    })
  }
  if (kept.length === 0) throw new Error('there are no pages')
  return grown
}
