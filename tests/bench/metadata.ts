/**
 * What metadata and quality cost a page, and how often headline, author and date are right (goal Q4).
 *
 *     bun tests/bench/metadata.ts FOLDER [rounds]
 *
 * FOLDER holds labelled pages: `labels.jsonl` or `labels.jsonl.zst`, one `{ url, file, site, title?, author?, date? }`
 * a line (null: the page has none; left out: not labelled), and the files that they name, packed with zstd or plain. As
 * a module it is an extractor for other scorers: `extract(html, url)` gives `{ text, title, author, date }`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { readMetadata } from '../../plugins/content/metadata/index.ts'
import { parse } from '../../plugins/content/tree/index.ts'
import { median, table } from './figures.ts'

interface Label {
  url: string
  file: string
  title?: string | null
  author?: string | null
  date?: string | null
}

const readAll = (html: string, url: string) =>
  readMetadata(parse(html), { url: new URL(url), headers: new Headers(), markupLength: html.length })

/** What a page is scored by. */
export function extract(html: string, url: string): { text: string; title?: string; author?: string; date?: string } {
  const { headline, author, date } = readAll(html, url)
  return { text: '', title: headline ?? undefined, author: author ?? undefined, date: date ?? undefined }
}

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

/** Word F1 of two texts at least `least`. */
function isClose(left: string, right: string, least: number): boolean {
  const [a, b] = [words(left), words(right)]
  const rest = [...b]
  const shared = a.filter((word) => {
    const at = rest.indexOf(word)
    if (at >= 0) rest.splice(at, 1)
    return at >= 0
  }).length
  return a.length > 0 && b.length > 0 && (2 * shared) / (a.length + b.length) >= least
}

const people = (text: string) => text.replace(/\b(?:by|von|par|por|di|and|und|et|y)\b/gi, ' ')
const day = (text: string) => {
  const found = /(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text)
  return found ? found.slice(1).map(Number).join('-') : text
}

const same: Readonly<Record<'title' | 'author' | 'date', (gold: string, got: string) => boolean>> = {
  title: (gold, got) => isClose(gold, got, 0.8),
  author: (gold, got) => isClose(people(gold), people(got), 0.7),
  date: (gold, got) => day(gold) === day(got),
}

function main(folder: string, rounds: number): void {
  const read = (file: string) => {
    const bytes = readFileSync(join(folder, file))
    return new TextDecoder().decode(file.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes)
  }
  const list = (name: string) =>
    read(name)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Label)
  let labels: Label[]
  try {
    labels = list('labels.jsonl')
  } catch {
    labels = list('labels.jsonl.zst')
  }
  const score = { title: [0, 0, 0], author: [0, 0, 0], date: [0, 0, 0] }
  const costs: { metadata: number; parse: number }[] = []
  let characters = 0
  for (const label of labels) {
    const html = read(label.file)
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
    for (const field of ['title', 'author', 'date'] as const) {
      const gold = label[field]
      if (gold === undefined) continue
      const given = got[field]
      const sums = score[field]
      if (gold) sums[0]!++
      if (given) sums[1]!++
      if (gold && given && same[field](gold, given)) sums[2]!++
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
