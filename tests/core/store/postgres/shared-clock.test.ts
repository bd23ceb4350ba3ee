import { afterAll, beforeAll, expect, test } from 'bun:test'
import { systemClock } from '../../../../core/clock.ts'
import { createLog } from '../../../../core/log.ts'
import type { Store } from '../../../../core/store/index.ts'
import { openPostgresStore } from '../../../../core/store/postgres/open.ts'
import { openSharedClock } from '../../../../core/store/postgres/shared-clock.ts'
import { createDatabase } from '../../../postgres.ts'

const HOUR = 3_600_000

const lines: string[] = []
const log = createLog('text', (line) => void lines.push(line))
let store: Store
beforeAll(async () => {
  store = await openPostgresStore({ url: await createDatabase(), log })
})
afterAll(() => store.close())

test.each([
  ['ahead', HOUR, 'seconds=3600'],
  ['behind', -HOUR, 'seconds=-3600'],
])('a machine whose clock is %s uses that of Postgres, and logs a warning', async (_, ahead, said) => {
  lines.length = 0
  const clock = await openSharedClock({ store, log, clock: { now: () => systemClock.now() + ahead } })
  expect(Math.abs(clock.now() - systemClock.now())).toBeLessThan(HOUR / 2)
  expect(lines.join('')).toContain('The clock of this machine differs from that of Postgres')
  expect(lines.join('')).toContain(said)
  clock.close()
})

test('a clock that differs by less than a second is left as it is, in silence', async () => {
  lines.length = 0
  const clock = await openSharedClock({ store, log, clock: { now: () => 5 * Math.round(systemClock.now() / 5) } })
  expect(clock.now() % 5).toBe(0)
  expect(lines).toEqual([])
  clock.close()
})
