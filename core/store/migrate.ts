import type { Dialect, Migration, Store } from './port.ts'

interface MigrationsTable {
  migrations: { owner: string; name: string; applied_at: number }
}

/** Created before anything else; its form never changes. */
export const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS migrations (
  owner TEXT NOT NULL,
  name TEXT NOT NULL,
  applied_at BIGINT NOT NULL,
  PRIMARY KEY (owner, name)
)`

/** Marks a store while another one is copied into it, instead of its migrations: nobody may start with half of it. */
export const UNFINISHED = { owner: 'core', name: 'unfinished-copy', applied_at: 0 } as const

/**
 * Runs the migrations that this store has not had, each together with its record in one transaction, so that a killed
 * process leaves the schema before or after a migration; `onChange` is called after each. Throws if the store has had
 * migrations that this version does not know.
 */
export async function migrate(
  store: Pick<Store, 'db' | 'write'>,
  dialect: Dialect,
  owner: string,
  migrations: readonly Migration[],
  onChange: () => void,
) {
  const names = migrations.map(({ name }) => name)
  const disordered = names.find((name, at) => at > 0 && name <= names[at - 1]!)
  if (disordered !== undefined) throw new Error(`Migration ${disordered} of ${owner} must sort after the one before it`)

  const rows = await store
    .db<MigrationsTable>()
    .selectFrom('migrations')
    .select('name')
    .where('owner', '=', owner)
    .execute()
  const applied = new Set(rows.map(({ name }) => name))
  const unknown = [...applied].filter((name) => !names.includes(name))
  if (unknown.includes(UNFINISHED.name))
    throw new Error('A copy into it is unfinished: empty it, and run weir restore or weir migrate again')
  if (unknown.length > 0) {
    throw new Error(
      `The data was written by a newer version: this one does not know migration ${unknown.join(', ')} of ${owner}. Start the newer version, or restore a backup`,
    )
  }
  const last = names.findLast((name) => applied.has(name)) ?? ''
  for (const { name, up, slice } of migrations) {
    if (applied.has(name)) continue
    if (name < last)
      throw new Error(`Migration ${name} of ${owner} sorts before ${last}, which this store has had already`)
    let more = slice !== undefined
    while (more) more = await store.write(async (tx) => (await slice?.(tx.db(), dialect)) ?? false)
    await store.write(async (tx) => {
      const db = tx.db<MigrationsTable>()
      await up(db, dialect)
      await db.insertInto('migrations').values({ owner, name, applied_at: Date.now() }).execute()
      tx.after(onChange)
    })
  }
}
