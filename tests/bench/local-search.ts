/**
 * Measures the local search index: nDCG@10 with titles, headlines and descriptions of pages as queries, against
 * SQLite's FTS5 with its defaults; then the cost of indexing relative to a page's conversion, and the time of queries
 * among many pages.
 * Usage: bun tests/bench/local-search.ts FOLDER [pages] [pages of the large index] [its directory, to keep it]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { table } from './figures.ts'
import { openIndex, putAll } from './local-search/open-index.ts'
import { rank } from './local-search/rank.ts'
import { readCorpus } from './local-search/read-corpus.ts'
import { ask, fill } from './local-search/time.ts'

const [folder, most = '2000', size = '0', keep] = process.argv.slice(2)
if (folder === undefined) throw new Error('Say where the pages are: bun tests/bench/local-search.ts FOLDER')

const { pages, cpu, reading } = await readCorpus(folder, Number(most))
console.log(
  `${pages.length} pages, ${cpu.toFixed(1)} ms of CPU each to convert, ${reading.toFixed(2)} to read for the index`,
)

const small = mkdtempSync(join(tmpdir(), 'weir-bench-'))
const index = await openIndex(small)
await putAll(
  index,
  pages.map(({ page }) => ({ ...page, expiresAt: null })),
)
const { head, rows } = await rank(pages, index)
console.log(`\nnDCG@10\n${table(head, rows)}`)
await index.store.close()
rmSync(small, { recursive: true })

if (Number(size) > 0) {
  const directory = keep ?? mkdtempSync(join(tmpdir(), 'weir-bench-'))
  const large = await openIndex(directory)
  const { perPage, last, worst } = await fill(large, pages, Number(size))
  const share = ((100 * (perPage + reading)) / cpu).toFixed(1)
  console.log(
    `\n${size} pages indexed: ${perPage.toFixed(2)} ms of CPU each (at the end ${last.toFixed(2)}, worst thousand ${worst.toFixed(2)}), with the reading ${share} % of converting one`,
  )
  const asked = await ask(large, pages, 100)
  console.log(`\n${table(asked.head, asked.rows)}\nmedian of all but common words: ${asked.median.toFixed(1)} ms`)
  await large.store.close()
  if (keep === undefined) rmSync(directory, { recursive: true })
}
process.exit(0)
