import type { Balance } from './credits.ts'
import type { BalanceRow } from './ledger-statements.ts'

/** Millicredits that are available for a new hold. */
export const availableIn = ({ monthly, used, held }: BalanceRow) => Math.max(0, monthly - used - held)

/** A balance for display. Expired holds count as released. */
export function toBalance(row: BalanceRow, expired: { held: number | null } | undefined): Balance {
  const held = row.held - Number(expired?.held ?? 0)
  return {
    monthly: row.monthly,
    used: row.used,
    held,
    remaining: Math.max(0, row.monthly - row.used),
    available: availableIn({ ...row, held }),
    since: row.period_start,
    refillsAt: row.period_end,
  }
}
