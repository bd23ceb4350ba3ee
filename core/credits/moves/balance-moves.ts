import type { Clock } from '../../clock.ts'
import type { Tx } from '../../store/index.ts'
import type { BalanceRow, Entry, LedgerStatements } from '../ledger-statements.ts'
import { monthAround } from '../month.ts'

export const unknownAccount = (accountId: string) => new Error(`Account ${accountId} has no balance`)

/** What moves are made of. */
export interface MoveParts {
  tx: Tx
  statements: LedgerStatements
  clock: Clock
  /** False counts everything and refuses nothing. */
  metering: boolean
}

export type BalanceMoves = ReturnType<typeof createBalanceMoves>

/** Reads and writes balances, each with the entry that says why. */
export function createBalanceMoves({ tx, statements, clock }: MoveParts) {
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

  return { refill, enter, save, write }
}
