/**
 * Measures the cost of Markdown (goal P7): CPU ms per page for ours, Turndown with its own parser and mdream, in
 * alternating rounds, with the share of words, headings, list items and links that is kept; then the cost of the
 * parts of ours.
 * Usage: bun tests/bench/markdown.ts [folder of .html or .html.zst files] [pages] [rounds]
 */
import { gfm } from '@joplin/turndown-plugin-gfm'
import { htmlToMarkdown } from 'mdream'
import TurndownService from 'turndown'
import { decode } from '../../plugins/content/encoding/decode.ts'
import { toMarkdown } from '../../plugins/content/markdown/writer.ts'
import { parse } from '../../plugins/content/tree/index.ts'
import { viewOf } from '../../plugins/content/view/view.ts'
import { factNames, factsOf, factsOfMarkdown, recall } from '../plugins/content/markdown/recall.ts'
import { median } from './figures.ts'
import { evenly, readPages } from './pages.ts'

/** Warm-up rounds: the runtime takes some 800 pages until the code is compiled at its final level. */
const WARM_UP = 4

const [folder, count = '200', rounds = '5'] = process.argv.slice(2)
const url = new URL('https://site.example/page')
const options = { onlyMainContent: false, removeAds: false, includeTags: [], excludeTags: [] }
const form = { includeLinks: true, includeImages: true, describedImagesOnly: false, html: true, titles: true }

const bodies = readPages(folder, Number(count))
const pages = bodies.map((body) => decode(body, 'text/html; charset=utf-8').text)
const size = pages.reduce((sum, page) => sum + page.length, 0) / pages.length
console.log(`${pages.length} pages of ${Math.round(size / 1000)} thousand characters on average`)

const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' })
service.use(gfm)
service.remove(['script', 'style', 'noscript', 'template'])

const write = (view: ReturnType<typeof viewOf>) => toMarkdown(view, { ...form, address: (href) => href })
const converters: Record<string, (html: string) => string> = {
  weir: (html) => write(viewOf(parse(html), url, options)),
  mdream: (html) => htmlToMarkdown(html),
  turndown: (html) => service.turndown(html),
}

const times = inTurns(
  Object.fromEntries(Object.entries(converters).map(([name, convert]) => [name, () => each(pages, convert)])),
)
console.log('\nCPU ms a page     words  headings  items  links')
for (const [name, convert] of Object.entries(converters)) {
  const shares = recalls(convert)
  console.log(
    `${name.padEnd(10)} ${times[name]!.toFixed(2).padStart(6)}   ${shares.map((share) => share.toFixed(3)).join('   ')}`,
  )
}
console.log(`ours takes ${(times.weir! / times.turndown!).toFixed(3)} of Turndown's time; the goal is at most 0.1`)

const trees = pages.map((page) => parse(page))
const views = trees.map((tree) => viewOf(tree, url, options))
const parts = inTurns({
  decode: () => each(bodies, (body) => decode(body, 'text/html')),
  parse: () => each(pages, (page) => parse(page)),
  clean: () => each(trees, (tree) => viewOf(tree, url, { ...options, removeAds: true })),
  markdown: () => each(views, write),
})
console.log(
  `\nof ours: ${Object.entries(parts)
    .map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
    .join(', ')}`,
)

function each<T>(all: readonly T[], make: (one: T) => unknown): void {
  for (const one of all) make(one)
}

/** CPU ms per page of each converter, as the median of the rounds. */
function inTurns(tasks: Record<string, () => void>): Record<string, number> {
  const taken: Record<string, number[]> = Object.fromEntries(Object.keys(tasks).map((name) => [name, []]))
  for (let round = 0; round < WARM_UP + Number(rounds); round++) {
    for (const [name, task] of Object.entries(tasks)) {
      // Each converter pays for its own garbage, not for that of the one before it.
      Bun.gc(true)
      const before = process.cpuUsage()
      task()
      const { user, system } = process.cpuUsage(before)
      if (round >= WARM_UP) taken[name]!.push((user + system) / 1000 / pages.length)
    }
  }
  return Object.fromEntries(Object.entries(taken).map(([name, all]) => [name, median(all)]))
}

/** The mean share of each fact over the pages that have it, on a tenth of the pages. */
function recalls(convert: (html: string) => string): number[] {
  const sums = factNames.map(() => ({ sum: 0, count: 0 }))
  for (const page of evenly(pages, Math.max(20, pages.length / 10))) {
    const gold = factsOf(page)
    const found = factsOfMarkdown(convert(page))
    factNames.forEach((fact, i) => {
      const share = recall(gold[fact], found[fact])
      if (share === null) return
      sums[i]!.sum += share
      sums[i]!.count++
    })
  }
  return sums.map(({ sum, count: of }) => (of === 0 ? 1 : sum / of))
}
