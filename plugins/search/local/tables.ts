import { sql } from 'kysely'
import type { Dialect, Migration } from 'weirjs'

export interface SearchTables {
  /**
   * Each partition has its own range of ids and its own file of words, so that neither the results nor the timing of
   * a search reveal anything about other partitions.
   */
  search_partitions: {
    name: string
    number: number
    pages: number
    /** The highest id assigned to a page; null: none yet. */
    last: number | null
    /** The highest id whose words are in the file; null if there is none. */
    indexed: number | null
    /** The file's revision; null: there is no file. */
    revision: string | null
  }
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
    headings: string
  }
  /** Removed pages that may still be in a file. */
  search_dropped: { id: number }
}

/** The ids of a partition start at its number times RANGE. */
export const RANGE = 2 ** 32

/** The ids of a partition. */
export const rangeOf = (number: number): [first: number, last: number] => [number * RANGE, (number + 1) * RANGE - 1]

/** In SQLite it is the rowid. */
const typeOfId = (dialect: Dialect) => (dialect === 'sqlite' ? 'integer' : 'bigint')

export const indexMigrations: Migration[] = [
  {
    name: '001-local-index',
    async up(db, dialect) {
      await db.schema
        .createTable('search_partitions')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('number', 'bigint', (column) => column.notNull().unique())
        .addColumn('pages', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('search_pages')
        .addColumn('id', typeOfId(dialect), (column) => column.primaryKey())
        .addColumn('key', 'text', (column) => column.notNull())
        .addColumn('url', 'text', (column) => column.notNull())
        .addColumn('host', 'text', (column) => column.notNull())
        .addColumn('title', 'text', (column) => column.notNull())
        .addColumn('language', 'text')
        .addColumn('country', 'text')
        .addColumn('date', 'bigint', (column) => column.notNull())
        .addColumn('digest', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'bigint')
        // The last column, because it is long: reading the others does not read it.
        .addColumn('text', 'text', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('search_pages_key').on('search_pages').columns(['key', 'id']).execute()
      await db.schema.createIndex('search_pages_expires_at').on('search_pages').column('expires_at').execute()
    },
  },
  {
    name: '002-files-of-partitions',
    async up(db, dialect) {
      // The first version had a single index for all partitions here.
      await sql`drop table if exists search_index`.execute(db)
      await db.schema
        .alterTable('search_pages')
        .addColumn('headings', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
      for (const column of ['last', 'indexed'])
        await db.schema.alterTable('search_partitions').addColumn(column, 'bigint').execute()
      await db.schema.alterTable('search_partitions').addColumn('revision', 'text').execute()
      await sql`update search_partitions set last = (select max(id) from search_pages
        where id between number * ${sql.lit(RANGE)} and (number + 1) * ${sql.lit(RANGE)} - 1)`.execute(db)
      await db.schema
        .createTable('search_dropped')
        .addColumn('id', typeOfId(dialect), (column) => column.primaryKey())
        .execute()
    },
  },
  {
    name: '003-words-in-postgres',
    async up(db, dialect) {
      if (dialect !== 'postgres') return
      await db.schema
        .createTable('search_words')
        .addColumn('id', 'bigint', (column) => column.primaryKey().references('search_pages.id').onDelete('cascade'))
        .addColumn('words', sql`tsvector`, (column) => column.notNull())
        .execute()
      await db.schema.createIndex('search_words_words').on('search_words').using('gin').column('words').execute()
    },
  },
  {
    name: '004-words-in-plain-letters',
    async up(db, dialect) {
      if (dialect !== 'postgres') return
      // They are written again, in their new form, at the next search.
      await sql`delete from search_words`.execute(db)
      await sql`update search_partitions set indexed = null`.execute(db)
    },
  },
]
