import { BLOBS, blobTables } from '../files/blobs/database.ts'
import { CORE } from '../host/core-migrations.ts'
import { endLeases } from '../jobs/store/statements/claims.ts'
import type { Migration, Store, Tx } from '../store/index.ts'
import { UNFINISHED } from '../store/migrate.ts'
import { CopyFailure } from './failure.ts'
import { checkFilled, type Filled, fillTables } from './tables/fill.ts'
import { tablesOf } from './tables/made.ts'
import type { Row, Table, TableSource } from './tables/source.ts'
import { suspendTriggers } from './tables/triggers.ts'

/** The owners of tables: the core, and each plugin. */
export interface Owner {
  name: string
  migrations: readonly Migration[]
}

export interface CopyOptions {
  owners: readonly Owner[]
  /** Owners whose tables are left out. */
  without: readonly string[]
  /** Copies the files with these hashes, and what else belongs to the store, before it is marked as complete. */
  copyRest(hashes: ReadonlySet<string>): Promise<void>
}

/** The copied tables. */
export interface Copied {
  tables: readonly Filled[]
  /** The skipped tables. */
  without: readonly string[]
}

/** The table of a store's completed migrations. */
const MIGRATIONS = 'migrations'
const isBlobTable = (name: string) => (blobTables as readonly string[]).includes(name)

/**
 * Copies everything in a source into an empty store (see `isEmptyStore`): creates the tables as they were when the
 * source was written (the next start migrates them), fills them, and compares. A store with an unfinished copy is
 * refused by every start. Throws CopyFailure.
 */
export async function copyStore(source: TableSource, store: Store, options: CopyOptions): Promise<Copied> {
  const { owners, without, copyRest } = options
  const applied = await readApplied(source)
  checkOwners(applied, owners, without)

  for (const owner of owners) {
    const had = applied.get(owner.name)
    if (had && !without.includes(owner.name))
      await store.migrate(
        owner.name,
        owner.migrations.filter(({ name }) => had.has(name)),
      )
  }
  const made = await tablesOf(store)
  const wanted = source.tables.filter(({ name }) => name !== MIGRATIONS && !isBlobTable(name))
  const tables = wanted.filter(({ name }) => made.has(name))
  const left = wanted.filter(({ name }) => !made.has(name)).map(({ name }) => name)
  // The content of tables that only one of the two stores has is rebuilt.
  if (left.length > 0 && without.length === 0 && source.dialect === store.dialect)
    throw new CopyFailure(`No loaded plugin has the tables ${left.join(', ')}`)

  // From here on the store must not be started.
  await store.write(async (tx) => {
    await emptyMigrations(tx)
    await tx.db<MigrationsTable>().insertInto(MIGRATIONS).values(UNFINISHED).execute()
  })
  const resumeTriggers = await suspendTriggers(store, tables)
  // Some migrations insert rows.
  await store.write(async (tx) => {
    for (const { name } of [...tables].reverse()) await tx.db<Record<string, object>>().deleteFrom(name).execute()
  })
  const hashes = new Set<string>()
  const seen = (table: Table, rows: readonly Row[]) => {
    if (table.name !== 'files') return
    const at = table.columns.indexOf('hash')
    for (const row of rows) hashes.add(String(row[at]))
  }
  const filled = await fillTables(store, source, tables, { seen })
  await resumeTriggers()
  await checkFilled(store, tables, filled)
  await copyRest(hashes)
  const kept = [...applied].filter(([owner]) => !without.includes(owner))
  await store.write(async (tx) => {
    const db = tx.db<MigrationsTable>()
    if (tables.some(({ name }) => name === 'job_items')) await tx.run(endLeases)
    await emptyMigrations(tx)
    for (const [owner, had] of kept)
      for (const [name, applied_at] of had)
        await db.insertInto(MIGRATIONS).values({ owner, name, applied_at }).execute()
  })
  return { tables: filled, without: left }
}

interface MigrationsTable {
  migrations: { owner: string; name: string; applied_at: number }
}

/** The completed migrations of the source, by owner, with their times; files are copied only by content. */
async function readApplied(source: TableSource): Promise<Map<string, Map<string, number>>> {
  const table = source.tables.find(({ name }) => name === MIGRATIONS)
  if (!table) throw new CopyFailure('The source has no Weir store')
  const applied = new Map<string, Map<string, number>>()
  const [owner, name, at] = ['owner', 'name', 'applied_at'].map((column) => table.columns.indexOf(column))
  for await (const rows of source.rows(table)) {
    for (const row of rows) {
      const had = applied.get(String(row[owner!])) ?? new Map<string, number>()
      had.set(String(row[name!]), Number(row[at!]))
      applied.set(String(row[owner!]), had)
    }
  }
  applied.delete(BLOBS)
  return applied
}

/**
 * Throws if the source is newer than this version, has tables of plugins that are not loaded, or has none of a plugin
 * in `without`.
 */
function checkOwners(
  applied: ReadonlyMap<string, ReadonlyMap<string, number>>,
  owners: readonly Owner[],
  without: readonly string[],
) {
  const plugins = [...applied.keys()].filter((name) => name !== CORE)
  const unknown = without.find((name) => !plugins.includes(name))
  if (unknown !== undefined)
    throw new CopyFailure(`--without ${unknown}: there are only tables of the plugins ${plugins.join(', ')}`)
  for (const [name, had] of applied) {
    if (without.includes(name)) continue
    const owner = owners.find((candidate) => candidate.name === name)
    if (!owner)
      throw new CopyFailure(
        `It has tables of the plugin ${name}, which is not loaded: add it to WEIR_PLUGINS, or leave its tables out with --without ${name}`,
      )
    checkKnown(owner, had)
  }
}

/** Throws if the store has had migrations of this owner that this version does not know. */
function checkKnown({ name, migrations }: Owner, had: ReadonlyMap<string, number>) {
  if (name === UNFINISHED.owner && had.has(UNFINISHED.name))
    throw new CopyFailure('A copy into this store was not finished: use the one that was copied')
  const unknown = [...had.keys()].filter((step) => !migrations.some((migration) => migration.name === step))
  if (unknown.length > 0)
    throw new CopyFailure(
      `It was written by a newer version: this one does not know migration ${unknown.join(', ')} of ${name}. Use the newer version`,
    )
}

/** Throws CopyFailure if the store is a newer version's, or an unfinished copy. */
export async function checkVersion(source: TableSource, owners: readonly Owner[]) {
  const applied = await readApplied(source)
  for (const owner of owners) {
    const had = applied.get(owner.name)
    if (had) checkKnown(owner, had)
  }
}

/** Removes a store's records of migrations, except those of the file storage, which is in use. */
const emptyMigrations = (tx: Tx) =>
  tx.db<MigrationsTable>().deleteFrom(MIGRATIONS).where('owner', '!=', BLOBS).execute()

/** Whether a service, or a copy, has not created anything in the store yet. */
export async function isEmptyStore(store: Store): Promise<boolean> {
  const steps = await store.db<MigrationsTable>().selectFrom(MIGRATIONS).select('name').limit(1).execute()
  return steps.length === 0
}
