import { expect, test } from 'bun:test'
import { inTime, pause } from '../../../engines/playwright/time-limit.ts'

test('what ends in time, well or not, is done, and what does not is late', async () => {
  expect(await inTime(Promise.resolve(5), 1000)).toBe('done')
  expect(await inTime(Promise.reject(new Error('no')), 1000)).toBe('done')
  expect(await inTime(new Promise(() => {}), 5)).toBe('late')
})

test('a pause ends by itself, or with the reason of an abort', async () => {
  const controller = new AbortController()
  expect(await pause(1, controller.signal)).toBeUndefined()
  const waiting = pause(60_000, controller.signal)
  controller.abort(new Error('cancelled'))
  await expect(waiting).rejects.toThrow('cancelled')
  await expect(pause(60_000, controller.signal)).rejects.toThrow('cancelled')
})
