import { expect, spyOn, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isSqlite } from '../../store.ts'
import { startWeir } from '../../weir.ts'

/** Milliseconds after which the service sweeps for the first time. */
const FIRST = 60_000

// On Postgres they are in the database.
test.if(isSqlite)('a service deletes bytes without a file a minute after its start', async () => {
  const timers = spyOn(globalThis, 'setTimeout')
  const weir = await startWeir({ WEIR_ENGINES: 'lightweight' })
  const sweeps = timers.mock.calls.filter(([, wait]) => wait === FIRST).map(([sweep]) => sweep as () => void)
  timers.mockRestore()
  const hash = createHash('sha256').update('left behind').digest('hex')
  const path = join(weir.dataDir, 'files', hash.slice(0, 2), hash)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'left behind')
  const longAgo = new Date(Date.now() - 2 * 3_600_000)
  utimesSync(path, longAgo, longAgo)
  for (const sweep of sweeps) sweep()
  for (let i = 0; i < 1000 && existsSync(path); i++) await Bun.sleep(20)
  expect(existsSync(path)).toBe(false)
  await weir.close()
})
