/**
 * Measures the overhead of the store over bun:sqlite: transactions that are on disk when they return, one by one and
 * many at once, and single rows written and read by a statement, by Kysely and raw.
 * Usage: bun tests/bench/store.ts [rounds]
 */
import { Database } from 'bun:sqlite'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, statement, type WriteOptions } from '../../core/store/index.ts'
import { median, table } from './figures.ts'

interface Row {
  id: number
  account: string
  text: string
}

/** Milliseconds of one measurement. */
const LENGTH = 200
const TEXT = 'a row of some hundred bytes, such as a line of a ledger is '.repeat(2)
const rounds = Number(process.argv[2] ?? 5)

const directory = await mkdtemp(join(tmpdir(), 'weir-bench-'))
const store = await openStore({ dataDir: join(directory, 'store') })
await store.migrate('bench', [
  {
    name: '001',
    async up(db) {
      await db.schema
        .createTable('rows')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('account', 'text')
        .addColumn('text', 'text')
        .execute()
    },
  },
])
const insert = statement<[account: string, text: string], never>((db, [account, text]) =>
  db.insertInto('rows').values({ account, text }),
)
const find = statement<[id: number], Row>((db, [id]) => db.selectFrom('rows').selectAll().where('id', '=', id))

const raw = new Database(join(directory, 'raw.db'))
for (const sql of [
  'PRAGMA journal_mode = WAL',
  'PRAGMA synchronous = FULL',
  'CREATE TABLE rows (id INTEGER PRIMARY KEY, account TEXT, text TEXT)',
])
  raw.run(sql)
const rawInsert = raw.prepare<never, [string, string]>('INSERT INTO rows (account, text) VALUES (?, ?)')
const rawFind = raw.prepare<Row, [number]>('SELECT * FROM rows WHERE id = ?')

await store.write((tx) => tx.run(insert, 'usr_1', TEXT))
rawInsert.run('usr_1', TEXT)

/** Runs `work`, which returns how many it did, for a while; returns the rate per second. */
async function measure(work: () => Promise<number> | number): Promise<number> {
  const started = performance.now()
  let done = 0
  while (performance.now() - started < LENGTH) done += await work()
  return (done / (performance.now() - started)) * 1000
}
const many = (count: number, options?: WriteOptions) => async () => {
  await Promise.all(Array.from({ length: count }, () => store.write((tx) => tx.run(insert, 'usr_1', TEXT), options)))
  return count
}
const ROWS = 500

const measures: Record<string, () => Promise<number> | number> = {
  'transactions on disk, raw, one by one': () => {
    rawInsert.run('usr_1', TEXT)
    return 1
  },
  'transactions on disk, store, one by one': many(1),
  'transactions on disk, store, 16 at once': many(16),
  'transactions on disk, store, 100 at once': many(100),
  'transactions in the log, store, 100 at once': many(100, { durable: false }),
  'rows of one transaction, raw': () => {
    raw.run('BEGIN IMMEDIATE')
    for (let row = 0; row < ROWS; row++) rawInsert.run('usr_1', TEXT)
    raw.run('COMMIT')
    return ROWS
  },
  'rows of one transaction, statement': () =>
    store.write(async (tx) => {
      for (let row = 0; row < ROWS; row++) await tx.run(insert, 'usr_1', TEXT)
      return ROWS
    }),
  'rows of one transaction, Kysely': () =>
    store.write(async (tx) => {
      const db = tx.db<{ rows: { account: string; text: string } }>()
      for (let row = 0; row < ROWS; row++)
        await db.insertInto('rows').values({ account: 'usr_1', text: TEXT }).execute()
      return ROWS
    }),
  'rows read by key, raw': () => {
    for (let row = 0; row < ROWS; row++) rawFind.get(1)
    return ROWS
  },
  'rows read by key, statement': async () => {
    for (let row = 0; row < ROWS; row++) await store.get(find, 1)
    return ROWS
  },
  'rows read by key, Kysely': async () => {
    const db = store.db<{ rows: Row }>()
    for (let row = 0; row < ROWS; row++) await db.selectFrom('rows').selectAll().where('id', '=', 1).execute()
    return ROWS
  },
}

const figures = new Map<string, number[]>()
for (let round = 0; round <= rounds; round++) {
  for (const [name, work] of Object.entries(measures)) {
    const perSecond = await measure(work)
    // The first round is a warm-up.
    if (round > 0) figures.set(name, [...(figures.get(name) ?? []), perSecond])
  }
}
console.log(
  table(
    ['', 'a second'],
    [...figures].map(([name, list]) => [name, Math.round(median(list))]),
  ),
)
raw.close()
await store.close()
await rm(directory, { recursive: true })
