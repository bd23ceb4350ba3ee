import { sql } from 'kysely'
import { statement } from 'weirjs'
import type { IndexHit } from '../page-index.ts'
import { type SearchTables, WEIGHTS } from './tables.ts'

/** Pages that match and are ranked: of more, those that came last. */
const MOST_RANKED = 5000

export const findPartition = statement<[name: string], SearchTables['search_partitions']>((db, [name]) =>
  db.selectFrom('search_partitions').selectAll().where('name', '=', name),
)
export const addPartition = statement<[name: string], unknown>((db, [name]) => ({
  compile: () =>
    sql`insert into search_partitions (name, number, pages)
      select ${name}, coalesce(max(number), 0) + 1, 0 from search_partitions`.compile(db),
}))
export const countPages = statement<[more: number, name: string], unknown>((db, [more, name]) =>
  db
    .updateTable('search_partitions')
    .set({ pages: sql`pages + ${more}` })
    .where('name', '=', name),
)

export const countOut = statement<[fewer: number, number: number], unknown>((db, [fewer, number]) =>
  db
    .updateTable('search_partitions')
    .set({ pages: sql`pages - ${fewer}` })
    .where('number', '=', number),
)

type Known = Pick<SearchTables['search_pages'], 'id' | 'digest' | 'expires_at'>
export const findKnown = statement<[key: string, first: number, last: number], Known>((db, [key, first, last]) =>
  db
    .selectFrom('search_pages')
    .select(['id', 'digest', 'expires_at'])
    .where('key', '=', key)
    .where('id', '>=', first)
    .where('id', '<=', last),
)
export const lastId = statement<[first: number, last: number], { id: number | null }>((db, [first, last]) =>
  db
    .selectFrom('search_pages')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('id', '>=', first)
    .where('id', '<=', last),
)
export const oldest = statement<[first: number, last: number, most: number], { id: number }>(
  (db, [first, last, most]) =>
    db
      .selectFrom('search_pages')
      .select('id')
      .where('id', '>=', first)
      .where('id', '<=', last)
      .orderBy('id')
      .limit(most),
)
export const expired = statement<[now: number, most: number], { id: number }>((db, [now, most]) =>
  db.selectFrom('search_pages').select('id').where('expires_at', '<=', now).orderBy('expires_at').limit(most),
)

type Row = SearchTables['search_pages']
export const addPage = statement<
  [
    id: number,
    key: string,
    url: string,
    host: string,
    title: string,
    language: string | null,
    country: string | null,
    date: number,
    digest: string,
    expiresAt: number | null,
    text: string,
  ],
  Row
>((db, [id, key, url, host, title, language, country, date, digest, expires_at, text]) =>
  db
    .insertInto('search_pages')
    .values({ id, key, url, host, title, language, country, date, digest, expires_at, text }),
)
export const dropPage = statement<[id: number], unknown>((db, [id]) =>
  db.deleteFrom('search_pages').where('id', '=', id),
)

export const addWords = statement<
  [id: number, title: string, headings: string, text: string, address: string],
  unknown
>((db, [id, title, headings, text, address]) => ({
  compile: () =>
    sql`insert into search_index (rowid, title, headings, text, address)
        values (${id}, ${title}, ${headings}, ${text}, ${address})`.compile(db),
}))
export const dropWords = statement<[id: number], unknown>((db, [id]) => ({
  compile: () => sql`delete from search_index where rowid = ${id}`.compile(db),
}))

export const countMatches = statement<[match: string, first: number, last: number, most: number], { pages: number }>(
  (db, [match, first, last, most]) => ({
    compile: () =>
      sql`select count(*) as pages from (select 1 from search_index
        where search_index match ${match} and rowid between ${first} and ${last} limit ${most})`.compile(db),
  }),
)

const weights = sql.raw(WEIGHTS.join(', '))
const ranked = (match: unknown, first: unknown, last: unknown) =>
  sql`select rowid as id, -bm25(search_index, ${weights}) as score from search_index
    where search_index match ${match} and rowid between ${first} and ${last} order by rowid desc limit ${sql.lit(MOST_RANKED)}`

export type FoundPage = Omit<IndexHit, 'rank'> & { host: string }

/** The best matches. The rest of a page is read of these alone. */
export const findMatches = statement<[match: string, first: number, last: number, most: number], FoundPage>(
  (db, [match, first, last, most]) => ({
    compile: () =>
      sql`select p.id, p.url, p.host, p.title, p.date, found.score
        from (select id, score from (${ranked(match, first, last)}) order by score desc limit ${most}) as found
        join search_pages as p on p.id = found.id order by found.score desc`.compile(db),
  }),
)

/** The same among pages of a language and a country; a page that does not say either is among them. */
export const findFiltered = statement<
  [match: string, first: number, last: number, most: number, language: string | null, country: string | null],
  FoundPage
>((db, [match, first, last, most, language, country]) => ({
  compile: () =>
    sql`select p.id, p.url, p.host, p.title, p.date, found.score
      from (${ranked(match, first, last)}) as found
      join search_pages as p on p.id = found.id
      where (p.language is null or p.language = coalesce(${language}, p.language))
        and (p.country is null or p.country = coalesce(${country}, p.country))
      order by found.score desc limit ${most}`.compile(db),
}))

export const readText = statement<[id: number], { text: string }>((db, [id]) =>
  db.selectFrom('search_pages').select('text').where('id', '=', id),
)
