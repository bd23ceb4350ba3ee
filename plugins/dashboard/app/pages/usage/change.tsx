import { formatNumber } from '../../ui/format.ts'

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'always' })

/** The change since the previous period. */
export function Change({ now, before }: { now: number; before: number }) {
  if (before === now) return <span>no change</span>
  if (before === 0) return <span>none before</span>
  return (
    <span>
      {percent.format((now - before) / before)} <span class="muted">from {formatNumber(before)}</span>
    </span>
  )
}
