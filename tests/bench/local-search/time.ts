import { cpuTime, median } from '../figures.ts'
import { accountOf, type BenchIndex, putAll } from './open-index.ts'
import type { CorpusPage } from './read-corpus.ts'

/** Pages among which the longest blocking of the thread is reported. */
const STEP = 1000

const percentile = (figures: readonly number[], share: number) =>
  [...figures].sort((a, b) => a - b)[Math.min(figures.length - 1, Math.floor(figures.length * share))]!

/** A page like another one: some of its sentences, in their order, with a URL of its own. */
function variant({ page }: CorpusPage, round: number, at: number) {
  const url = new URL(page.url)
  url.searchParams.set('copy', String(round))
  const sentences = page.text.split(/(?<=[.!?] )/)
  const text = sentences.filter((_, i) => (i * 7 + round * 13) % 10 < 7).join('')
  const title =
    round === 0
      ? page.title
      : `${page.title} ${text
          .split(' ')
          .slice(round % 50, (round % 50) + 3)
          .join(' ')}`
  return { ...page, key: url.href, url: url.href, title, text, digest: `${at}`, expiresAt: null }
}

/** Fills the index with a number of pages made from those of the corpus. */
export async function fill(index: BenchIndex, corpus: readonly CorpusPage[], count: number) {
  const steps: number[] = []
  const before = cpuTime()
  let made = 0
  let making = 0
  for (let at = 0; at < count; at += STEP) {
    const begun = cpuTime()
    const pages = Array.from({ length: Math.min(STEP, count - at) }, (_, i) =>
      variant(corpus[(at + i) % corpus.length]!, Math.floor((at + i) / corpus.length), at + i),
    )
    making += cpuTime() - begun
    const step = cpuTime()
    await putAll(index, pages)
    steps.push((cpuTime() - step) / pages.length)
    made += pages.length
    if (made % 20_000 === 0) console.log(`${made} pages`)
  }
  return { perPage: (cpuTime() - before - making) / count, last: median(steps.slice(-10)), worst: Math.max(...steps) }
}

/** Measures queries for titles and for parts of them. */
export async function ask({ provider }: BenchIndex, corpus: readonly CorpusPage[], count: number) {
  const kinds: Record<string, (page: CorpusPage) => string | null> = {
    title: ({ queries }) => queries.title,
    'two words': ({ page }) => page.title.split(/\s+/).slice(0, 2).join(' '),
    'one word': ({ page }) => page.title.split(/\s+/).sort((a, b) => b.length - a.length)[0]!,
    description: ({ queries }) => queries.description,
    'common words': (page) => ['the and of', 'home news', 'new', 'how to'][corpus.indexOf(page) % 4]!,
  }
  const step = Math.max(1, Math.floor(corpus.length / count))
  const rows: [string, ...(string | number)[]][] = []
  const all: number[] = []
  for (const [kind, queryOf] of Object.entries(kinds)) {
    const walls: number[] = []
    const before = cpuTime()
    for (let i = 0; i < corpus.length; i += step) {
      const text = queryOf(corpus[i]!)?.slice(0, 500)
      if (!text) continue
      const begun = performance.now()
      await provider.search(
        { text, limit: 10, account: accountOf('bench'), source: 'web' },
        new AbortController().signal,
      )
      walls.push(performance.now() - begun)
    }
    if (kind !== 'common words') all.push(...walls)
    const figures = [median(walls), percentile(walls, 0.9), Math.max(...walls), (cpuTime() - before) / walls.length]
    rows.push([kind, walls.length, ...figures.map((ms) => ms.toFixed(1))])
  }
  return { head: ['asked for', 'queries', 'median ms', 'p90', 'max', 'CPU ms'], rows, median: median(all) }
}
