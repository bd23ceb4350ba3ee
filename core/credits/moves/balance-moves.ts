import type { Clock } from '../../clock.ts'
import type { Tx } from '../../store/index.ts'
import type { BalanceRow, Entry, LedgerStatements } from '../ledger-statements.ts'
import { isFarAhead, monthAround } from '../month.ts'

export const unknownAccount = (accountId: string) => new Error(`Account ${accountId} has no balance`)

/** What all moves need. */
export interface MoveParts {
  tx: Tx
  statements: LedgerStatements
  clock: Clock
  /** False counts everything and refuses nothing. */
  metering: boolean
}

export type BalanceMoves = ReturnType<typeof createBalanceMoves>

/** Reads and writes balances, each change with its ledger entry. */
export function createBalanceMoves({ tx, statements, clock }: MoveParts) {
  const save = ({ account, monthly, used, held, spent, period_start, period_end }: BalanceRow) =>
    tx.send(statements.setBalance, monthly, used, held, spent, period_start, period_end, account)

  /** Locks the account's balance, and refills it if a new month has begun. */
  const refill = async (accountId: string): Promise<BalanceRow> => {
    const row = await tx.get(statements.lockBalance, accountId)
    if (!row) throw unknownAccount(accountId)
    const now = clock.now()
    const isFar = isFarAhead(row.period_start, now)
    // If the clock was set back, the month stays as it is.
    if (now < row.period_end && !isFar) return row
    // Months that are not paid for are not granted, but the last paid one may have begun since the last refill.
    const latest = row.refills_until === null ? now : Math.min(now, row.refills_until - 1)
    const { start, end } = monthAround(latest, { day: row.refill_day, time: row.refill_time })
    if (isFar) {
      // Nothing is granted, but the next month is not years away.
      const corrected = { ...row, period_start: start, period_end: end }
      save(corrected)
      return corrected
    }
    if (start < row.period_end) return row
    const refilled = { ...row, used: 0, period_start: start, period_end: end }
    await write(refilled, { kind: 'grant', key: `refill:${start}`, amount: row.used })
    return refilled
  }

  /** Adds an entry. Returns false, without any change, if the key exists. */
  const enter = async (account: string, entry: Entry): Promise<boolean> => {
    const { kind, key, amount = 0, held = 0, holdId = null, use, at = clock.now() } = entry
    const endpoint = use?.endpoint ?? null
    const pages = use?.pages ?? 0
    return (await tx.run(statements.addEntry, account, key, kind, amount, held, holdId, endpoint, pages, at)) > 0
  }

  /** Adds an entry and saves the balance after it. Returns false, without any change, if the key exists. */
  const write = async (after: BalanceRow, entry: Entry): Promise<boolean> => {
    if (!(await enter(after.account, entry))) return false
    save(after)
    return true
  }

  return { refill, enter, save, write }
}
