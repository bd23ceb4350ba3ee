import { expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { EnrichmentConfig, priceOf } from '../../../plugins/enrichment/config.ts'
import { describeAddress, mayBeCompany } from '../../../plugins/enrichment/discovery/index.ts'
import { jobsAtOnce, jobsPerHour, rowsPerJob } from '../../../plugins/enrichment/plan-fields.ts'
import { percent, processedOf } from '../../../plugins/enrichment/status.ts'

test('a row costs by its number of fields, at the default prices or those of the operator', () => {
  const usual = Value.Default(EnrichmentConfig, {}) as EnrichmentConfig
  expect([1, 2, 3, 5, 6, 50].map((fields) => priceOf(fields, usual))).toEqual([1000, 1000, 2000, 2000, 3000, 3000])
  const own = { ...usual, prices: { few: 0, some: 0.5, many: 1.2345 } }
  expect([2, 3, 6].map((fields) => priceOf(fields, own))).toEqual([0, 500, 1235])
})

test('plans have the limits of the specification', () => {
  expect([jobsAtOnce, rowsPerJob, jobsPerHour].map(({ defaults }) => Object.values(defaults))).toEqual([
    [1, 3, 10, 50],
    [100, 500, 5000, 50_000],
    [5, 20, 100, null],
  ])
})

test('an address is recognised as a role address, and its domain as that of a possible company', () => {
  const servers = { acceptsMail: true, mx: ['m'] }
  const told = (local: string, domain: string) => Object.values(describeAddress({ local, domain }, servers))
  expect(told('info', 'acme.test')).toEqual([true, ['m'], true, false, false])
  expect(told('ada', 'yahoo.co.uk')).toEqual([true, ['m'], false, true, false])
  expect(told('ada', 'sub.mailinator.com')).toEqual([true, ['m'], false, false, true])
  expect(['acme.test', 'gmail.com', 'mailinator.com', 'yahoo.acme.test'].map(mayBeCompany)).toEqual([
    true,
    false,
    false,
    true,
  ])
})

test('skipped rows count as processed, and progress is rounded to a tenth', () => {
  expect(processedOf({ completed: 2, failed: 1, total: 8 }, 10)).toBe(5)
  expect([percent(0, 3), percent(1, 3), percent(3, 3)]).toEqual([0, 33.3, 100])
})
