import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryLeases } from '../../../core/leases/memory-leases.ts'
import { createLog } from '../../../core/log.ts'
import { openStore } from '../../../core/store/index.ts'
import { findSeen, putSeen, seenPagesMigration } from '../../../plugins/scrape/changes/seen-pages.ts'
import { createSeenSweeper } from '../../../plugins/scrape/changes/sweep.ts'

test('expired pages are deleted, and the oldest of each account beyond its limit', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-seen-'))
  const log = createLog('text', () => {})
  const store = await openStore({ dataDir, log })
  await store.migrate('scrape', [seenPagesMigration])
  const put = (account: string, key: string, seenAt: number, expiresAt: number | null) =>
    store.write((tx) => tx.run(putSeen, account, key, 0, 'hash', new Uint8Array([1]), seenAt, expiresAt))
  for (let i = 0; i < 5; i++) await put('usr_many', `page ${i}`, i, null)
  await put('usr_one', 'expired', 1, 99)
  await put('usr_one', 'kept', 1, 101)
  await put('usr_two', 'expired', -1, null)
  const leases = createMemoryLeases()
  const sweeper = createSeenSweeper({ store, clock: { now: () => 100 }, leases, log }, 3)
  const isThere = async (account: string, key: string) => (await store.get(findSeen, account, key)) !== undefined
  // While another server sweeps, this one would count pages that the other deletes.
  const other = await leases.take('sweep: Pages that were seen long ago')
  await sweeper.sweep()
  expect(await isThere('usr_one', 'expired')).toBe(true)
  if ('release' in other) other.release()
  await sweeper.sweep()
  const many = await Promise.all(Array.from({ length: 5 }, (_, i) => isThere('usr_many', `page ${i}`)))
  expect(many).toEqual([false, false, true, true, true])
  expect([await isThere('usr_one', 'expired'), await isThere('usr_one', 'kept')]).toEqual([false, true])
  expect([await isThere('usr_two', 'expired'), await isThere('usr_two', 'kept')]).toEqual([true, false])

  const seenAt = async () => (await store.get(findSeen, 'usr_one', 'kept'))?.seen_at
  await put('usr_one', 'kept', 0, 200)
  expect(await seenAt()).toBe(1)
  // A version from a time when the clock was wrong does not stay until then.
  await put('usr_one', 'kept', 60_001, 200)
  await put('usr_one', 'kept', 1, 200)
  expect(await seenAt()).toBe(60_001)
  await put('usr_one', 'kept', 0, 200)
  expect(await seenAt()).toBe(0)
  await sweeper.close()
  await store.close()
  rmSync(dataDir, { recursive: true })
})
