import { expect, test } from 'bun:test'
import { amountOf } from '../../../../../plugins/content/main/page-signals/amount.ts'

test.each([
  ['20', 20],
  ['1,299.00', 1299],
  ['1.299,00', 1299],
  ['1.299', 1299],
  ['12,5', 12.5],
  ['99.', 99],
])('%s is the amount %p', (sum, amount) => expect(amountOf(sum)).toBe(amount))
