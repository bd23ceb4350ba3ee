import { readFileSync } from 'node:fs'
import { describeError, type Log } from '../log.ts'
import type { Migration, Store } from '../store/index.ts'

/** Processes that the kernel has killed for lack of memory since it booted. */
export interface MemoryKills {
  /** Identifies this boot of the machine. */
  boot: string
  count: number
}

interface MemoryKillsTable {
  memory_kills: MemoryKills
}

/** How often the count is read, in ms. A kill that was counted before has not ended this process. */
const LOOK_EVERY = 5_000

export const memoryKillsMigration: Migration = {
  name: '015-memory-kills',
  async up(db) {
    await db.schema
      .createTable('memory_kills')
      .addColumn('boot', 'text', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .execute()
  },
}

/** Linux counts them for the whole machine, and containers see the same count. Undefined elsewhere. */
function readMemoryKills(): MemoryKills | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const count = /^oom_kill (\d+)$/m.exec(readFileSync('/proc/vmstat', 'utf8'))?.[1]
    return count === undefined ? undefined : { boot, count: Number(count) }
  } catch {
    return undefined
  }
}

/**
 * Keeps the count in the store. `risen` is whether it has grown since the last look of the previous process: if that
 * one was killed, it was most likely for its memory.
 */
export async function watchMemoryKills(store: Store, log: Log, read = readMemoryKills) {
  // Other machines may keep theirs in the same store.
  const boot = read()?.boot ?? ''
  let last = await store
    .db<MemoryKillsTable>()
    .selectFrom('memory_kills')
    .selectAll()
    .where('boot', '=', boot)
    .executeTakeFirst()
  const look = async () => {
    const now = read()
    if (!now || (now.boot === last?.boot && now.count === Number(last.count))) return false
    const risen = now.boot === last?.boot && now.count > Number(last.count)
    await store.write(
      async (tx) => {
        const db = tx.db<MemoryKillsTable>()
        await db.deleteFrom('memory_kills').where('boot', '=', now.boot).execute()
        await db.insertInto('memory_kills').values(now).execute()
      },
      { durable: false, reserved: true },
    )
    last = now
    return risen
  }
  const risen = await look()
  let looking: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    looking = look().catch((error: unknown) =>
      log.warn('The count of processes killed for memory could not be kept', { cause: describeError(error) }),
    )
  }, LOOK_EVERY)
  timer.unref?.()
  return {
    risen,
    async close() {
      clearInterval(timer)
      await looking
    },
  }
}
