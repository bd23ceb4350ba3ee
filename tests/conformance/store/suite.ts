import { sql } from 'kysely'
import { type Migration, type Store, statement } from 'weirjs'

/** A store to be tested. */
export interface StoreUnderTest {
  /** Opens the store of a directory. Opening the same directory again finds what was written. */
  open(directory: string): Promise<Store>
  /** The module that exports this `open`, for a process that the tests will kill. */
  module: URL
  /** Whether several processes can use the store at once. */
  isShared?: boolean
}

/** An open store with the tables of the suite, and its directory. */
export interface Opened {
  store: Store
  directory: string
}

/** The parameter of each part of the suite. */
export interface StoreSuite extends StoreUnderTest {
  /** Opens a new store that has the tables of this suite. */
  openNew(): Promise<Opened>
}

export interface Item {
  id: string
  number: number | null
  text: string | null
  bytes: Uint8Array | null
}
export interface Tables {
  items: Item
  parts: { id: string; item: string; number: number }
}

export const createTables: Migration = {
  name: '001-items',
  async up(db, dialect) {
    await db.schema
      .createTable('items')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('number', 'bigint')
      .addColumn('text', 'text')
      .addColumn('bytes', dialect === 'postgres' ? 'bytea' : 'blob')
      .execute()
    await db.schema
      .createTable('parts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('item', 'text', (column) => column.notNull().references('items.id'))
      .addColumn('number', 'bigint', (column) => column.notNull().check(sql`number > 0`))
      .execute()
  },
}

export const insertItem = statement<
  [id: string, number: number | null, text: string | null, bytes: Uint8Array | null],
  never
>((db, [id, number, text, bytes]) => db.insertInto('items').values({ id, number, text, bytes }))
export const insertId = statement<[id: string], never>((db, [id]) => db.insertInto('items').values({ id }))
export const findItem = statement<[id: string], Item>((db, [id]) =>
  db.selectFrom('items').selectAll().where('id', '=', id),
)
export const listIds = statement<[], { id: string }>((db) => db.selectFrom('items').select('id').orderBy('id'))

export const idsOf = async (from: Store) => (await from.all(listIds)).map(({ id }) => id)
