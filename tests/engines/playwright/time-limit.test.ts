import { expect, test } from 'bun:test'
import { inTime } from '../../../engines/playwright/time-limit.ts'

test('a promise that settles in time is done, and any other is late', async () => {
  expect(await inTime(Promise.resolve(5), 1000)).toBe('done')
  expect(await inTime(Promise.reject(new Error('no')), 1000)).toBe('done')
  expect(await inTime(new Promise(() => {}), 5)).toBe('late')
})
