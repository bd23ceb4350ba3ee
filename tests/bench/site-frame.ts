/**
 * Measures how much the repeated texts of a site's pages, which crawls and batches know, improve the main content:
 * word F1 of each page by itself, and with the others of its site.
 *
 *     bun tests/bench/site-frame.ts FOLDER [--least 5]
 *     bun tests/bench/site-frame.ts FOLDER --keep SELECTOR [--drop SELECTOR,SELECTOR] [--pages 40]
 *
 * Without `--keep`, FOLDER holds labelled pages in the format of `tests/train/labelled-pages.ts`; hosts with fewer
 * pages than `--least` are left out. The shipped weights have seen such pages, so there is less left to gain. With
 * `--keep`, it holds the HTML files of one site, such as the documentation in a package of a distribution, and the
 * selectors tell their content.
 */
import { toText } from '../../plugins/content/formats/text.ts'
import { PageOfSite } from '../../plugins/content/main/site-frame/page-of-site.ts'
import { SiteFrame } from '../../plugins/content/main/site-frame/site-frame.ts'
import { wordsOf } from '../../plugins/content/main/words/hash.ts'
import { parse } from '../../plugins/content/tree/index.ts'
import { viewOf } from '../../plugins/content/view/view.ts'
import { readLabels, readText } from '../train/labelled-pages.ts'
import { wordF1 } from '../train/main-content/score.ts'
import { readSitePages } from '../train/site-pages.ts'
import { table } from './figures.ts'

interface Sample {
  url: URL
  html: string
  gold: string
  type: string
}

const main = { onlyMainContent: true, removeAds: false, includeTags: [], excludeTags: [] }
/** The fewest words of a content that is measured. */
const MIN_WORDS = 30

/** Labelled pages by host. */
const readLabelled = (folder: string, least: number): Sample[][] => {
  const sites = new Map<string, Sample[]>()
  for (const { url, file, text, type = '' } of readLabels(folder)) {
    const at = URL.parse(url)
    if (text === undefined || at === null || !at.protocol.startsWith('http')) continue
    const pages = sites.get(at.host) ?? []
    sites.set(at.host, pages)
    pages.push({ url: at, html: readText(folder, file), gold: text, type })
  }
  return [...sites.values()].filter((pages) => pages.length >= least)
}

const read = ({ html, url }: Sample, repeated: Int32Array) => {
  const page = new PageOfSite(repeated)
  return { text: toText(viewOf(parse(html), url, main, undefined, page)), texts: page.texts }
}

const measure = (sites: readonly (readonly Sample[])[]): void => {
  const sums = new Map<string, { pages: number; alone: number; beside: number; better: number; worse: number }>()
  for (const pages of sites) {
    const alone = pages.map((page) => read(page, new Int32Array(0)))
    for (const [at, page] of pages.entries()) {
      const gold = wordsOf(page.gold)
      if (gold.length < MIN_WORDS) continue
      const frame = new SiteFrame()
      for (const [other, { texts }] of alone.entries()) if (other !== at) frame.learn(texts)
      const before = wordF1(wordsOf(alone[at]!.text), gold)
      const after = wordF1(wordsOf(read(page, frame.repeated).text), gold)
      for (const key of [page.type, 'all']) {
        const sum = sums.get(key) ?? { pages: 0, alone: 0, beside: 0, better: 0, worse: 0 }
        sums.set(key, sum)
        sum.pages++
        sum.alone += before
        sum.beside += after
        if (after > before) sum.better++
        if (after < before) sum.worse++
      }
    }
  }
  const rows = [...sums].map(([type, { pages, alone, beside, better, worse }]) =>
    [type, pages, (alone / pages).toFixed(4), (beside / pages).toFixed(4), better, worse].map(String),
  )
  console.log(table(['', 'pages', 'by itself', 'beside its site', 'better', 'worse'], rows))
}

const args = process.argv.slice(2)
const option = (name: string) => {
  const at = args.indexOf(name)
  return at < 0 ? undefined : args.splice(at, 2)[1]
}
const [keep, drop, least, most] = [option('--keep'), option('--drop'), option('--least'), option('--pages')]
const [folder] = args
if (folder === undefined) {
  console.error(
    'usage: bun tests/bench/site-frame.ts FOLDER [--least 5 | --keep SELECTOR [--drop SELECTOR,…] [--pages 40]]',
  )
  process.exitCode = 2
} else if (keep === undefined) measure(readLabelled(folder, Number(least ?? 5)))
else {
  const pages = readSitePages(folder, keep, drop?.split(',') ?? [], Number(most ?? 40))
  measure([pages.map(({ url, html, text }) => ({ url, html, gold: text, type: 'page' }))])
}
