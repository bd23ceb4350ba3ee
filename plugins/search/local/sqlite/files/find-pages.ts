import type { DatabaseSync } from 'node:sqlite'
import { type CountedTerm, candidatesOf, MAX_RANKED, matchesOf, pairsOf, RARE } from '../../match.ts'
import { isOfHosts, type LocalQuery } from '../../parse-query.ts'
import type { FoundId, WordSearch } from '../../partition-words.ts'
import { FTS5 } from './fts5.ts'
import { isKnownAs, isUnusable, openFile, stateOf, WEIGHTS } from './open-file.ts'

export interface Search extends WordSearch {
  file: string
  /** The version that the store expects of the file. */
  revision: string
}

/** The best pages of a file; `unknown` if it does not have the expected version. */
export function findPages({ file, revision, ...asked }: Search): FoundId[] | 'unknown' {
  let db: DatabaseSync | undefined
  try {
    db = openFile(file)
    // A consistent snapshot, whatever is written meanwhile.
    db.exec('BEGIN')
    return isKnownAs(stateOf(db), revision) ? find(db, asked) : 'unknown'
  } catch (error) {
    if (isUnusable(error)) return 'unknown'
    throw error
  } finally {
    db?.close()
  }
}

function find(db: DatabaseSync, { query, filter, wanted }: WordSearch): FoundId[] {
  const { language = null, country = null } = filter
  const best = db.prepare(`
    select p.id, p.host, found.score from (
      select rowid as id, -bm25(words, ${WEIGHTS.join(', ')}) as score from words where words match ?1
        and (?2 is null or +rowid in (select rowid from words where words match ?2))
        order by rowid desc limit ${MAX_RANKED}
    ) as found join pages as p on p.id = found.id
    where (?3 is null or p.language is null or p.language = ?3) and (?4 is null or p.country is null or p.country = ?4)
    order by found.score desc limit ?5`)
  const found = new Map<number, FoundId>()
  const counted = countTerms(db, query)
  for (const [rank, { ranked, within }] of matchesOf(query, counted, FTS5).entries()) {
    const rows = best.all(ranked, within, language, country, candidatesOf(query, wanted))
    for (const { id, host, score } of rows as unknown as (Omit<FoundId, 'rank'> & { host: string })[])
      if (isOfHosts(host, query) && !found.has(id)) found.set(id, { id, rank, score })
    if (found.size >= wanted) break
  }
  // A page matches better if words that are adjacent in the query are adjacent in it.
  const pairs = new Map<number, number>()
  const having = db.prepare('select rowid as id from words where words match ?')
  for (const pair of found.size > 0 ? pairsOf(counted, FTS5) : []) {
    for (const { id } of having.all(pair) as unknown as { id: number }[]) {
      if (found.has(id)) pairs.set(id, (pairs.get(id) ?? 0) + 1)
    }
  }
  return [...found.values()].map((page) => ({ ...page, score: page.score * (1 + (pairs.get(page.id) ?? 0)) }))
}

/** How many pages contain each term. */
function countTerms(db: DatabaseSync, { terms }: LocalQuery): CountedTerm[] {
  const count = db.prepare(`select count(*) as pages from (select 1 from words where words match ? limit ${RARE + 1})`)
  return terms.map((term) => ({ ...term, ...(count.get(FTS5.term(term)) as unknown as { pages: number }) }))
}
