import { sql } from 'kysely'
import type { Migration } from 'weirjs'

export interface SearchTables {
  /** Each partition has a range of ids of its own, so that a search of one reads nothing of the others. */
  search_partitions: { name: string; number: number; pages: number }
  search_pages: {
    id: number
    key: string
    url: string
    host: string
    title: string
    language: string | null
    country: string | null
    date: number
    digest: string
    expires_at: number | null
    text: string
  }
}

/** Ids of a partition, from its number times this. */
export const RANGE = 2 ** 32

/** The ids of a partition. */
export const rangeOf = (number: number): [first: number, last: number] => [number * RANGE, (number + 1) * RANGE - 1]

/** How much words count in each column: title, headings, text, and those of the address. */
export const WEIGHTS = [10, 3, 1, 2] as const

export const indexMigration: Migration = {
  name: '001-local-index',
  async up(db) {
    await db.schema
      .createTable('search_partitions')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('number', 'bigint', (column) => column.notNull().unique())
      .addColumn('pages', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('search_pages')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('host', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('language', 'text')
      .addColumn('country', 'text')
      .addColumn('date', 'bigint', (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      // Last, as it is long: who reads the others need not read it.
      .addColumn('text', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('search_pages_key').on('search_pages').columns(['key', 'id']).execute()
    await db.schema.createIndex('search_pages_expires_at').on('search_pages').column('expires_at').execute()
    // Without the text itself, which would be there twice.
    await sql`create virtual table search_index using fts5(
      title, headings, text, address, content='', contentless_delete=1,
      tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
    )`.execute(db)
    // Parts are merged when there are more of them: a page costs a tenth less to index.
    await sql`insert into search_index (search_index, rank) values ('automerge', 8)`.execute(db)
  },
}
