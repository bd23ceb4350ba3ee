import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { listOwners } from '../../../core/backup/open.ts'
import { fillTables } from '../../../core/backup/tables/fill.ts'
import { tablesOf } from '../../../core/backup/tables/made.ts'
import type { Table } from '../../../core/backup/tables/source.ts'
import { openSqliteSource } from '../../../core/backup/tables/sqlite.ts'
import { migrate } from '../../../core/cli/commands/migrate.ts'
import { loadConfig } from '../../../core/config.ts'
import { openStore, type Store } from '../../../core/store/index.ts'
import type { Running } from '../../weir.ts'
import {
  closeGate,
  describeJob,
  make,
  newPath,
  newSettings,
  open,
  readLedger,
  removeFolders,
  run,
  secretOf,
} from './workshop.ts'

setDefaultTimeout(60_000)
afterAll(removeFolders)

/** The last core migration that the oldest store here has had; of plugins it has had the first. */
const OLDEST = '012-idempotency'

/** The old names of tables and columns. */
const FORMERLY: Record<string, { table?: string; columns: Record<string, string> }> = {
  jobs: {
    columns: {
      priority: 'rank',
      max_attempts: 'attempts',
      item_limit: 'most',
      partitioned: 'gated',
      activated: 'due',
    },
  },
  job_items: { columns: { kills: 'lost', worker: 'owner' } },
  job_partitions: { table: 'job_lanes', columns: { served_at: 'turn' } },
}

/** A store of an older release: made by its migrations, with those rows of a newer one that it has room for. */
async function makeOlder(newer: string, dataDir: string, settings: Record<string, string>) {
  const store = await openStore({ dataDir })
  for (const { name, migrations } of await listOwners(await loadConfig(settings, import.meta.dir)))
    await store.migrate(
      name,
      migrations.filter((step, at) => (name === 'core' ? step.name <= OLDEST : at === 0)),
    )
  const made = await tablesOf(store)
  const source = await openSqliteSource(newer)
  const originals = new Map<Table, Table>()
  for (const { name, columns } of source.tables) {
    const { table: formerly = name, columns: renamed = {} } = FORMERLY[name] ?? {}
    if (!made.has(formerly) || name === 'migrations') continue
    const old = await columnsOf(store, formerly)
    const kept = columns.filter((column) => old.includes(renamed[column] ?? column))
    const older = { name: formerly, columns: kept.map((column) => renamed[column] ?? column) }
    originals.set(older, { name, columns: kept })
  }
  await fillTables(store, { ...source, rows: (table) => source.rows(originals.get(table)!) }, [...originals.keys()])
  await source.close()
  await store.close()
  cpSync(join(newer, 'files'), join(dataDir, 'files'), { recursive: true })
  cpSync(join(newer, 'secret'), join(dataDir, 'secret'))
}
const columnsOf = async (store: Store, table: string) => {
  const db = store.db<Record<string, Record<string, string>>>()
  const all = await db.introspection.getTables()
  return all.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? []
}

test('a store of an older release is migrated at the start, and by a move to Postgres', async () => {
  const WEIR_PLUGINS = '*,./fixtures/workshop.ts'
  const settings = await newSettings('sqlite', { WEIR_PLUGINS })
  const openGate = closeGate()
  const newer = await open(settings)
  const ended = await make(newer, 'ended', 4)
  const expected = await describeJob(newer, ended)
  const gated = await make(newer, 'gated', 20)
  while ((await newer.get(`/v1/jobs/${gated}`)).body.data.completed < 10) await Bun.sleep(10)

  const older = { ...settings, WEIR_DATA_DIR: newPath(), WEIR_ADMIN_API_KEY: newer.adminKey }
  await makeOlder(settings.WEIR_DATA_DIR!, older.WEIR_DATA_DIR, settings)
  openGate()
  await newer.close()
  const { WEIR_DATABASE_URL = '' } = await newSettings('postgres')
  const moved = { ...older, WEIR_DATABASE_URL, WEIR_SECRET: secretOf(older.WEIR_DATA_DIR) }
  expect((await run(migrate, ['sqlite', 'postgres'], moved)).failure).toBeUndefined()

  const check = async (weir: Running) => {
    expect(await describeJob(weir, ended)).toEqual(expected)
    const { status, creditsUsed, pieces } = await describeJob(weir, gated)
    expect({ status, creditsUsed, pieces: pieces.length }).toEqual({ status: 'completed', creditsUsed: 10, pieces: 20 })
    const { totalJobs } = (await weir.get('/v1/admin/stats')).body.data
    expect(totalJobs).toBe(2)
  }
  for (const start of [older, { ...moved, WEIR_DATA_DIR: newPath() }]) {
    const weir = await open(start)
    await check(weir)
    await weir.close()
    expect(await readLedger(start)).toEqual({ addsUp: true, spent: 24 * 500 })
  }
})
