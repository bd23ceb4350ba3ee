import { expect, test } from 'bun:test'
import { machineMemory } from '../../../../engines/playwright/machine-memory.ts'
import { greediest } from '../../../../engines/playwright/process/memory-limit.ts'

const MIB = 1024 ** 2
const most = Math.min(1280 * MIB, machineMemory() / 4)
/** A browser's own process and others, by their sizes. */
const browser = (...sizes: number[]) => sizes.map((bytes, i) => ({ pid: 100 + i, bytes }))

test('no process is ended while each keeps within its bounds, and all together in those of the open pages', () => {
  expect(greediest(browser(), 1)).toBeUndefined()
  expect(greediest(browser(80 * MIB, 50 * MIB, 200 * MIB), 1)).toBeUndefined()
  expect(greediest(browser(0, most - 1), 1)).toBeUndefined()
  const half = most / 2
  expect(greediest(browser(0, half, half, 256 * MIB - 1), 1)).toBeUndefined()
})

test('the largest is ended once it has as much as a process may have', () => {
  expect(greediest(browser(0, 30 * MIB, most, 20 * MIB), 3)).toEqual({ pid: 102, bytes: most })
})

test('or once all have as much as the open pages may have', () => {
  const half = most / 2
  const sizes = browser(100 * MIB, half - 1, 156 * MIB, half + 1, 256 * MIB)
  expect(greediest(sizes, 3)).toBeUndefined()
  expect(greediest(sizes, 2)).toEqual({ pid: 103, bytes: half + 1 })
})

test("never the browser's own", () => {
  expect(greediest(browser(9 * most), 1)).toBeUndefined()
  expect(greediest(browser(9 * most, 10 * MIB), 1)).toEqual({ pid: 101, bytes: 10 * MIB })
})
