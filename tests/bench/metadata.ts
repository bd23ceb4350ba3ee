/**
 * Measures the cost of metadata and quality per page, and how often headline, author and date are right (goal Q4).
 *
 *     bun tests/bench/metadata.ts FOLDER [rounds]
 *
 * FOLDER holds labelled pages: `labels.jsonl` or `labels.jsonl.zst`, with one `{ url, file, site, title?, author?,
 * date? }` per line (null: the page has none; left out: not labelled), and the files that they name, plain or
 * compressed with zstd. As a module, this file is an extractor for other scorers: `extract(html, url)` returns `{
 * text, title, author, date }`.
 */
import { readMetadata } from '../../plugins/content/metadata/index.ts'
import { parse } from '../../plugins/content/tree/index.ts'
import { readLabels, readText } from '../train/labelled-pages.ts'
import { fields, isRight } from '../train/metadata/is-right.ts'
import { median, table } from './figures.ts'

const readAll = (html: string, url: string) =>
  readMetadata(parse(html), { url: new URL(url), headers: new Headers(), markupLength: html.length })

/** The scores of a page. */
export function extract(html: string, url: string): { text: string; title?: string; author?: string; date?: string } {
  const { headline, author, date } = readAll(html, url)
  return { text: '', title: headline ?? undefined, author: author ?? undefined, date: date ?? undefined }
}

function main(folder: string, rounds: number): void {
  const labels = readLabels(folder)
  const score = { title: [0, 0, 0], author: [0, 0, 0], date: [0, 0, 0] }
  const costs: { metadata: number; parse: number }[] = []
  let characters = 0
  for (const label of labels) {
    const html = readText(folder, label.file)
    characters += html.length
    const metadata: number[] = []
    const parsing: number[] = []
    for (let round = 0; round < rounds; round++) {
      const begin = performance.now()
      const tree = parse(html)
      const parsed = performance.now()
      readMetadata(tree, { url: new URL(label.url), headers: new Headers(), markupLength: html.length })
      metadata.push(performance.now() - parsed)
      parsing.push(parsed - begin)
    }
    costs.push({ metadata: Math.min(...metadata), parse: Math.min(...parsing) })
    const got = extract(html, label.url)
    for (const field of fields) {
      const gold = label[field]
      if (gold === undefined) continue
      const given = got[field]
      const sums = score[field]
      if (gold) sums[0]!++
      if (given) sums[1]!++
      if (gold && given && isRight[field](gold, given)) sums[2]!++
    }
  }
  const rows = Object.entries(score).map(([field, [gold, given, right]]) => [
    field,
    gold!,
    (right! / gold!).toFixed(3),
    (right! / given!).toFixed(3),
  ])
  console.log(table(['', 'labelled', 'recall', 'precision'], rows))
  const cost = (name: 'metadata' | 'parse') => {
    const sorted = costs.map((each) => each[name]).sort((left, right) => left - right)
    const mean = sorted.reduce((sum, each) => sum + each, 0) / sorted.length
    return [name, median(sorted).toFixed(2), mean.toFixed(2), sorted[Math.floor(sorted.length * 0.95)]!.toFixed(2)]
  }
  console.log(
    `\n${labels.length} pages of ${Math.round(characters / labels.length / 1000)} thousand characters on average, best of ${rounds} rounds`,
  )
  console.log(table(['ms a page', 'median', 'mean', 'p95'], [cost('metadata'), cost('parse')]))
}

if (import.meta.main) {
  const [folder, rounds = '3'] = process.argv.slice(2)
  if (folder === undefined) {
    console.error('usage: bun tests/bench/metadata.ts FOLDER [rounds]')
    process.exitCode = 2
  } else main(folder, Number(rounds))
}
