import { type Clock, systemClock } from '../clock.ts'
import type { Log } from '../log.ts'
import { type Store, statement } from '../store/index.ts'
import { createSweeper } from '../store/sweeper.ts'
import { removeEnded, sameUntil, type WindowRow, type WindowRule, type WindowState, type Windows } from './windows.ts'

type Counted = Pick<WindowRow, 'count' | 'ends_at'>

/**
 * Counts one, even if the window is full: the caller then rolls back. The row stays locked until the end of the
 * transaction, so that the next one sees the result.
 */
const countIn = statement<[subject: string, family: string, length: number, now: number, endsAt: number], Counted>(
  (db, [subject, family, length, now, ends_at]) =>
    db
      .insertInto('windows')
      .values({ subject, family, length, count: 1, ends_at })
      .onConflict((conflict) =>
        conflict.columns(['subject', 'family', 'length']).doUpdateSet((eb) => ({
          count: eb
            .case()
            .when('windows.ends_at', '<=', now)
            .then(eb.ref('excluded.count'))
            .else(eb('windows.count', '+', eb.ref('excluded.count')))
            .end(),
          // No window lasts longer than its length, even if another machine's clock was wrong.
          ends_at: eb
            .case()
            .when('windows.ends_at', '<=', now)
            .then(eb.ref('excluded.ends_at'))
            .else(eb.fn('least', ['windows.ends_at', 'excluded.ends_at']))
            .end(),
        })),
      )
      .returning(['count', 'ends_at']),
)
const countOut = statement<[subject: string, family: string, length: number, until: number], never>(
  (db, [subject, family, length, until]) =>
    db
      .updateTable('windows')
      .set((eb) => ({ count: eb('count', '-', eb.lit(1)) }))
      .where('subject', '=', subject)
      .where('family', '=', family)
      .where('length', '=', length)
      .where('ends_at', '<', until),
)
const readWindow = statement<[subject: string, family: string, length: number, now: number], Counted>(
  (db, [subject, family, length, now]) =>
    db
      .selectFrom('windows')
      .select(['count', 'ends_at'])
      .where('subject', '=', subject)
      .where('family', '=', family)
      .where('length', '=', length)
      .where('ends_at', '>', now),
)

/** Milliseconds between two cleanups of ended windows. */
const CLEAR_EVERY = 60_000

/** Rolls back the count, and names the full window. */
class Full extends Error {
  readonly at: number
  readonly endsAt: number

  constructor(at: number, endsAt: number) {
    super('A window is full')
    this.at = at
    this.endsAt = endsAt
  }
}

/** In the same order everywhere, to avoid deadlocks. */
const inOrder = <R extends WindowRule>(rules: readonly R[]) =>
  rules
    .map((rule, at) => ({ rule, at, key: `${rule.subject} ${rule.family} ${rule.length}` }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))

/** Windows in the store, for several processes that share it and whose clocks agree to a second. */
export function createStoreWindows({
  store,
  log,
  clock = systemClock,
}: {
  store: Store
  log: Log
  clock?: Clock
}): Windows {
  const sweeper = createSweeper({
    what: 'Ended windows of rate limits',
    async sweep() {
      await store.write((tx) => tx.run(removeEnded, clock.now()), { durable: false, reserved: true })
      return false
    },
    first: CLEAR_EVERY,
    every: CLEAR_EVERY,
    log,
  })
  sweeper.start()

  const stateOf = (rule: WindowRule, now: number, counted?: Counted): WindowState => ({
    ...rule,
    remaining: Math.max(0, rule.limit - (counted?.count ?? 0)),
    resetsAt: Math.min(counted?.ends_at ?? Number.POSITIVE_INFINITY, now + rule.length),
  })
  const read = (rules: readonly WindowRule[]) =>
    Promise.all(
      rules.map(async (rule) => {
        const now = Math.round(clock.now())
        return stateOf(rule, now, await store.get(readWindow, rule.subject, rule.family, rule.length, now))
      }),
    )

  return {
    read,
    async take(rules) {
      if (rules.length === 0) return { taken: true, states: [] }
      const now = Math.round(clock.now())
      const states: WindowState[] = []
      try {
        await store.write(
          async (tx) => {
            for (const { rule, at } of inOrder(rules)) {
              const { subject, family, length, limit } = rule
              const counted = (await tx.get(countIn, subject, family, length, now, now + length))!
              if (counted.count > limit) throw new Full(at, counted.ends_at)
              states[at] = stateOf(rule, now, counted)
            }
          },
          { durable: false, reserved: true },
        )
        return { taken: true, states }
      } catch (error) {
        if (!(error instanceof Full)) throw error
        const others = await read(rules)
        const full = { ...rules[error.at]!, remaining: 0, resetsAt: error.endsAt }
        return { taken: false, states: others.with(error.at, full) }
      }
    },
    async giveBack(taken) {
      await store.write(
        async (tx) => {
          for (const { rule } of inOrder(taken))
            await tx.run(countOut, rule.subject, rule.family, rule.length, sameUntil(rule))
        },
        { durable: false, reserved: true },
      )
    },
    // Every count is written at once.
    flush: async () => {},
    close: () => sweeper.close(),
  }
}
