import { ApiError } from '../../errors.ts'
import { availableIn } from '../balance.ts'
import { checkAmount, type Millicredits, toCredits } from '../credits.ts'
import type { BalanceRow, Entry } from '../ledger-statements.ts'
import type { BalanceMoves, MoveParts } from './balance-moves.ts'

export type HoldMoves = ReturnType<typeof createHoldMoves>

/** Holds credits before work, and releases what was not charged. */
export function createHoldMoves({ tx, statements, clock, metering }: MoveParts, { refill, write }: BalanceMoves) {
  /** Releases expired holds of the account first, if the balance is too low. */
  const makeRoom = async (accountId: string, millicredits: Millicredits): Promise<BalanceRow> => {
    const row = await refill(accountId)
    if (lacks(row, millicredits) === undefined) return row
    const expired = await tx.all(statements.expiredHoldsOf, accountId, clock.now())
    for (const { id } of expired) await release(accountId, id)
    return expired.length > 0 ? refill(accountId) : row
  }

  /** The refusal if a balance is too low for an amount; undefined if it is not. */
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
    // A request's timeout may have a fraction of a millisecond, but the store keeps whole numbers.
    const expiresAt = expiresIn === null ? null : clock.now() + Math.ceil(expiresIn)
    tx.send(statements.addHold, holdId, accountId, millicredits, expiresAt)
  }

  const release = async (accountId: string, holdId: string) => {
    const row = await refill(accountId)
    const hold = await tx.get(statements.readHold, holdId, accountId)
    if (!hold) return
    tx.send(statements.removeHold, holdId)
    // A hold that was charged completely needs no entry.
    if (hold.held === 0) return
    const entry: Entry = { kind: 'release', key: `${holdId}:release`, held: -hold.held, holdId }
    await write({ ...row, held: row.held - hold.held }, entry)
  }

  return { makeRoom, lacks, holdFor, release }
}
