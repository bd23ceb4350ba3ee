import { expect, test } from 'bun:test'
import { deadline, isTimeUp, sleep, timeUp } from '../../core/abort.ts'

test('a deadline aborts when its time is up, with that reason', async () => {
  using time = deadline(new AbortController().signal, 20)
  await new Promise((resolve) => time.signal.addEventListener('abort', resolve))
  expect(time.signal.reason).toMatchObject({ name: 'TimeoutError' })
  expect(time.isLate).toBe(true)
})

test('a deadline aborts with the other signal, with its reason', () => {
  const other = new AbortController()
  using time = deadline(other.signal, 1000)
  other.abort('over')
  using begun = deadline(other.signal, 1000)
  expect([time.signal.reason, time.isLate, begun.signal.reason, begun.isLate]).toEqual(['over', false, 'over', false])
})

test('a deadline whose other signal has aborted keeps that reason when its time is up as well', async () => {
  const other = new AbortController()
  using time = deadline(other.signal, 10)
  other.abort('over')
  await Bun.sleep(30)
  expect([time.signal.reason, time.isLate]).toEqual(['over', false])
})

test('a disposed deadline does not abort any more', async () => {
  const other = new AbortController()
  const time = deadline(other.signal, 10)
  time[Symbol.dispose]()
  other.abort('over')
  await Bun.sleep(30)
  expect([time.signal.aborted, time.isLate]).toEqual([false, false])
})

test('a timeout can be told from an abort for another reason', () => {
  const tells = [timeUp(), new Error('gone'), 'gone', undefined].map((reason) => isTimeUp(AbortSignal.abort(reason)))
  expect([...tells, isTimeUp(new AbortController().signal)]).toEqual([true, false, false, false, false])
})

test('a sleep ends by itself, or with the reason of an abort', async () => {
  const controller = new AbortController()
  expect(await sleep(1, controller.signal)).toBeUndefined()
  const waiting = sleep(60_000, controller.signal)
  controller.abort(new Error('cancelled'))
  await expect(waiting).rejects.toThrow('cancelled')
  await expect(sleep(60_000, controller.signal)).rejects.toThrow('cancelled')
})
