import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { type MemoryKills, watchMemoryKills } from '../../../core/metrics/memory-kills.ts'
import { openAccounts } from '../open-accounts.ts'

/** Successive starts on one store, each with the kernel's count at the time; gives what each reports. */
async function starts(...said: (MemoryKills | undefined)[]) {
  await using world = await openAccounts()
  const found: boolean[] = []
  for (const kills of said) {
    const watch = await watchMemoryKills(world.store, world.log, () => kills)
    found.push(watch.risen)
    await watch.close()
  }
  return found
}

test('a count that has risen between two starts is reported as a kill for lack of memory, once', async () => {
  const kills = (count: number, boot = 'a') => ({ boot, count })
  expect(await starts(kills(3), kills(3), kills(5), kills(5), kills(6))).toEqual([false, false, true, false, true])
  // The machine has rebooted, and counts from zero.
  expect(await starts(kills(1), kills(4, 'b'), kills(4, 'b'))).toEqual([false, false, false])
  expect(await starts(undefined, undefined, kills(2), undefined, kills(3))).toEqual([false, false, false, false, true])
})

test.skipIf(!existsSync('the count is that of the kernel'))('the count is that of the kernel', async () => {
  await using world = await openAccounts()
  await (await watchMemoryKills(world.store, world.log)).close()
  const { rows } = await sql<MemoryKills>`select boot, count from memory_kills`.execute(world.store.db())
  const count = Number(/^oom_kill (\d+)$/m.exec(readFileSync('/proc/vmstat', 'utf8'))![1])
  expect(rows).toEqual([{ boot: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), count }])
})
