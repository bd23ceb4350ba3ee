import { expect, test } from 'bun:test'
import { machineMemory } from '../../../../engines/playwright/machine-memory.ts'
import { greediest } from '../../../../engines/playwright/process/process-limits.ts'

const MIB = 1024 ** 2
const most = Math.min(1280 * MIB, machineMemory() / 4)
/** The main process of a browser and others, by their sizes. */
const browser = (...sizes: number[]) => sizes.map((bytes, i) => ({ pid: 100 + i, bytes, threads: 30 }))

test('ends no process while each keeps within its bound, and all together in that of the open pages', () => {
  expect(greediest(browser(), 1)).toBeUndefined()
  expect(greediest(browser(80 * MIB, 50 * MIB, 200 * MIB), 1)).toBeUndefined()
  expect(greediest(browser(0, most - 1), 1)).toBeUndefined()
  const half = most / 2
  expect(greediest(browser(0, half, half, 256 * MIB - 1), 1)).toBeUndefined()
})

test('ends the largest process once it reaches the bound of a process', () => {
  expect(greediest(browser(0, 30 * MIB, most, 20 * MIB), 3)).toEqual({ pid: 102, tooMuch: 'memory', amount: most })
})

test('ends the largest process once all together reach the bound of the open pages', () => {
  const half = most / 2
  const sizes = browser(100 * MIB, half - 1, 156 * MIB, half + 1, 256 * MIB)
  expect(greediest(sizes, 3)).toBeUndefined()
  expect(greediest(sizes, 2)).toEqual({ pid: 103, tooMuch: 'memory', amount: half + 1 })
})

test('never ends the main process of the browser', () => {
  expect(greediest(browser(9 * most), 1)).toBeUndefined()
  expect(greediest(browser(9 * most, 10 * MIB), 1)).toEqual({ pid: 101, tooMuch: 'memory', amount: 10 * MIB })
})

test('ends a process that has more threads than it may, other than the browser itself', () => {
  const working = (...threads: number[]) => threads.map((count, i) => ({ pid: 100 + i, bytes: MIB, threads: count }))
  expect(greediest(working(500, 150, 30), 1)).toBeUndefined()
  expect(greediest(working(90, 30, 151), 1)).toEqual({ pid: 102, tooMuch: 'threads', amount: 151 })
})
