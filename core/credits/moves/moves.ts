import type { LedgerTx } from '../credits.ts'
import { createBalanceMoves, type MoveParts } from './balance-moves.ts'
import { createChargeMoves } from './charge-moves.ts'
import { createHoldMoves } from './hold-moves.ts'
import { createRefillMoves } from './refill-moves.ts'

/** The moves of the ledger within one transaction. Each begins by reading and locking the balance. */
export function createMoves(parts: MoveParts) {
  const balances = createBalanceMoves(parts)
  const holds = createHoldMoves(parts, balances)
  const { refill } = balances
  const { holdFor, release } = holds
  const hold: LedgerTx['hold'] = (accountId, holdId, millicredits) => holdFor(accountId, holdId, millicredits, null)
  const charges = createChargeMoves(parts, balances, holds)
  return { refill, hold, holdFor, release, ...charges, ...createRefillMoves(parts, balances) }
}
