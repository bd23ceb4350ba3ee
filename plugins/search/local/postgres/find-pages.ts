import { sql } from 'kysely'
import type { Store } from 'weirjs'
import { type CountedTerm, candidatesOf, MAX_RANKED, matchesOf, pairsOf, RARE } from '../match.ts'
import { isOfHosts } from '../parse-query.ts'
import type { FoundId, WordSearch } from '../partition-words.ts'
import { tsquery } from './tsquery.ts'

/** The weights of words in the text, the URL, the headings and the title. */
const WEIGHTS = sql`'{0.1, 0.2, 0.3, 1}'::float4[]`
/** The score is divided by the logarithm of the page's length. Source: Postgres, Ranking Search Results. */
const BY_LENGTH = sql.lit(1)

/** The best pages of a partition. */
export async function findPages(
  store: Store,
  { number, pages }: { number: number; pages: number },
  { query, filter, wanted }: WordSearch,
): Promise<FoundId[]> {
  const syntax = tsquery(number)
  const db = store.db()
  const counted = await Promise.all(
    query.terms.map(async (term): Promise<CountedTerm> => {
      const { rows } = await sql<{ pages: number }>`select count(*) as pages from (
        select 1 from search_words where words @@ ${syntax.term(term)}::tsquery limit ${sql.lit(RARE + 1)}
      ) as found`.execute(db)
      return { ...term, pages: rows[0]!.pages }
    }),
  )
  /** The fewer pages contain a word, the more it counts. */
  const rarity = (have: number) => Math.log(1 + (Math.max(pages, have) - have + 0.5) / (have + 0.5))
  const scores = counted.map(
    (term) =>
      sql`${sql.lit(rarity(term.pages))} * ts_rank(${WEIGHTS}, words, ${syntax.term(term)}::tsquery, ${BY_LENGTH})`,
  )
  const { language = null, country = null } = filter
  const found = new Map<number, FoundId>()
  for (const [rank, { ranked, within }] of matchesOf(query, counted, syntax).entries()) {
    // If only other forms of a word were found, they count a little.
    const score = sql.join([...scores, sql`ts_rank(${WEIGHTS}, words, ${ranked}::tsquery, ${BY_LENGTH})`], sql` + `)
    const { rows } = await sql<FoundId & { host: string }>`
      with matching as materialized (
        select id, words from search_words
        where words @@ ${ranked}::tsquery and (${within}::text is null or words @@ ${within}::tsquery)
      ), latest as (select * from matching order by id desc limit ${sql.lit(MAX_RANKED)})
      select p.id, p.host, ${score} as score from latest join search_pages as p using (id)
      where (${language}::text is null or p.language is null or p.language = ${language})
        and (${country}::text is null or p.country is null or p.country = ${country})
      order by score desc, p.id desc limit ${sql.lit(candidatesOf(query, wanted))}`.execute(db)
    for (const { id, host, score } of rows)
      if (isOfHosts(host, query) && !found.has(id)) found.set(id, { id, rank, score })
    if (found.size >= wanted) break
  }
  // A page matches better if words that are adjacent in the query are adjacent in it.
  const together = new Map<number, number>()
  for (const pair of found.size > 0 ? pairsOf(counted, syntax) : []) {
    const { rows } = await sql<{ id: number }>`select id from search_words
      where id in (${sql.join([...found.keys()])}) and words @@ ${pair}::tsquery`.execute(db)
    for (const { id } of rows) together.set(id, (together.get(id) ?? 0) + 1)
  }
  return [...found.values()].map((page) => ({ ...page, score: page.score * (1 + (together.get(page.id) ?? 0)) }))
}
