import { expect, test } from 'bun:test'
import { crash } from './crash.ts'

test('twelve kills lose nothing, repeat nothing, and leave no hold', async () => {
  const { breaches, ...report } = await crash({ kills: 12, items: 50 })
  expect(breaches).toEqual([])
  expect(report.accepted).toBeGreaterThan(5)
  expect(report.jobs).toBeGreaterThanOrEqual(report.accepted)
  expect(report.repeated).toBeGreaterThan(0)
}, 90_000)
