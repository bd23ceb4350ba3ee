import { newId } from '../../id.ts'
import { checkAmount, type LedgerTx, type Millicredits } from '../credits.ts'
import { monthAround, monthStartOf } from '../month.ts'
import type { BalanceMoves, MoveParts } from './balance-moves.ts'

/** Opens balances, and sets the amount and the time of their refills. */
export function createRefillMoves({ tx, statements, clock }: MoveParts, { refill, write }: BalanceMoves) {
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
    if (restart !== undefined) {
      const restarted = { ...row, used: 0, period_start: month.start, period_end: month.end }
      await write(restarted, { kind: 'grant', key: `restart:${restart}`, amount: row.used })
    }
    // Grants at once what has been paid for since.
    await refill(accountId)
  }

  return { open, allow, follow }
}
