import { expect, test } from 'bun:test'
import { threadTask } from '../../../../plugins/content/threads/task.ts'
import { Thread } from '../../../../plugins/content/threads/thread.ts'
import type { double, fail, giveCode, hang, heapUsed, litter, write } from './tasks.ts'

const tasks = new URL('./tasks.ts', import.meta.url)
const doubled = (given: number) => threadTask<typeof double>(tasks, 'double', given, [])
const failing = threadTask<typeof fail>(tasks, 'fail', undefined, [])
const hanging = threadTask<typeof hang>(tasks, 'hang', undefined, [])
const reason = new Error('the caller has gone')

test('a thread does one task after the other, and outlives callers that go when they have their answer', async () => {
  const thread = new Thread({ yields: false })
  for (const given of [1, 2, 3]) {
    const controller = new AbortController()
    expect(await thread.run(doubled(given), controller.signal)).toBe(2 * given)
    controller.abort(reason)
  }
  const failure = await thread.run(failing, new AbortController().signal).catch((error: Error) => error.message)
  expect(failure).toBe('it does not work')
  // Longer than a thread gets to end with a task whose caller has gone.
  await Bun.sleep(400)
  expect(thread.isOver).toBe(false)
  expect(await thread.run(doubled(21))).toBe(42)
  thread.stop()
})

test('a task whose result no message carries fails, and the thread goes on', async () => {
  const thread = new Thread({ yields: false })
  await expect(thread.run(threadTask<typeof giveCode>(tasks, 'giveCode', undefined, []))).rejects.toThrow('cloned')
  expect(await thread.run(doubled(2))).toBe(4)
  thread.stop()
})

test('a thread whose caller has gone is stopped where it does not come to an end, and tells why', async () => {
  const thread = new Thread({ yields: false })
  const controller = new AbortController()
  const running = thread.run(hanging, controller.signal)
  controller.abort(reason)
  await expect(running).rejects.toBe(reason)
  expect(thread.isOver).toBe(true)
})

/** Ms; longer than it takes to clear away. */
const CLEARING = 500

test('a thread clears away what a long task leaves behind while it rests', async () => {
  const thread = new Thread({ yields: false })
  const heap = () => thread.run(threadTask<typeof heapUsed>(tasks, 'heapUsed', undefined, []))
  const before = await heap()
  const made = await thread.run(threadTask<typeof litter>(tasks, 'litter', undefined, []))
  expect(made).toBeGreaterThan(40_000_000)
  await Bun.sleep(CLEARING)
  expect((await heap()) - before).toBeLessThan(made / 4)
  thread.stop()
}, 30_000)

test('a thread does not keep what it has given while it rests', async () => {
  const thread = new Thread({ yields: false })
  const length = 40_000_000
  const heap = () => thread.run(threadTask<typeof heapUsed>(tasks, 'heapUsed', undefined, []))
  const before = await heap()
  const written = await thread.run(threadTask<typeof write>(tasks, 'write', length, []))
  expect(written).toHaveLength(length)
  await Bun.sleep(CLEARING)
  expect((await heap()) - before).toBeLessThan(length / 4)
  thread.stop()
}, 30_000)
