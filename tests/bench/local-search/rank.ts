import { Database } from 'bun:sqlite'
import type { SearchProvider } from '../../../plugins/search/service.ts'
import { accountOf, type BenchIndex } from './open-index.ts'
import type { CorpusPage } from './read-corpus.ts'

/** The number of results that count. */
const DEPTH = 10
/** The number of queries of each kind: plain FTS5 takes 0.1 s for a description's words in any order. */
const MOST_QUERIES = 400

/** The URLs that a query finds, best first. */
type Find = (query: string) => Promise<readonly string[]>

/** nDCG@10 with one right page, by its rank. */
async function ndcg(asked: readonly { query: string; url: string }[], find: Find): Promise<number> {
  let sum = 0
  for (const { query, url } of asked) {
    const place = (await find(query)).slice(0, DEPTH).indexOf(url)
    if (place >= 0) sum += 1 / Math.log2(place + 2)
  }
  return sum / asked.length
}

/** SQLite's FTS5 with its defaults: default tokenizer, equal weights of columns, `order by rank`. */
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

/** nDCG@10 of the local index and of plain FTS5, by kind of query. */
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
