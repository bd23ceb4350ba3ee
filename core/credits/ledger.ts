import { type Clock, systemClock } from '../clock.ts'
import type { Plans } from '../contracts/plan.ts'
import { newId } from '../id.ts'
import { describeError, type Log } from '../log.ts'
import { monthlyMillicredits } from '../plans/plans.ts'
import type { Store, Tx } from '../store/index.ts'
import { createSweeper } from '../store/sweeper.ts'
import { toBalance } from './balance.ts'
import { createChargeTogether } from './charge-together.ts'
import { type Credits, checkAmount, type Hold, type Millicredits } from './credits.ts'
import { createLedgerStatements } from './ledger-statements.ts'
import { isFarAhead } from './month.ts'
import { unknownAccount } from './moves/balance-moves.ts'
import { createMoves } from './moves/moves.ts'

/** Milliseconds between two searches for holds that have expired. */
const REAP_EVERY = 30_000
/** Holds that are released in one transaction. */
const REAP_BATCH = 200

export interface CreditsParts {
  store: Store
  log: Log
  clock?: Clock
  /** False counts everything and refuses nothing. Source: decisions 3.1. */
  metering?: boolean
}

/** Opens the ledger, and releases the holds of dead processes. */
export async function createCredits({
  store,
  log,
  clock = systemClock,
  metering = true,
}: CreditsParts): Promise<Credits> {
  const statements = createLedgerStatements(store.dialect)
  const moves = (tx: Tx) => createMoves({ tx, statements, clock, metering })

  /** Releases some holds that have expired before a time. Returns whether there may be more. */
  const releaseExpired = (before: number) =>
    store.write(
      async (tx) => {
        const expired = await tx.all(statements.expiredHolds, before, REAP_BATCH)
        for (const { account, id } of expired) await moves(tx).release(account, id)
        return expired.length === REAP_BATCH
      },
      { durable: false },
    )
  // On SQLite only this process uses the store, so all holds that can expire are of dead requests.
  const dead = store.dialect === 'sqlite' ? Number.MAX_SAFE_INTEGER : clock.now()
  while (await releaseExpired(dead));
  const reaper = createSweeper({
    what: 'Expired holds',
    sweep: () => releaseExpired(clock.now()),
    first: REAP_EVERY,
    every: REAP_EVERY,
    log,
  })
  reaper.start()

  const release = async (accountId: string, holdId: string) => {
    try {
      await store.write((tx) => moves(tx).release(accountId, holdId), { durable: false })
    } catch (error) {
      // It will expire anyway.
      log.warn('A hold could not be released yet', { account: accountId, cause: describeError(error) })
    }
  }

  const chargeTogether = createChargeTogether(store, (tx, accountId, charges) =>
    moves(tx).chargeEach(accountId, charges),
  )

  return {
    async balance(accountId) {
      const now = clock.now()
      const row = await store.get(statements.readBalance, accountId)
      if (!row) throw unknownAccount(accountId)
      const isDue = now >= row.period_end || isFarAhead(row.period_start, now)
      const due = isDue ? await store.write((tx) => moves(tx).refill(accountId)) : row
      return toBalance(due, await store.get(statements.expiredOf, accountId, now))
    },

    async hold(accountId, wanted, { expiresIn, idempotency }) {
      const id = newId('hold', clock.now())
      const before = idempotency?.chargeKey
      const millicredits = before === undefined ? wanted : 0
      // Not durable, as a power cut also loses the request that it is for.
      await store.write((tx) => moves(tx).holdFor(accountId, id, millicredits, expiresIn), { durable: false })
      let captured: Millicredits | undefined
      const hold: Hold = {
        id,
        get captured() {
          return captured ?? 0
        },
        async capture(amount, use, also) {
          if (captured !== undefined) throw new Error('A hold is captured once')
          captured = await store.write(async (tx) => {
            await also?.(tx)
            const key = before ?? `${id}:charge`
            if (before === undefined) await idempotency?.keepCharge(tx, key)
            const taken = await moves(tx).charge(accountId, id, key, amount, use)
            await moves(tx).release(accountId, id)
            return taken
          })
        },
        async [Symbol.asyncDispose]() {
          if (captured === undefined && millicredits > 0) await release(accountId, id)
        },
      }
      return hold
    },

    async charge(accountId, millicredits, use, { idempotency } = {}) {
      if (!idempotency) return chargeTogether(accountId, millicredits, use)
      if (idempotency.chargeKey !== undefined) return
      checkAmount(millicredits)
      const key = newId('charge')
      await store.write(async (tx) => {
        await idempotency.keepCharge(tx, key)
        const [refusal] = await moves(tx).chargeEach(accountId, [{ key, millicredits, use }])
        if (refusal) throw refusal
      })
    },

    within: moves,

    async total() {
      const row = await store.get(statements.sumOfSpent)
      return Number(row?.spent ?? 0)
    },

    close: reaper.close,
  }
}

/**
 * Gives accounts without an amount of their own what their plan grants now. Called at start, as plans are settings.
 */
export async function allowPlans(store: Store, credits: Credits, plans: Plans): Promise<void> {
  const statements = createLedgerStatements(store.dialect)
  for (const [name, plan] of Object.entries(plans)) {
    const monthly = monthlyMillicredits(plan, null)
    const others = await store.all(statements.accountsWithAnother, name, monthly)
    for (const { account } of others) await store.write((tx) => credits.within(tx).allow(account, monthly))
  }
}
