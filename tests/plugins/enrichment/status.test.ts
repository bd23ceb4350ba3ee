import { expect, test } from 'bun:test'
import { percent, processedOf } from '../../../plugins/enrichment/status.ts'

test('rows that were skipped are done, though no longer of the total', () => {
  expect(processedOf({ completed: 3, failed: 2, total: 9 }, 10)).toBe(6)
})

test.each([
  [0, 200, 0],
  [1, 3, 33.3],
  [50, 200, 25],
  [200, 200, 100],
])('%p of %p rows are %p percent', (processed, rows, expected) => {
  expect(percent(processed, rows)).toBe(expected)
})
