import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { coreMigrations } from '../../../core/host/core-migrations.ts'
import { isSqlite } from '../../store.ts'
import { openAccounts } from '../open-accounts.ts'

/**
 * A released migration never changes: stores have run it, and no start runs it again. Add here what a new migration
 * changes in the tables.
 */
test.if(isSqlite)(
  'the tables and indexes of the core are those that its migrations have made in all releases',
  async () => {
    await using world = await openAccounts()
    const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where type in ('table', 'index') and sql is not null order by type desc, name`.execute(
      world.store.db(),
    )
    const made = rows.map((row) => row.sql.replace(/\s+/g, ' '))
    expect(made).toEqual(
      readFileSync(join(import.meta.dir, 'core-schema.sql'), 'utf8')
        .trimEnd()
        .split('\n'),
    )
  },
)

test('each migration has its own number, in the order in which they were written', () => {
  const numbers = coreMigrations.map(({ name }) => Number(/^(\d{3})-[a-z-]+$/.exec(name)?.[1]))
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
})
