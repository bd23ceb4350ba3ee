import { expect, test } from 'bun:test'
import { sortAddresses } from '../../../../plugins/firecrawl/routes/sort-addresses.ts'
import { growth, LINEAR } from '../../../growth.ts'

const good = 'https://example.com/'

test('valid and invalid addresses keep their order, and duplicates stay', () => {
  expect(sortAddresses([good, 'none', 'http://b.example', good, 'ftp://c.example'], true)).toEqual({
    valid: [good, 'http://b.example', good],
    invalid: ['none', 'ftp://c.example'],
  })
})

test.each([
  ['one is invalid, and may not be ignored', [good, 'none'], false, ['none']],
  ['all are invalid', ['none', 'neither'], true, ['none', 'neither']],
])('if %s, they are refused by name', (_, given, overlooks, invalidURLs) => {
  expect(() => sortAddresses(given, overlooks)).toThrow(
    expect.objectContaining({ code: 'invalid_urls', status: 400, details: { invalidURLs } }),
  )
})

test('the time for many addresses is linear', () => {
  const make = (size: number) => Array.from({ length: size }, (_, i) => `http://${i.toString(36)}.example`)
  expect(growth(make, (given) => sortAddresses(given, true), 2000)).toBeLessThan(LINEAR)
})
