import { expect, test } from 'bun:test'
import { addMonths, periodAround } from '../../../plugins/billing/period.ts'

const at = (text: string) => Date.parse(text)
const iso = (time: number) => new Date(time).toISOString()

test.each([
  ['2026-01-31T14:30:00.000Z', 1, '2026-02-28T14:30:00.000Z'],
  ['2024-01-31T00:00:00.000Z', 1, '2024-02-29T00:00:00.000Z'],
  ['2024-02-29T23:59:59.999Z', 12, '2025-02-28T23:59:59.999Z'],
  ['2026-12-31T00:00:00.000Z', 2, '2027-02-28T00:00:00.000Z'],
])('%s plus %d months is %s', (from, months, to) => {
  expect(iso(addMonths(at(from), months))).toBe(to)
})

test('periods follow each other without gaps, and each time is in its own period', () => {
  for (const anchor of ['2026-01-31T14:30:00.000Z', '2024-02-29T00:00:00.000Z', '2026-06-15T23:59:59.999Z'])
    for (const billingPeriod of ['monthly', 'yearly'] as const) {
      let { start, end } = periodAround(at(anchor), at(anchor), billingPeriod)
      expect(iso(start)).toBe(anchor)
      for (let nth = 0; nth < 40; nth++) {
        for (const moment of [start, end - 1])
          expect(periodAround(moment, at(anchor), billingPeriod)).toEqual({ start, end })
        const next = periodAround(end, at(anchor), billingPeriod)
        expect(next.start).toBe(end)
        ;({ start, end } = next)
      }
    }
})
