import { type Migration, type Store, statement, type Tx } from 'weirjs'

/** The partition that all accounts read. The others are named by the account that they belong to. */
export const SHARED = 'public'

/**
 * Milliseconds by which the clock of another machine may be ahead. An entry that is further ahead is from a time when
 * the clock was wrong.
 */
export const MAX_AHEAD = 60_000

/** Which entry it is. */
export interface EntryKey {
  /** See `digestRequest`. */
  request: string
  partition: string
}

/** A stored answer. */
export interface Entry extends EntryKey {
  /** The hash of its body. */
  body: string
  /** The parts of the answer that belong to this visit, as JSON. */
  visit: string
  /** The ids of its files. */
  files: readonly string[]
  millicredits: number
  /** Bytes that it takes, including body and files. */
  size: number
  /** Epoch milliseconds. */
  createdAt: number
  usedAt: number
  expiresAt: number
}

/** What reading an entry needs, with its body. */
export type FoundEntry = Omit<Entry, 'body' | 'size'> & { body: Uint8Array }
/** As in the table: JSON, null for none. */
type WithFiles<T> = Omit<T, 'files'> & { files: string | null }

export const cacheMigration: Migration = {
  name: '001-cache',
  async up(db, dialect) {
    await db.schema
      .createTable('scrape_cache')
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('partition', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('visit', 'text', (column) => column.notNull())
      .addColumn('files', 'text')
      .addColumn('millicredits', 'bigint', (column) => column.notNull())
      .addColumn('size', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('scrape_cache_key', ['request', 'partition'])
      .execute()
    await db.schema.createIndex('scrape_cache_expires_at').on('scrape_cache').column('expires_at').execute()
    // With the size, so that all sizes are added up without reading the rows.
    await db.schema.createIndex('scrape_cache_used_at').on('scrape_cache').columns(['used_at', 'size']).execute()
    await db.schema
      .createTable('scrape_cache_bodies')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      // Entries that have it. Counted, because of two transactions neither would see that the other drops the last
      // but one.
      .addColumn('uses', 'bigint', (column) => column.notNull())
      .addColumn('bytes', dialect === 'postgres' ? 'bytea' : 'blob', (column) => column.notNull())
      .execute()
  },
}

/**
 * The entry made after `since`, and not after `until`. With a query per partition, as for a list of them SQLite first
 * creates a table, which takes longer than everything else.
 */
const findEntry = statement<
  [request: string, partition: string, since: number, until: number, now: number],
  WithFiles<FoundEntry>
>((db, [request, partition, since, until, now]) =>
  db
    .selectFrom('scrape_cache as entry')
    .innerJoin('scrape_cache_bodies as kept', 'kept.hash', 'entry.body')
    .select(['entry.request', 'entry.partition', 'entry.visit', 'entry.files', 'entry.millicredits'])
    .select(['entry.created_at as createdAt', 'entry.used_at as usedAt', 'entry.expires_at as expiresAt'])
    .select('kept.bytes as body')
    .where('entry.request', '=', request)
    .where('entry.partition', '=', partition)
    .where('entry.created_at', '>', since)
    .where('entry.created_at', '<=', until)
    .where('entry.expires_at', '>', now),
)
const readEntry = statement<
  [request: string, partition: string],
  WithFiles<Pick<Entry, 'body' | 'files' | 'createdAt'>>
>((db, [request, partition]) =>
  db
    .selectFrom('scrape_cache')
    .select(['body', 'files', 'created_at as createdAt'])
    .where('request', '=', request)
    .where('partition', '=', partition),
)
const findAny = statement<[request: string, partition: string], { request: string }>((db, [request, partition]) =>
  db.selectFrom('scrape_cache').select('request').where('request', '=', request).where('partition', '=', partition),
)
type Values = [
  body: string,
  visit: string,
  files: string | null,
  millicredits: number,
  size: number,
  createdAt: number,
  usedAt: number,
  expiresAt: number,
]
const valuesOf = ([body, visit, files, millicredits, size, created_at, used_at, expires_at]: Values) => ({
  body,
  visit,
  files,
  millicredits,
  size,
  created_at,
  used_at,
  expires_at,
})
/** Changes nothing if it exists. */
const addEntry = statement<[request: string, partition: string, ...Values], never>(
  (db, [request, partition, ...values]) =>
    db
      .insertInto('scrape_cache')
      .values({ request, partition, ...valuesOf(values) })
      .onConflict((conflict) => conflict.columns(['request', 'partition']).doNothing()),
)
/** Changes nothing if it is no longer the entry of that time. */
const replaceEntry = statement<[request: string, partition: string, before: number, ...Values], never>(
  (db, [request, partition, before, ...values]) =>
    db
      .updateTable('scrape_cache')
      .set(valuesOf(values))
      .where('request', '=', request)
      .where('partition', '=', partition)
      .where('created_at', '=', before),
)
const deleteEntry = statement<[request: string, partition: string, createdAt: number], never>(
  (db, [request, partition, created_at]) =>
    db
      .deleteFrom('scrape_cache')
      .where('request', '=', request)
      .where('partition', '=', partition)
      .where('created_at', '=', created_at),
)
const useBody = statement<[hash: string, bytes: Uint8Array], never>((db, [hash, bytes]) =>
  db
    .insertInto('scrape_cache_bodies')
    .values({ hash, uses: 1, bytes })
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet((eb) => ({ uses: eb('scrape_cache_bodies.uses', '+', 1) })),
    ),
)
const releaseBody = statement<[hash: string], never>((db, [hash]) =>
  db
    .updateTable('scrape_cache_bodies')
    .set((eb) => ({ uses: eb('uses', '-', 1) }))
    .where('hash', '=', hash),
)
const deleteUnusedBody = statement<[hash: string], never>((db, [hash]) =>
  db.deleteFrom('scrape_cache_bodies').where('hash', '=', hash).where('uses', '<=', 0),
)
const touchEntry = statement<[usedAt: number, request: string, partition: string], never>(
  (db, [used_at, request, partition]) =>
    db.updateTable('scrape_cache').set({ used_at }).where('request', '=', request).where('partition', '=', partition),
)
const listExpired = statement<[now: number, most: number], EntryKey>((db, [now, most]) =>
  db.selectFrom('scrape_cache').select(['request', 'partition']).where('expires_at', '<=', now).limit(most),
)
const listUnused = statement<[most: number], EntryKey & { size: number }>((db, [most]) =>
  db.selectFrom('scrape_cache').select(['request', 'partition', 'size']).orderBy('used_at').limit(most),
)
const sumSizes = statement<[], { size: number | null }>((db) =>
  db.selectFrom('scrape_cache').select(({ fn }) => fn.sum<number | null>('size').as('size')),
)

/**
 * The youngest entry for a request in these partitions that was made after `since`, and not after `until`. Times are
 * epoch milliseconds.
 */
export async function find(
  store: Store,
  request: string,
  partitions: readonly string[],
  { since, until, now }: { since: number; until: number; now: number },
): Promise<FoundEntry | undefined> {
  let youngest: WithFiles<FoundEntry> | undefined
  for (const partition of new Set(partitions)) {
    const entry = await store.get(findEntry, request, partition, youngest?.createdAt ?? since, until, now)
    youngest = entry ?? youngest
  }
  return youngest && { ...youngest, files: parseIds(youngest.files) }
}

/** Whether there is an entry for a request in these partitions, of any age. */
export async function has(store: Store, request: string, partitions: readonly string[]): Promise<boolean> {
  for (const partition of new Set(partitions)) if (await store.get(findAny, request, partition)) return true
  return false
}

/**
 * Stores an entry, unless there is a younger one that is not from the future. Returns the ids of the files that are
 * no longer needed: those of the replaced entry, or its own if it was not stored.
 */
export async function put(tx: Tx, entry: Entry, content: Uint8Array): Promise<readonly string[]> {
  const { request, partition, body, visit, millicredits, size, createdAt, usedAt, expiresAt } = entry
  const files = entry.files.length > 0 ? JSON.stringify(entry.files) : null
  const values: Values = [body, visit, files, millicredits, size, createdAt, usedAt, expiresAt]
  const before = await tx.get(readEntry, request, partition)
  if (before && before.createdAt > createdAt && before.createdAt <= createdAt + MAX_AHEAD) return entry.files
  await tx.run(useBody, body, content)
  // On Postgres another machine may be as far as this.
  const changed = before
    ? await tx.run(replaceEntry, request, partition, before.createdAt, ...values)
    : await tx.run(addEntry, request, partition, ...values)
  if (changed === 0) {
    await release(tx, body)
    return entry.files
  }
  if (!before) return []
  await release(tx, before.body)
  return parseIds(before.files)
}

/** Deletes an entry. Returns the ids of its files. */
export async function drop(tx: Tx, { request, partition }: EntryKey): Promise<readonly string[]> {
  const entry = await tx.get(readEntry, request, partition)
  if (!entry || (await tx.run(deleteEntry, request, partition, entry.createdAt)) === 0) return []
  await release(tx, entry.body)
  return parseIds(entry.files)
}

async function release(tx: Tx, hash: string) {
  await tx.run(releaseBody, hash)
  await tx.run(deleteUnusedBody, hash)
}

/** Records that an entry was used. */
export const touch = (tx: Tx, { request, partition }: EntryKey, now: number) =>
  tx.run(touchEntry, now, request, partition)

/** Expired entries, at most `most`. */
export const expired = (store: Store, now: number, most: number) => store.all(listExpired, now, most)
/** The least recently used entries. */
export const unused = (store: Store, most: number) => store.all(listUnused, most)
/** Bytes of all entries together. */
export const totalSize = async (store: Store) => Number((await store.get(sumSizes))?.size ?? 0)

const parseIds = (files: string | null): string[] => (files === null ? [] : JSON.parse(files))
