import { sql } from 'kysely'
import { statement } from 'weirjs'
import type { PageWords } from './page-index.ts'
import type { SearchTables } from './tables.ts'

type Partition = SearchTables['search_partitions']

export const findPartition = statement<[name: string], Partition>((db, [name]) =>
  db.selectFrom('search_partitions').selectAll().where('name', '=', name),
)
export const addPartition = statement<[name: string], unknown>((db, [name]) => ({
  compile: () =>
    sql`insert into search_partitions (name, number, pages)
      select ${name}, coalesce(max(number), 0) + 1, 0 from search_partitions`.compile(db),
}))
export const countIn = statement<[more: number, last: number, name: string], unknown>((db, [more, last, name]) =>
  db
    .updateTable('search_partitions')
    .set({ pages: sql`pages + ${more}`, last })
    .where('name', '=', name),
)
export const countOut = statement<[fewer: number, number: number], { name: string }>((db, [fewer, number]) =>
  db
    .updateTable('search_partitions')
    .set({ pages: sql`pages - ${fewer}` })
    .where('number', '=', number)
    .returning('name'),
)
/** Partitions whose index files are behind. */
export const behind = statement<[], { name: string }>((db) => ({
  compile: () =>
    sql`select name from search_partitions where coalesce(indexed, 0) < last union
      select name from search_dropped join search_partitions on number = id / ${sql.lit(2 ** 32)}`.compile(db),
}))

type Known = Pick<SearchTables['search_pages'], 'id' | 'digest' | 'expires_at'>
export const findKnown = statement<[key: string, first: number, last: number], Known>((db, [key, first, last]) =>
  db
    .selectFrom('search_pages')
    .select(['id', 'digest', 'expires_at'])
    .where('key', '=', key)
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
    headings: string,
  ],
  unknown
>((db, [id, key, url, host, title, language, country, date, digest, expires_at, text, headings]) =>
  db
    .insertInto('search_pages')
    .values({ id, key, url, host, title, language, country, date, digest, expires_at, text, headings }),
)
export const dropPage = statement<[id: number], unknown>((db, [id]) =>
  db.deleteFrom('search_pages').where('id', '=', id),
)
export const addDropped = statement<[id: number], unknown>((db, [id]) =>
  db
    .insertInto('search_dropped')
    .values({ id })
    .onConflict((conflict) => conflict.column('id').doNothing()),
)

/** Pages whose words are not in the file yet. */
export const pagesAfter = statement<[id: number, last: number, most: number], PageWords>((db, [id, last, most]) =>
  db
    .selectFrom('search_pages')
    .select(['id', 'url', 'host', 'title', 'headings', 'text', 'language', 'country'])
    .where('id', '>', id)
    .where('id', '<=', last)
    .orderBy('id')
    .limit(most),
)
export const droppedOf = statement<[first: number, last: number, most: number], { id: number }>(
  (db, [first, last, most]) =>
    db
      .selectFrom('search_dropped')
      .select('id')
      .where('id', '>=', first)
      .where('id', '<=', last)
      .orderBy('id')
      .limit(most),
)
export const forgetDropped = statement<[id: number], unknown>((db, [id]) =>
  db.deleteFrom('search_dropped').where('id', '=', id),
)
export const setFile = statement<[indexed: number | null, revision: string | null, name: string], unknown>(
  (db, [indexed, revision, name]) =>
    db.updateTable('search_partitions').set({ indexed, revision }).where('name', '=', name),
)

export const readHead = statement<[id: number], Pick<SearchTables['search_pages'], 'url' | 'title' | 'date'>>(
  (db, [id]) => db.selectFrom('search_pages').select(['url', 'title', 'date']).where('id', '=', id),
)
export const readText = statement<[id: number], { text: string }>((db, [id]) =>
  db.selectFrom('search_pages').select('text').where('id', '=', id),
)
