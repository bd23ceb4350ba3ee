import { expect, test } from 'bun:test'
import { inTime } from '../../../engines/playwright/time-limit.ts'

test('what ends in time, well or not, is done, and what does not is late', async () => {
  expect(await inTime(Promise.resolve(5), 1000)).toBe('done')
  expect(await inTime(Promise.reject(new Error('no')), 1000)).toBe('done')
  expect(await inTime(new Promise(() => {}), 5)).toBe('late')
})
