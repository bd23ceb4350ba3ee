import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlanField } from '../../../core/contracts/plan.ts'
import { createPlans, defaultPlans, parsePlans } from '../../../core/plans/plans.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-plans-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the plans grant and allow what the specification says', () => {
  const plans = Object.entries(defaultPlans)
  expect(
    plans.map(([name, plan]) => [
      name,
      plan.monthlyCredits,
      plan.requestsPerHour,
      plan.requestsPerDay,
      plan.concurrent,
    ]),
  ).toEqual([
    ['free', 500, 10, 100, 1],
    ['starter', 5_000, 50, 500, 3],
    ['pro', 50_000, 200, 2_000, 10],
    ['enterprise', 1_000_000, null, null, 100],
  ])
})

const rows: PlanField = {
  name: 'enrichment.rows',
  description: 'Rows in a job',
  defaults: { free: 100, starter: 500, pro: 5000, enterprise: null },
  of: ({ fields }) => fields['enrichment.rows'] as number | null,
}
const pages: PlanField = { ...rows, name: 'crawlPages', of: ({ fields }) => fields.crawlPages as number | null }
const read = (text: string) => createPlans(parsePlans(text), [rows, pages])

test('changes are merged into the plans, nested ones field by field, and null lifts a limit', () => {
  const plans = read('{"free":{"requestsPerDay":null,"enrichment":{"rows":7},"families":{"crawl":{"perHour":9}}}}')
  expect(plans.free).toEqual({
    ...defaultPlans.free,
    requestsPerDay: null,
    fields: { 'enrichment.rows': 7, crawlPages: 100 },
    families: { crawl: { perHour: 9 } },
  })
  expect(plans.pro).toEqual({ ...defaultPlans.pro, fields: { 'enrichment.rows': 5000, crawlPages: 5000 } })
  expect([rows.of(plans.free), rows.of(plans.enterprise)]).toEqual([7, null])
})

test('the values of a plan are validated', () => {
  const plans = read('{"free":{"weight":64,"price":0.5,"requestsPerHour":0},"pro":{"weight":1,"monthlyCredits":1e12}}')
  expect(plans.free).toMatchObject({ weight: 64, price: 0.5, requestsPerHour: 0 })
  expect(plans.pro).toMatchObject({ weight: 1, monthlyCredits: 1e12 })
})

test('the changes may be in a file', () => {
  const file = join(folder, 'plans.json')
  writeFileSync(file, '{"pro": {"monthlyCredits": 7777}}')
  expect(read(file).pro.monthlyCredits).toBe(7777)
})

for (const [text, says] of [
  ['{"platinum":{}}', 'there is no plan platinum; the plans are free, starter, pro, enterprise'],
  ['{"free":{"credits":5}}', 'plan free has no field credits'],
  ['{"free":{"credits":5}}', 'price, enrichment.rows, crawlPages'],
  ['{"free":{"enrichment":{"lines":5}}}', 'plan free has no field enrichment.lines'],
  ['{"free":{"crawlPages":{"rows":5}}}', 'plan free: crawlPages must be a whole number'],
  ['{"free":{"crawlPages":1.5}}', 'plan free: crawlPages must be a whole number of at least 0'],
  ['{"free":{"enrichment":{"rows":-1}}}', 'plan free: enrichment.rows must be'],
  ['{"free":{"families":{"crawl":{"hourly":5}}}}', 'plan free has no field families.crawl.hourly'],
  ['{"free":{"families":{"Crawl":{"perHour":5}}}}', 'plan free has no field families.Crawl'],
  ['{"free":{"monthlyCredits":1000000000001}}', 'plan free: monthlyCredits must be'],
  ['{"free":{"weight":0}}', 'plan free: weight must be'],
  ['{"free":{"weight":65}}', 'plan free: weight must be'],
  ['{"free":{"requestsPerHour":-1}}', 'plan free: requestsPerHour must be'],
  ['{"free":{"concurrent":"many"}}', 'plan free: concurrent must be'],
  ['{"free":[]}', 'plan free must be'],
  ['{"free":', 'is not valid JSON'],
  ['[]', 'is neither JSON that begins with { nor a file'],
  ['/nowhere/plans.json', 'is neither JSON that begins with { nor a file that can be read: /nowhere/plans.json'],
  [tmpdir(), 'nor a file that can be read'],
] as const) {
  test(`${text.startsWith('/') ? 'a path without a readable file' : text} is refused in one line that says why`, () => {
    const message = (() => {
      try {
        read(text)
      } catch (error) {
        return (error as Error).message
      }
    })()
    expect(message).toContain(says)
    expect(message).not.toContain('\n')
  })
}
