import { expect, test } from 'bun:test'
import { createHostPolicies } from '../../../core/politeness/host-policies.ts'

test('a host that is requested all the time keeps its delay, however many others are requested', async () => {
  const policies = createHostPolicies({ now: () => 1000 }, async () => {})
  await policies.setCrawlDelay('steady.test', 500)
  await policies.setCrawlDelay('forgotten.test', 500)
  for (let i = 0; i < 25_000; i++) {
    policies.of(`${i}.test`)
    if (i % 1000 === 0) expect(policies.of('steady.test').gap).toBe(500)
  }
  expect(policies.of('steady.test').gap).toBe(500)
  expect(policies.of('forgotten.test').gap).toBe(0)
})
