import type { ApiError } from '../../errors.ts'
import { rowList } from '../../store/index.ts'
import { availableIn } from '../balance.ts'
import { type Charge, checkAmount, type LedgerTx, type Millicredits, type Use } from '../credits.ts'
import type { BalanceRow } from '../ledger-statements.ts'
import { addUpShares, isNothing, type Share, shareOut } from '../shares.ts'
import { countUse, countUses, type RolledUp, readRolledUp } from '../usage-count.ts'
import type { BalanceMoves, MoveParts } from './balance-moves.ts'
import type { HoldMoves } from './hold-moves.ts'

/** Charges from the hold first, then from the balance. Each key is charged once. */
export function createChargeMoves(
  { tx, statements, clock, metering }: MoveParts,
  { refill, enter, save }: BalanceMoves,
  { makeRoom, lacks }: HoldMoves,
) {
  /** The balance, and what can be charged: what is held, and what else is available. */
  const readRoom = async (accountId: string, holdId: string) => {
    const [row, hold] = await Promise.all([refill(accountId), tx.get(statements.readHold, holdId, accountId)])
    return { row, held: hold?.held ?? 0, available: metering ? availableIn(row) : Number.POSITIVE_INFINITY }
  }
  /** Adds the entry of a charge. Returns false if its key exists. */
  const enterShare = (accountId: string, holdId: string, { key, taken, fromHold, use }: Share, at: number) =>
    enter(accountId, { kind: 'charge', key, amount: -taken, held: -fromHold, holdId, use, at })
  const saveTaken = (row: BalanceRow, holdId: string, { taken, fromHold }: Pick<Share, 'taken' | 'fromHold'>) => {
    if (taken > 0) save({ ...row, used: row.used + taken, held: row.held - fromHold, spent: row.spent + taken })
    if (fromHold > 0) tx.send(statements.reduceHold, fromHold, holdId)
  }
  const takenBefore = async (accountId: string, key: string) =>
    Number((await tx.get(statements.readCharge, accountId, key))?.amount ?? 0)

  /** Adds entries of charges with new keys. */
  const enterShares = (accountId: string, holdId: string, shares: readonly Share[], rolledUp: RolledUp) => {
    const now = clock.now()
    const rows = shares.map(({ key, taken, fromHold, use }) => [key, -taken, -fromHold, use.endpoint, use.pages ?? 0])
    tx.send(statements.addCharges, accountId, holdId, now, rowList(rows))
    countUses(tx, rolledUp, { account: accountId, now }, shares)
  }

  /** Charges from hold and balance. Locks the account, so that its other charges wait for the commit. */
  const takeAlone = async (accountId: string, holdId: string, charges: readonly Charge[]) => {
    const { row, ...room } = await readRoom(accountId, holdId)
    const shares = shareOut(charges, room)
    saveTaken(row, holdId, addUpShares(shares))
    return shares
  }

  /** Charges from the hold only, which nobody else can use, so that the account need not be locked. */
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
    /** What is held for these charges; undefined if they exceed the hold, or the month is over. */
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

  /** Charges each in full or not at all. Returns the refusals in order. The keys must be new. */
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

  return { charge, prepareCharges, chargeEach }
}
