import { expect, test } from 'bun:test'
import { checkOutcome } from '../../../../core/jobs/worker/check-outcome.ts'

test('a valid outcome is returned as it is', () => {
  for (const outcome of [{ millicredits: 0 }, { result: 1, millicredits: 500, next: [{ key: 'a', value: 1 }] }])
    expect(checkOutcome<unknown, unknown>(outcome)).toBe(outcome)
})

test.each<[string, unknown]>([
  ['It gave no outcome: an object such as { result, millicredits: 0 }', undefined],
  ['It gave no outcome: an object such as { result, millicredits: 0 }', 'done'],
  ['Its outcome lacks millicredits, whole thousandths of a credit: undefined', { result: 1 }],
  ['Its outcome lacks millicredits, whole thousandths of a credit: 0.5', { millicredits: 0.5 }],
  ['Its outcome lacks millicredits, whole thousandths of a credit: -1', { millicredits: -1 }],
  ['Its outcome has a further item without a key, a string', { millicredits: 0, next: [{ value: 1 }] }],
])('an invalid outcome is explained to its author: %s', (words, wrong) => {
  expect(() => checkOutcome(wrong as never)).toThrow(words)
})
