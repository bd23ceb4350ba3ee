import { expect, test } from 'bun:test'
import { createYield } from '../../../../core/jobs/worker/yield-to-event-loop.ts'

/** Counts the rounds of the event loop until it is stopped. */
function countRounds() {
  const rounds = { count: 0, stop: () => clearImmediate(timer) }
  let timer = setImmediate(function next() {
    rounds.count++
    timer = setImmediate(next)
  })
  return rounds
}

test('waiting callers go on one at a time and in order, with six rounds of the event loop before each', async () => {
  const yieldToEventLoop = createYield()
  const rounds = countRounds()
  const went: string[] = []
  const at: number[] = []
  const go = async (name: string) => {
    await yieldToEventLoop()
    went.push(name)
    at.push(rounds.count)
  }
  await Promise.all(['a', 'b', 'c', 'd'].map(go))
  expect(went).toEqual(['a', 'b', 'c', 'd'])
  for (const [i, round] of at.entries()) {
    const between = round - (at[i - 1] ?? 0)
    expect(between).toBeGreaterThanOrEqual(5)
    expect(between).toBeLessThanOrEqual(7)
  }
  // One that comes when no other waits any more gets its rounds as well.
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
  const before = rounds.count
  await go('e')
  rounds.stop()
  expect(rounds.count - before).toBeGreaterThanOrEqual(5)
  expect(rounds.count - before).toBeLessThanOrEqual(7)
})
