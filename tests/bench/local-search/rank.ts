import { Database } from 'bun:sqlite'
import type { SearchProvider } from '../../../plugins/search/service.ts'
import { accountOf, type BenchIndex } from './open-index.ts'
import type { CorpusPage } from './read-corpus.ts'

/** Results that count. */
const DEPTH = 10
/** Queries of each kind: plain FTS5 takes a tenth of a second for a description's words in any order. */
const MOST_QUERIES = 400

/** The addresses that a query gives, best first. */
type Find = (query: string) => Promise<readonly string[]>

/** nDCG@10 where one page is right: by its place among the results. */
async function ndcg(asked: readonly { query: string; url: string }[], find: Find): Promise<number> {
  let sum = 0
  for (const { query, url } of asked) {
    const place = (await find(query)).slice(0, DEPTH).indexOf(url)
    if (place >= 0) sum += 1 / Math.log2(place + 2)
  }
  return sum / asked.length
}

/** SQLite's FTS5 as it comes: default tokenizer, all columns alike, `order by rank`. */
function plainFts(pages: readonly CorpusPage[], join: ' ' | ' OR '): Find {
  const db = new Database(':memory:')
  db.exec('create virtual table plain using fts5(url unindexed, title, headings, text)')
  const insert = db.prepare('insert into plain values (?, ?, ?, ?)')
  for (const { page } of pages) insert.run(page.url, page.title, page.headings, page.text)
  const search = db.prepare<{ url: string }, [string]>(
    `select url from plain where plain match ? order by rank limit ${DEPTH}`,
  )
  return async (query) => {
    const words = query.match(/[\p{L}\p{N}]+/gu) ?? []
    return words.length === 0 ? [] : search.all(words.map((word) => `"${word}"`).join(join)).map(({ url }) => url)
  }
}

const ofProvider =
  (provider: SearchProvider): Find =>
  async (text) => {
    const { hits } = await provider.search(
      { text, limit: DEPTH, account: accountOf('bench'), source: 'web' },
      new AbortController().signal,
    )
    return hits.map(({ url }) => url)
  }

/** nDCG@10 of the local index beside plain FTS5, by what is asked. */
export async function rank(pages: readonly CorpusPage[], { provider }: BenchIndex) {
  const finders = {
    local: ofProvider(provider),
    'FTS5, all words': plainFts(pages, ' '),
    'FTS5, any word': plainFts(pages, ' OR '),
  }
  const rows: [string, ...(string | number)[]][] = []
  for (const kind of ['title', 'headline', 'description'] as const) {
    const all = pages.flatMap(({ page, queries }) => {
      const query = queries[kind]?.slice(0, 500)
      return query ? [{ query, url: page.url }] : []
    })
    const step = Math.ceil(all.length / MOST_QUERIES)
    const asked = all.filter((_, at) => at % step === 0)
    const scores = []
    for (const find of Object.values(finders)) scores.push((await ndcg(asked, find)).toFixed(3))
    rows.push([kind, asked.length, ...scores])
  }
  return { head: ['asked for', 'queries', ...Object.keys(finders)], rows }
}
