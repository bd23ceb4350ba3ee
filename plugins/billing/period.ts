/** Months in a billing period. */
export const monthsOf = (billingPeriod: 'monthly' | 'yearly') => (billingPeriod === 'yearly' ? 12 : 1)

/** The same day and time some months later; in a shorter month, its last day. */
export function addMonths(time: number, months: number): number {
  const date = new Date(time)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = Math.min(date.getUTCDate(), last)
  return Date.UTC(year, month, day) + (time - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()))
}

/** The period that contains a time, of the consecutive periods from the anchor on. */
export function periodAround(time: number, anchor: number, billingPeriod: 'monthly' | 'yearly') {
  const [from, to] = [new Date(anchor), new Date(time)]
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  const length = monthsOf(billingPeriod)
  let nth = Math.max(0, Math.floor(months / length))
  if (nth > 0 && addMonths(anchor, nth * length) > time) nth--
  return { start: addMonths(anchor, nth * length), end: addMonths(anchor, (nth + 1) * length) }
}
