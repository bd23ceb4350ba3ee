import { type Clock, systemClock } from '../clock.ts'
import type { Log } from '../log.ts'
import { type Store, statement } from '../store/index.ts'
import { createWriteBehind } from '../store/write-behind.ts'
import {
  removeEnded,
  sameUntil,
  type WindowRow,
  type WindowRule,
  type WindowState,
  type Windows,
  type WindowsTable,
} from './windows.ts'

const setWindow = statement<[subject: string, family: string, length: number, count: number, endsAt: number], never>(
  (db, [subject, family, length, count, ends_at]) =>
    db
      .insertInto('windows')
      .values({ subject, family, length, count, ends_at })
      .onConflict((conflict) => conflict.columns(['subject', 'family', 'length']).doUpdateSet({ count, ends_at })),
)

/** Milliseconds until a count is written. A kill may lose this much. */
const WRITE_EVERY = 1_000
/** Milliseconds between two cleanups of ended windows. */
const CLEAR_EVERY = 60_000

/** An open window in memory. */
interface Open {
  count: number
  /** In milliseconds of the monotonic clock, so that setting the time of day has no effect. */
  endsAt: number
}

export interface MemoryWindowsParts {
  store: Store
  log: Log
  /** The time of day, for stored and shown times. */
  clock?: Clock
  /** Milliseconds of the monotonic clock. */
  steady?: () => number
}

/** Windows in the memory of one process. They are written to the store later, to survive a restart. */
export async function createMemoryWindows(parts: MemoryWindowsParts): Promise<Windows> {
  const { store, log, clock = systemClock, steady = () => performance.now() } = parts
  const keyOf = ({ subject, family, length }: Omit<WindowRule, 'limit'>) => `${subject} ${family} ${length}`
  const open = new Map<string, Open>()
  let clearedAt = steady()

  for (const row of await store.db<WindowsTable>().selectFrom('windows').selectAll().execute()) {
    // The clock may have been set back since, but no window lasts longer than its length.
    const left = Math.min(row.ends_at - clock.now(), row.length)
    if (left > 0) open.set(keyOf(row), { count: row.count, endsAt: steady() + left })
  }

  /** Deletes ended windows now and then. */
  const clear = (now: number) => {
    if (now - clearedAt < CLEAR_EVERY) return false
    clearedAt = now
    for (const [key, { endsAt }] of open) if (endsAt <= now) open.delete(key)
    return true
  }

  const counts = createWriteBehind<WindowRow>({
    every: WRITE_EVERY,
    merge: (_, newer) => newer,
    write: (entries) =>
      store.write(
        async (tx) => {
          for (const { subject, family, length, count, ends_at } of entries.values()) {
            await tx.run(setWindow, subject, family, length, count, ends_at)
          }
          if (clear(steady())) await tx.run(removeEnded, clock.now())
        },
        { durable: false },
      ),
    log,
  })

  const stateOf = (rule: WindowRule, now: number): WindowState => {
    const window = open.get(keyOf(rule))
    const isOpen = window !== undefined && window.endsAt > now
    const left = isOpen ? window.endsAt - now : rule.length
    const { subject, family, length, limit } = rule
    const remaining = Math.max(0, limit - (isOpen ? window.count : 0))
    return { subject, family, length, limit, remaining, resetsAt: Math.round(clock.now() + left) }
  }

  const write = (key: string, { subject, family, length }: WindowRule, window: Open, now: number) => {
    const ends_at = Math.round(clock.now() + window.endsAt - now)
    counts.add(key, { subject, family, length, count: window.count, ends_at })
  }

  const countIn = (rule: WindowRule, now: number) => {
    const key = keyOf(rule)
    let window = open.get(key)
    if (!window || window.endsAt <= now) {
      window = { count: 0, endsAt: now + rule.length }
      open.set(key, window)
    }
    window.count++
    write(key, rule, window, now)
  }

  return {
    take(rules) {
      const now = steady()
      const taken = rules.every((rule) => stateOf(rule, now).remaining > 0)
      if (taken) for (const rule of rules) countIn(rule, now)
      return { taken, states: rules.map((rule) => stateOf(rule, now)) }
    },
    giveBack(taken) {
      const now = steady()
      for (const state of taken) {
        const key = keyOf(state)
        const window = open.get(key)
        if (!window || stateOf(state, now).resetsAt >= sameUntil(state)) continue
        window.count--
        write(key, state, window, now)
      }
    },
    read(rules) {
      const now = steady()
      return rules.map((rule) => stateOf(rule, now))
    },
    flush: () => counts.flush(),
    close: () => counts.close(),
  }
}
