import type { Clock } from '../clock.ts'
import { ApiError } from '../errors.ts'
import { newId } from '../id.ts'
import { rowList, type Tx } from '../store/index.ts'
import { availableIn } from './balance.ts'
import { type Charge, checkAmount, type LedgerTx, type Millicredits, toCredits, type Use } from './credits.ts'
import type { BalanceRow, Entry, LedgerStatements } from './ledger-statements.ts'
import { monthAround, monthStartOf } from './month.ts'
import { addUpShares, isNothing, type Share, shareOut } from './shares.ts'
import { countUse, countUses, type RolledUp, readRolledUp } from './usage-count.ts'

export const unknownAccount = (accountId: string) => new Error(`Account ${accountId} has no balance`)

/** The moves of the ledger in one transaction. Each begins by reading the balance and keeping others from it. */
export function createMoves(tx: Tx, statements: LedgerStatements, clock: Clock, metering: boolean) {
  /** The account's balance, in the month that it is now. */
  const refill = async (accountId: string): Promise<BalanceRow> => {
    const row = await tx.get(statements.lockBalance, accountId)
    if (!row) throw unknownAccount(accountId)
    const now = clock.now()
    // A clock that is set back leaves the month as it is.
    if (now < row.period_end) return row
    // Of months that are not paid for, none is granted: the last one that is may have begun while nobody looked.
    const latest = row.refills_until === null ? now : Math.min(now, row.refills_until - 1)
    const { start, end } = monthAround(latest, { day: row.refill_day, time: row.refill_time })
    if (start < row.period_end) return row
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
    tx.send(statements.setBalance, monthly, used, held, spent, period_start, period_end, account)

  /** Enters a move and the balance after it. False when the key exists, and nothing was changed. */
  const write = async (after: BalanceRow, entry: Entry): Promise<boolean> => {
    if (!(await enter(after.account, entry))) return false
    save(after)
    return true
  }

  /** Holds of this account that have expired go first, where that helps. */
  const makeRoom = async (accountId: string, millicredits: Millicredits): Promise<BalanceRow> => {
    const row = await refill(accountId)
    if (lacks(row, millicredits) === undefined) return row
    const expired = await tx.all(statements.expiredHoldsOf, accountId, clock.now())
    for (const { id } of expired) await release(accountId, id)
    return expired.length > 0 ? refill(accountId) : row
  }

  /** Why a balance does not do for an amount; undefined where it does. */
  const lacks = (row: BalanceRow, millicredits: Millicredits): ApiError | undefined => {
    if (!metering || availableIn(row) >= millicredits) return undefined
    const details = { required: toCredits(millicredits), available: toCredits(availableIn(row)) }
    const message = `There are not enough credits: this needs ${details.required}, and the account has ${details.available}`
    return new ApiError('insufficient_credits', message, details)
  }

  const holdFor = async (accountId: string, holdId: string, millicredits: Millicredits, expiresIn: number | null) => {
    checkAmount(millicredits)
    const row = await makeRoom(accountId, millicredits)
    const refusal = lacks(row, millicredits)
    if (refusal) throw refusal
    if (millicredits === 0) return
    const entry: Entry = { kind: 'hold', key: `${holdId}:hold`, held: millicredits, holdId }
    if (!(await write({ ...row, held: row.held + millicredits }, entry))) return
    // A request's time may have a fraction of a millisecond; the store keeps whole numbers.
    const expiresAt = expiresIn === null ? null : clock.now() + Math.ceil(expiresIn)
    tx.send(statements.addHold, holdId, accountId, millicredits, expiresAt)
  }

  const release = async (accountId: string, holdId: string) => {
    const row = await refill(accountId)
    const hold = await tx.get(statements.readHold, holdId, accountId)
    if (!hold) return
    tx.send(statements.removeHold, holdId)
    // What was charged in full leaves nothing to enter.
    if (hold.held === 0) return
    const entry: Entry = { kind: 'release', key: `${holdId}:release`, held: -hold.held, holdId }
    await write({ ...row, held: row.held - hold.held }, entry)
  }

  /** The balance, and what there is for charges: what is held for them, and what else is available. */
  const readRoom = async (accountId: string, holdId: string) => {
    const [row, hold] = await Promise.all([refill(accountId), tx.get(statements.readHold, holdId, accountId)])
    return { row, held: hold?.held ?? 0, available: metering ? availableIn(row) : Number.POSITIVE_INFINITY }
  }
  /** Whether there was no entry of its key before. */
  const enterShare = (accountId: string, holdId: string, { key, taken, fromHold, use }: Share, at: number) =>
    enter(accountId, { kind: 'charge', key, amount: -taken, held: -fromHold, holdId, use, at })
  const saveTaken = (row: BalanceRow, holdId: string, { taken, fromHold }: Pick<Share, 'taken' | 'fromHold'>) => {
    if (taken > 0) save({ ...row, used: row.used + taken, held: row.held - fromHold, spent: row.spent + taken })
    if (fromHold > 0) tx.send(statements.reduceHold, fromHold, holdId)
  }
  const takenBefore = async (accountId: string, key: string) =>
    Number((await tx.get(statements.readCharge, accountId, key))?.amount ?? 0)

  /** Enters charges of new keys. */
  const enterShares = (accountId: string, holdId: string, shares: readonly Share[], rolledUp: RolledUp) => {
    const now = clock.now()
    const rows = shares.map(({ key, taken, fromHold, use }) => [key, -taken, -fromHold, use.endpoint, use.pages ?? 0])
    tx.send(statements.addCharges, accountId, holdId, now, rowList(rows))
    countUses(tx, rolledUp, { account: accountId, now }, shares)
  }

  /** Shares out what is held and what is left, and keeps the account's other charges waiting until the commit. */
  const takeAlone = async (accountId: string, holdId: string, charges: readonly Charge[]) => {
    const { row, ...room } = await readRoom(accountId, holdId)
    const shares = shareOut(charges, room)
    saveTaken(row, holdId, addUpShares(shares))
    return shares
  }

  /** Takes what nobody else could: whatever the balance has come to meanwhile. */
  const takeHeld = (accountId: string, holdId: string, shares: readonly Share[]) => {
    const { taken, fromHold } = addUpShares(shares)
    if (taken > 0) tx.send(statements.takeFromBalance, taken, fromHold, accountId)
    if (fromHold > 0) tx.send(statements.reduceHold, fromHold, holdId)
    return shares
  }

  const prepareCharges: LedgerTx['prepareCharges'] = async (accountId, holdId, keys) => {
    const [balance, hold, before, rolledUp] = await Promise.all([
      tx.get(statements.readBalance, accountId),
      tx.get(statements.readHold, holdId, accountId),
      tx.all(statements.readCharges, accountId, rowList(keys.map((key) => [key]))),
      readRolledUp(tx),
    ])
    const taken = new Map(before.map(({ key, amount }) => [key, Number(amount)]))
    /** What is held for these charges; undefined where they want more, or where the month is over. */
    const heldFor = (charges: readonly Charge[]): Share[] | undefined => {
      if (!balance || clock.now() >= balance.period_end) return undefined
      const shares = shareOut(charges, { held: hold?.held ?? 0, available: metering ? 0 : Number.POSITIVE_INFINITY })
      return shares.every(({ taken, millicredits }) => taken === millicredits) ? shares : undefined
    }
    return async (charges) => {
      for (const { millicredits } of charges) checkAmount(millicredits)
      const seen = new Set(taken.keys())
      const wanted = charges.filter((one) => !isNothing(one) && !seen.has(one.key) && seen.add(one.key))
      if (wanted.length > 0) {
        const held = heldFor(wanted)
        const shares = held ? takeHeld(accountId, holdId, held) : await takeAlone(accountId, holdId, wanted)
        enterShares(accountId, holdId, shares, rolledUp)
        for (const share of shares) taken.set(share.key, share.taken)
      }
      return charges.map(({ key }) => taken.get(key) ?? 0)
    }
  }

  const charge: LedgerTx['charge'] = async (accountId, holdId, key, millicredits, use) => {
    const wanted = { key, millicredits, use }
    checkAmount(millicredits)
    if (isNothing(wanted)) return 0
    const { row, ...room } = await readRoom(accountId, holdId)
    const share = shareOut([wanted], room)[0]!
    const at = clock.now()
    if (!(await enterShare(accountId, holdId, share, at))) return takenBefore(accountId, key)
    saveTaken(row, holdId, share)
    countUse(tx, await readRolledUp(tx), { account: accountId, now: at }, use, share.taken)
    return share.taken
  }

  /** Charges each in full, or not at all: gives why, in their order. Their keys are new. */
  const chargeEach = async (accountId: string, charges: readonly Charge[]): Promise<(ApiError | undefined)[]> => {
    const whole = charges.reduce((sum, { millicredits }) => sum + millicredits, 0)
    const at = clock.now()
    let row = await makeRoom(accountId, whole)
    const made: { use: Use; taken: Millicredits }[] = []
    const refusals = charges.map(({ key, millicredits, use }) => {
      const refusal = lacks(row, millicredits)
      if (refusal) return refusal
      row = { ...row, used: row.used + millicredits, spent: row.spent + millicredits }
      made.push({ use, taken: millicredits })
      const { endpoint, pages = 0 } = use
      tx.send(statements.addEntry, accountId, key, 'charge', -millicredits, 0, null, endpoint, pages, at)
      return undefined
    })
    if (made.length === 0) return refusals
    save(row)
    countUses(tx, await readRolledUp(tx), { account: accountId, now: at }, made)
    return refusals
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
  return { refill, hold, holdFor, charge, prepareCharges, chargeEach, release, open, allow, follow }
}
