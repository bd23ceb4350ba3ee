import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import type { ServerContext } from '@modelcontextprotocol/server'
import { createProgress } from '../../../plugins/mcp/protocol/progress.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** A call whose client asked for its progress, or did not. */
function call(progressToken?: string) {
  const told: { progress: number; total?: number }[] = []
  const notify = async ({ params }: { params?: unknown }) => void told.push(params as (typeof told)[number])
  const context = { mcpReq: { _meta: { progressToken }, notify } } as unknown as ServerContext
  return { told, progress: createProgress(context) }
}

test('a client gets its progress every ten seconds, with an increasing number', () => {
  const { told, progress } = call('kettle')
  jest.advanceTimersByTime(25_000)
  expect(told.length).toBe(2)
  progress.report(1, 3)
  progress.report(1, 3)
  jest.advanceTimersByTime(10_000)
  progress.report(2, 3)
  const numbers = told.map((one) => one.progress)
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  expect(told.at(-1)).toMatchObject({ progress: 2, total: 3 })
  progress.stop()
  jest.advanceTimersByTime(60_000)
  expect(told.length).toBe(numbers.length)
})

test('a client that did not ask gets none', () => {
  const { told, progress } = call()
  progress.report(1, 2)
  jest.advanceTimersByTime(60_000)
  expect(told).toEqual([])
})
