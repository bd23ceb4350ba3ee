import { sql } from 'kysely'
import type { Store } from '../../store/index.ts'
import type { Table } from './source.ts'

/**
 * Disables the triggers of tables that are filled by a copy, as their effects are copied too. Returns the function
 * that enables them again.
 */
export async function suspendTriggers(store: Store, tables: readonly Table[]): Promise<() => Promise<void>> {
  const runAll = (statements: readonly string[]) =>
    store.write(async (tx) => {
      for (const statement of statements) await sql.raw(statement).execute(tx.db())
    })
  const names = tables.map(({ name }) => `"${name}"`)
  if (store.dialect === 'postgres') {
    await runAll(names.map((name) => `alter table ${name} disable trigger user`))
    return () => runAll(names.map((name) => `alter table ${name} enable trigger user`))
  }
  const triggers = await store
    .db<{ sqlite_master: { type: string; name: string; sql: string } }>()
    .selectFrom('sqlite_master')
    .select(['name', 'sql'])
    .where('type', '=', 'trigger')
    .execute()
  await runAll(triggers.map(({ name }) => `drop trigger "${name}"`))
  return () => runAll(triggers.map((trigger) => trigger.sql))
}
