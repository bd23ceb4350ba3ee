import { expect, test } from 'bun:test'
import { checkBody, toItems } from '../../../plugins/enrichment/read-body.ts'

const fields = [{ name: 'industry', prompt: 'Its industry' }]
const rows = (count: number, email = 'ann@acme.test') => Array.from({ length: count }, () => ({ email }))

test('a plan limits the number of rows, or does not', async () => {
  const plan = { name: 'free', rows: 100 }
  await checkBody({ data: rows(100), fields }, plan)
  await checkBody({ data: rows(101), fields }, { name: 'enterprise', rows: null })
  await expect(checkBody({ data: rows(101), fields }, plan)).rejects.toMatchObject({
    status: 400,
    code: 'too_many_rows',
    message: 'data has 101 rows; the free plan allows 100',
    details: { provided: 101, maximum: 100 },
  })
})

test('invalid addresses are reported by their rows, up to a hundred, unless they are to be skipped', async () => {
  const plan = { name: 'enterprise', rows: null }
  const data = [...rows(1), ...rows(101, 'nobody')]
  await expect(checkBody({ data, fields }, plan)).rejects.toMatchObject({
    code: 'invalid_email_format',
    message: expect.stringContaining('101 of data have an email that is not an e-mail address'),
    details: { rows: Array.from({ length: 100 }, (_, i) => i + 1), count: 101 },
  })
  await checkBody({ data, fields, options: { skipInvalidEmails: true } }, plan)
})

test('a field with a reserved name is refused', async () => {
  const taken = [{ name: 'email', prompt: 'Its address' }]
  await expect(checkBody({ data: rows(1), fields: taken }, { name: 'pro', rows: null })).rejects.toMatchObject({
    code: 'invalid_request',
    details: { parameter: 'fields.0.name' },
  })
})

test.each([
  [1999, false],
  [2000, true],
])('after %i rows others are served: %p', async (count, isServed) => {
  let served = false
  setImmediate(() => {
    served = true
  })
  await checkBody({ data: rows(count), fields }, { name: 'enterprise', rows: null })
  expect(served).toBe(isServed)
})

test('a row keeps of its own data what can be part of the question', () => {
  const keep = (additionalFields: Record<string, unknown>) => {
    const [item] = toItems({ data: [{ email: 'ann@acme.test', additionalFields }], fields })
    return item!.value.additionalFields
  }
  const small = { title: 'Head of Purchasing', sites: ['a', { b: null }], since: 1999 }
  expect(keep(small)).toEqual(small)
  expect(keep({ note: 'x'.repeat(10_000), more: 1 })).toEqual({ note: 'x'.repeat(4_000) })
  expect(keep({ list: Array(10_000).fill(1), more: 1 })).toEqual({ list: `[${'1,'.repeat(2_000)}`.slice(0, 4_000) })
  expect(JSON.stringify(keep(Object.fromEntries(rows(10_000).map((_, i) => [`n${i}`, i])))).length).toBeLessThan(8_000)
  expect(JSON.stringify(keep({ ['n'.repeat(10_000)]: 1 })).length).toBeLessThan(5_000)
})
