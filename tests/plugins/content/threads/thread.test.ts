import { expect, test } from 'bun:test'
import { threadTask } from '../../../../plugins/content/threads/task.ts'
import { NotDone, Thread } from '../../../../plugins/content/threads/thread.ts'
import type { double, fail, giveCode, hang, heapUsed, litter, write } from './tasks.ts'

const tasks = new URL('./tasks.ts', import.meta.url)
const doubled = (given: number) => threadTask<typeof double>(tasks, 'double', given, [])
const failing = threadTask<typeof fail>(tasks, 'fail', undefined, [])
const hanging = threadTask<typeof hang>(tasks, 'hang', undefined, [])
const reason = new Error('the caller has gone')
const start = () => new Thread({ yields: false }, { rested() {}, ended() {} })

test('a thread runs one task after another, and survives aborts after the results', async () => {
  const thread = start()
  for (const given of [1, 2, 3]) {
    const controller = new AbortController()
    expect(await thread.run(doubled(given), controller.signal)).toBe(2 * given)
    controller.abort(reason)
  }
  const failure = await thread.run(failing, new AbortController().signal).catch((error: Error) => error.message)
  expect(failure).toBe('it does not work')
  // Longer than a thread has to end a task whose caller has gone.
  await Bun.sleep(400)
  expect(thread.isOver).toBe(false)
  expect(await thread.run(doubled(21))).toBe(42)
  thread.stop()
})

test('a task whose result cannot be cloned fails, and the thread continues', async () => {
  const thread = start()
  await expect(thread.run(threadTask<typeof giveCode>(tasks, 'giveCode', undefined, []))).rejects.toThrow('cloned')
  expect(await thread.run(doubled(2))).toBe(4)
  thread.stop()
})

test('a task whose input cannot be cloned fails, and the thread continues', async () => {
  const heard: string[] = []
  const thread = new Thread({ yields: false }, { rested: () => heard.push('rested'), ended() {} })
  const sendCode = () => thread.run(threadTask<typeof double>(tasks, 'double', (() => {}) as never, []))
  // Before it has started, and after.
  for (const given of [1, 2]) {
    await expect(sendCode()).rejects.toThrow('cloned')
    expect([thread.load, await thread.run(doubled(given))]).toEqual([0, 2 * given])
  }
  expect(heard).toHaveLength(4)
  thread.stop()
})

test('a thread whose caller has gone is stopped if it does not end, with the reason', async () => {
  const thread = start()
  await thread.run(doubled(1))
  const controller = new AbortController()
  const running = thread.run(hanging, controller.signal)
  controller.abort(reason)
  await expect(running).rejects.toBe(reason)
  expect(thread.isOver).toBe(true)
})

test('a thread that is starting survives the aborts of all callers, and never gets their tasks', async () => {
  const heard: string[] = []
  const listener = { rested: () => heard.push('rested'), ended: () => heard.push('ended') }
  const thread = new Thread({ yields: false }, listener)
  const controller = new AbortController()
  const leaving = [hanging, hanging].map((task) => thread.run(task, controller.signal))
  controller.abort(reason)
  expect(await Promise.allSettled(leaving)).toEqual(leaving.map(() => ({ status: 'rejected', reason })))
  await expect(thread.run(hanging, AbortSignal.abort(reason))).rejects.toBe(reason)
  expect([thread.load, thread.isOver]).toEqual([0, false])
  expect(await thread.run(doubled(21))).toBe(42)
  expect(heard).toEqual(['rested', 'rested', 'rested'])
  thread.stop()
})

test('concurrent tasks of a thread run in order', async () => {
  const heard: string[] = []
  const listener = { rested: () => heard.push('rested'), ended: () => heard.push('ended') }
  const thread = new Thread({ yields: false }, listener)
  const answers = [1, 2, 3].map((given) => thread.run(doubled(given)).then((answer) => heard.push(String(answer))))
  expect(thread.load).toBe(3)
  await Promise.all(answers)
  expect(heard).toEqual(['2', '4', 'rested', '6'])
  thread.stop()
  expect(heard.at(-1)).toBe('ended')
})

test('a task that is aborted while it waits is dropped at once, and the thread continues', async () => {
  const thread = start()
  const controller = new AbortController()
  const first = thread.run(doubled(1))
  const second = thread.run(doubled(2), controller.signal)
  const third = thread.run(doubled(3))
  controller.abort(reason)
  await expect(second).rejects.toBe(reason)
  expect(await Promise.all([first, third])).toEqual([2, 6])
  thread.stop()
})

test('a task that waits behind one that ends the thread is not started', async () => {
  const thread = start()
  await thread.run(doubled(1))
  const controller = new AbortController()
  const answers = Promise.allSettled([thread.run(hanging, controller.signal), thread.run(doubled(2))])
  controller.abort(reason)
  const [hung, behind] = await answers
  expect(hung).toEqual({ status: 'rejected', reason })
  expect(behind.status === 'rejected' && behind.reason).toBeInstanceOf(NotDone)
})

/** Milliseconds; longer than garbage collection takes. */
const CLEARING = 500

test('a thread collects the garbage of a long task while it is idle', async () => {
  const thread = start()
  const heap = () => thread.run(threadTask<typeof heapUsed>(tasks, 'heapUsed', undefined, []))
  const before = await heap()
  const made = await thread.run(threadTask<typeof litter>(tasks, 'litter', undefined, []))
  expect(made).toBeGreaterThan(40_000_000)
  await Bun.sleep(CLEARING)
  expect((await heap()) - before).toBeLessThan(made / 4)
  thread.stop()
}, 120_000)

test('a thread does not keep its results while it is idle', async () => {
  const thread = start()
  const length = 40_000_000
  const heap = () => thread.run(threadTask<typeof heapUsed>(tasks, 'heapUsed', undefined, []))
  const before = await heap()
  const written = await thread.run(threadTask<typeof write>(tasks, 'write', length, []))
  expect(written).toHaveLength(length)
  await Bun.sleep(CLEARING)
  expect((await heap()) - before).toBeLessThan(length / 4)
  thread.stop()
}, 120_000)
