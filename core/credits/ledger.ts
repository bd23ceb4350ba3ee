import { type Clock, systemClock } from '../clock.ts'
import type { Plans } from '../contracts/plan.ts'
import { ApiError } from '../errors.ts'
import { newId } from '../id.ts'
import { describeError, type Log } from '../log.ts'
import { monthlyMillicredits } from '../plans/plans.ts'
import type { Store, Tx } from '../store/index.ts'
import { availableIn, toBalance } from './balance.ts'
import {
  type Credits,
  checkAmount,
  type Hold,
  type LedgerTx,
  type Millicredits,
  toCredits,
  type Use,
} from './credits.ts'
import { type BalanceRow, createLedgerStatements, type Entry, type LedgerStatements } from './ledger-statements.ts'
import { monthAround, monthStartOf } from './month.ts'
import { addUpShares, isNothing, shareOut } from './shares.ts'
import { countUse, countUses } from './usage-count.ts'

/** Milliseconds between two searches for holds that have expired. */
const REAP_EVERY = 30_000
/** How many are released in one transaction. */
const REAP_BATCH = 200

export interface CreditsParts {
  store: Store
  log: Log
  clock?: Clock
  /** False counts everything and refuses nothing. Source: decisions 3.1. */
  metering?: boolean
}

/** Opens the ledger, and releases what requests of a process that is gone had held. */
export async function createCredits({
  store,
  log,
  clock = systemClock,
  metering = true,
}: CreditsParts): Promise<Credits> {
  const statements = createLedgerStatements(store.dialect)
  const moves = (tx: Tx) => createMoves(tx, statements, clock, metering)

  /** Releases expired holds, some at a time, so that no transaction grows long. */
  const reap = async (before: number) => {
    let found = REAP_BATCH
    while (found === REAP_BATCH) {
      found = await store.write(
        async (tx) => {
          const expired = await tx.all(statements.expiredHolds, before, REAP_BATCH)
          for (const { account, id } of expired) await moves(tx).release(account, id)
          return expired.length
        },
        { durable: false },
      )
    }
  }
  // The data directory is locked by one process, so what expires is of no living request. Other machines share
  // Postgres.
  await reap(store.dialect === 'sqlite' ? Number.MAX_SAFE_INTEGER : clock.now())
  const reaper = setInterval(() => {
    reap(clock.now()).catch((error) =>
      log.warn('Expired holds could not be released yet', { cause: describeError(error) }),
    )
  }, REAP_EVERY)
  reaper.unref?.()

  const release = async (accountId: string, holdId: string) => {
    try {
      await store.write((tx) => moves(tx).release(accountId, holdId), { durable: false })
    } catch (error) {
      // It expires without us.
      log.warn('A hold could not be released yet', { account: accountId, cause: describeError(error) })
    }
  }

  return {
    async balance(accountId) {
      const now = clock.now()
      const row = await store.get(statements.readBalance, accountId)
      if (!row) throw unknownAccount(accountId)
      const due = now >= row.period_end ? await store.write((tx) => moves(tx).refill(accountId)) : row
      return toBalance(due, await store.get(statements.expiredOf, accountId, now))
    },

    async hold(accountId, millicredits, { expiresIn }) {
      const id = newId('hold', clock.now())
      // A power cut may lose it, as it loses the request that it is for.
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
            const taken = await moves(tx).charge(accountId, id, `${id}:charge`, amount, use)
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

    async charge(accountId, millicredits, use) {
      await store.write((tx) => moves(tx).chargeAtOnce(accountId, millicredits, use))
    },

    within: moves,

    async total() {
      const row = await store.get(statements.sumOfSpent)
      return Number(row?.spent ?? 0)
    },

    close: () => clearInterval(reaper),
  }
}

/**
 * Brings the accounts that have no amount of their own to what their plan now grants. At start: the plans are
 * settings.
 */
export async function allowPlans(store: Store, credits: Credits, plans: Plans): Promise<void> {
  const statements = createLedgerStatements(store.dialect)
  for (const [name, plan] of Object.entries(plans)) {
    const monthly = monthlyMillicredits(plan, null)
    const others = await store.all(statements.accountsWithAnother, name, monthly)
    for (const { account } of others) await store.write((tx) => credits.within(tx).allow(account, monthly))
  }
}

const unknownAccount = (accountId: string) => new Error(`Account ${accountId} has no balance`)

/** The moves of the ledger in one transaction. Each begins by reading the balance and keeping others from it. */
function createMoves(tx: Tx, statements: LedgerStatements, clock: Clock, metering: boolean) {
  /** The account's balance, in the month that it is now. */
  const refill = async (accountId: string): Promise<BalanceRow> => {
    const row = await tx.get(statements.lockBalance, accountId)
    if (!row) throw unknownAccount(accountId)
    const now = clock.now()
    // A clock that is set back leaves the month as it is.
    if (now < row.period_end) return row
    const { start, end } = monthAround(now, { day: row.refill_day, time: row.refill_time })
    if (row.refills_until !== null && start >= row.refills_until) return row
    const refilled = { ...row, used: 0, period_start: start, period_end: end }
    await write(refilled, { kind: 'grant', key: `refill:${start}`, amount: row.used })
    return refilled
  }

  /** Enters a move. False when the key exists, and nothing was changed. */
  const enter = async (account: string, entry: Entry): Promise<boolean> => {
    const { kind, key, amount = 0, held = 0, holdId = null, use, at = clock.now() } = entry
    const endpoint = use?.endpoint ?? null
    const pages = use?.pages ?? 0
    return (await tx.run(statements.addEntry, account, key, kind, amount, held, holdId, endpoint, pages, at)) > 0
  }

  const save = ({ account, monthly, used, held, spent, period_start, period_end }: BalanceRow) =>
    tx.run(statements.setBalance, monthly, used, held, spent, period_start, period_end, account)

  /** Enters a move and the balance after it. False when the key exists, and nothing was changed. */
  const write = async (after: BalanceRow, entry: Entry): Promise<boolean> => {
    if (!(await enter(after.account, entry))) return false
    await save(after)
    return true
  }

  /** Holds of this account that have expired go first, where that helps. */
  const withRoom = async (accountId: string, millicredits: Millicredits): Promise<BalanceRow> => {
    const row = await refill(accountId)
    if (!metering || availableIn(row) >= millicredits) return row
    const expired = await tx.all(statements.expiredHoldsOf, accountId, clock.now())
    for (const { id } of expired) await release(accountId, id)
    const freed = expired.length > 0 ? await refill(accountId) : row
    const available = availableIn(freed)
    if (available >= millicredits) return freed
    const details = { required: toCredits(millicredits), available: toCredits(available) }
    throw new ApiError(
      'insufficient_credits',
      `This needs ${details.required} credits; ${details.available} are available`,
      details,
    )
  }

  const holdFor = async (accountId: string, holdId: string, millicredits: Millicredits, expiresIn: number | null) => {
    checkAmount(millicredits)
    const row = await withRoom(accountId, millicredits)
    if (millicredits === 0) return
    const entry: Entry = { kind: 'hold', key: `${holdId}:hold`, held: millicredits, holdId }
    if (!(await write({ ...row, held: row.held + millicredits }, entry))) return
    await tx.run(
      statements.addHold,
      holdId,
      accountId,
      millicredits,
      expiresIn === null ? null : clock.now() + expiresIn,
    )
  }

  const release = async (accountId: string, holdId: string) => {
    const row = await refill(accountId)
    const hold = await tx.get(statements.readHold, holdId, accountId)
    if (!hold) return
    await tx.run(statements.removeHold, holdId)
    // What was charged in full leaves nothing to enter.
    if (hold.held === 0) return
    const entry: Entry = { kind: 'release', key: `${holdId}:release`, held: -hold.held, holdId }
    await write({ ...row, held: row.held - hold.held }, entry)
  }

  const chargeAll: LedgerTx['chargeAll'] = async (accountId, holdId, charges) => {
    for (const { millicredits } of charges) checkAmount(millicredits)
    if (charges.every(isNothing)) return charges.map(() => 0)
    const [row, hold] = await Promise.all([refill(accountId), tx.get(statements.readHold, holdId, accountId)])
    const available = metering ? availableIn(row) : Number.POSITIVE_INFINITY
    const shares = shareOut(charges, { held: hold?.held ?? 0, available })
    const at = clock.now()
    const entered = await Promise.all(
      shares.map((share) => {
        if (isNothing(share)) return false
        const { key, taken, fromHold, use } = share
        return enter(accountId, { kind: 'charge', key, amount: -taken, held: -fromHold, holdId, use, at })
      }),
    )
    const made = shares.filter((_, i) => entered[i])
    const { taken, fromHold } = addUpShares(made)
    await Promise.all([
      taken > 0 && save({ ...row, used: row.used + taken, held: row.held - fromHold, spent: row.spent + taken }),
      fromHold > 0 && tx.run(statements.reduceHold, fromHold, holdId),
      countUses(tx, accountId, at, made),
    ])
    const before = async (key: string) => Number((await tx.get(statements.readCharge, accountId, key))?.amount ?? 0)
    return Promise.all(shares.map((share, i) => (entered[i] || isNothing(share) ? share.taken : before(share.key))))
  }

  const charge: LedgerTx['charge'] = async (accountId, holdId, key, millicredits, use) => {
    checkAmount(millicredits)
    if (millicredits === 0 && !use.pages) return 0
    const [row, hold] = await Promise.all([refill(accountId), tx.get(statements.readHold, holdId, accountId)])
    const fromHold = Math.min(millicredits, hold?.held ?? 0)
    const beyond = metering ? Math.min(millicredits - fromHold, availableIn(row)) : millicredits - fromHold
    const taken = fromHold + beyond
    const at = clock.now()
    const entry: Entry = { kind: 'charge', key, amount: -taken, held: -fromHold, holdId, use, at }
    if (!(await enter(accountId, entry)))
      return Number((await tx.get(statements.readCharge, accountId, key))?.amount ?? 0)
    await Promise.all([
      save({ ...row, used: row.used + taken, held: row.held - fromHold, spent: row.spent + taken }),
      fromHold > 0 && tx.run(statements.reduceHold, fromHold, holdId),
      countUse(tx, accountId, at, use, taken),
    ])
    return taken
  }

  const chargeAtOnce = async (accountId: string, millicredits: Millicredits, use: Use) => {
    checkAmount(millicredits)
    const row = await withRoom(accountId, millicredits)
    const after = { ...row, used: row.used + millicredits, spent: row.spent + millicredits }
    const at = clock.now()
    await write(after, { kind: 'charge', key: newId('charge', at), amount: -millicredits, use, at })
    await countUse(tx, accountId, at, use, millicredits)
  }

  const open = async (accountId: string, monthly: Millicredits) => {
    checkAmount(monthly)
    const now = clock.now()
    const day = new Date(now).getUTCDate()
    const { start, end } = monthAround(now, { day, time: 0 })
    await tx.run(statements.openBalance, accountId, monthly, start, end, day)
    await tx.run(statements.addEntry, accountId, `refill:${start}`, 'grant', monthly, 0, null, null, 0, now)
  }

  const allow = async (accountId: string, monthly: Millicredits) => {
    checkAmount(monthly)
    const row = await refill(accountId)
    if (row.monthly === monthly) return
    await write({ ...row, monthly }, { kind: 'grant', key: newId('grant', clock.now()), amount: monthly - row.monthly })
  }

  const follow: LedgerTx['follow'] = async (accountId, { anchor, until, restart }) => {
    const now = clock.now()
    const row = await refill(accountId)
    const begin = anchor === undefined ? { day: row.refill_day, time: row.refill_time } : monthStartOf(anchor)
    const isMoved = begin.day !== row.refill_day || begin.time !== row.refill_time
    const month = monthAround(now, begin)
    const end = isMoved ? month.end : row.period_end
    await tx.run(statements.setRefills, begin.day, begin.time, until, row.period_start, end, accountId)
    const followed = { ...row, refill_day: begin.day, refill_time: begin.time, refills_until: until, period_end: end }
    if (restart !== undefined) {
      const restarted = { ...followed, used: 0, period_start: month.start, period_end: month.end }
      await write(restarted, { kind: 'grant', key: `restart:${restart}`, amount: row.used })
    }
    // What has been paid for since is granted at once.
    await refill(accountId)
  }

  const hold: LedgerTx['hold'] = (accountId, holdId, millicredits) => holdFor(accountId, holdId, millicredits, null)
  return { refill, hold, holdFor, charge, chargeAll, chargeAtOnce, release, open, allow, follow }
}
