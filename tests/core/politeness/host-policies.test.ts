import { expect, test } from 'bun:test'
import type { HostPolicy } from '../../../core/contracts/host-policy.ts'
import { createHostPolicies } from '../../../core/politeness/host-policies.ts'

test('jobs are told the limits of a host again before they forget them, also if nothing has changed', async () => {
  let now = 0
  const told: HostPolicy[] = []
  const policies = createHostPolicies(
    { now: () => 1000 },
    async (_, policy) => void told.push(policy),
    () => now,
  )
  await policies.setCrawlDelay('a.test', 500)
  for (let i = 0; i < 5; i++) await policies.recordResponse('a.test', { status: 200, ms: 10 })
  expect(told.at(-1)).toEqual({ parallel: 8, gap: 500 })
  const before = told.length
  now = 11 * 3_600_000
  await policies.recordResponse('a.test', { status: 200, ms: 10 })
  expect(told.length).toBe(before)
  now = 12 * 3_600_000
  for (let i = 0; i < 2; i++) await policies.recordResponse('a.test', { status: 200, ms: 10 })
  expect(told.slice(before)).toEqual([{ parallel: 8, gap: 500 }])
})

test('a refusal that asks for 0 ms pauses for a second, as does the first one after an answer', async () => {
  let now = 0
  const policies = createHostPolicies(
    { now: () => 1000 },
    async () => {},
    () => now,
  )
  const refuse = () => policies.recordResponse('a.test', { status: 429, ms: 0, retryAfter: 0 })
  await refuse()
  expect(policies.of('a.test').notBefore).toBe(2000)
  now = 5000
  await policies.recordResponse('a.test', { status: 200, ms: 10 })
  await refuse()
  expect(policies.of('a.test').notBefore).toBe(2000)
})

test('a host in constant use keeps its delay, however many other hosts are requested', async () => {
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
