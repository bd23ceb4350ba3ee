import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readPeriod } from '../../../core/credits/period.ts'
import { ALL_ACCOUNTS, createUsage } from '../../../core/credits/usage.ts'
import { usageMoveMigration, usageTotalsMigration } from '../../../core/credits/usage-tables.ts'
import { CORE, coreMigrations } from '../../../core/host/core-migrations.ts'
import { createLog } from '../../../core/log.ts'
import { isSqlite, openStore } from '../../store.ts'
import { setClock } from '../open-accounts.ts'

const HOUR = 3_600_000
const ROWS = 50_000
const START = Date.parse('2025-03-01T00:00:00Z')

// Until then usage was kept only in SQLite.
test.if(isSqlite)(
  'the usage of a store without roll-ups is moved in slices, continues after a kill, and is rolled up',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'weir-usage-'))
    const log = createLog('text', () => {})
    const older = coreMigrations.slice(0, coreMigrations.indexOf(usageTotalsMigration))
    const clock = setClock(START + 10_000 * HOUR)
    const period = readPeriod('3000d', clock.now())
    const sum = { requests: ROWS, failures: 0, milliseconds: 3 * ROWS, millicredits: 500 * ROWS, pages: 2 * ROWS }
    {
      const store = await openStore({ dataDir, log })
      await store.migrate(CORE, older)
      await store.write(async (tx) => {
        await sql`with recursive counted(n) as (select 0 union all select n + 1 from counted where n + 1 < ${ROWS})
        insert into usage select 'usr_' || (n % 7), ${START} + n / 7 * ${HOUR}, 'scrape', 1, 0, 3, 500, 2 from counted`.execute(
          tx.db(),
        )
      })
      // A process that is killed between two slices.
      await store.migrate(CORE, [...older, usageTotalsMigration])
      await store.write(async (tx) => expect(await usageMoveMigration.slice?.(tx.db(), 'sqlite')).toBe(true))
      await store.close()
    }
    const store = await openStore({ dataDir, log })
    await store.migrate(CORE, coreMigrations)
    const usage = createUsage({ store, clock, log })
    // The sums are complete before and after the roll-up.
    expect(await usage.totals(ALL_ACCOUNTS, period)).toEqual(sum)
    await usage.rollUp()
    expect(await usage.totals(ALL_ACCOUNTS, period)).toEqual(sum)
    const most = await usage.byAccount(period, 10)
    expect(most.map(({ pages }) => pages).reduce((all, one) => all + one, 0)).toBe(sum.pages)
    expect(most).toHaveLength(7)
    await usage.close()
    await store.close()
    rmSync(dataDir, { recursive: true })
  },
  120_000,
)
