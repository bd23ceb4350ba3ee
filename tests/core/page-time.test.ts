import { afterEach, describe, expect, jest, test } from 'bun:test'
import { ApiError } from '../../core/errors.ts'
import { PageTime, timedOut } from '../../core/page-time.ts'

afterEach(() => void jest.useRealTimers())

describe('the time of a page', () => {
  const page = { url: new URL('https://a.test/x'), timeout: 1000 }
  const { signal } = new AbortController()
  const late = {
    code: 'timeout',
    message: 'The page took longer than 1000 ms; a higher timeout may help',
    details: { url: 'https://a.test/x', timeout: 1000 },
  }
  const waits = async (work: (time: PageTime) => Promise<unknown>, milliseconds: number) => {
    jest.useFakeTimers()
    using time = new PageTime(page, signal)
    const waiting = time.wait(work(time)).catch((error) => error)
    jest.advanceTimersByTime(milliseconds)
    return waiting
  }

  test('ends the wait at the timeout, whatever is waited for', async () => {
    expect(await waits(() => new Promise(() => {}), 1000)).toMatchObject(late)
    expect(await waits(async () => 'in time', 0)).toBe('in time')
  })

  test('passes other failures on, and reports the timeout of a part as its own', async () => {
    const failed = new Error('broken')
    expect(await waits(() => Promise.reject(failed), 0)).toBe(failed)
    const other = new ApiError('timeout', 'An element did not come', { parameter: 'waitForSelector' })
    expect(await waits(() => Promise.reject(other), 0)).toBe(other)
    expect(await waits(() => Promise.reject(new ApiError('timeout', 'A part', { timeout: 5 })), 0)).toMatchObject(late)
  })

  test('ends with the caller', async () => {
    const gone = new AbortController()
    using time = new PageTime(page, gone.signal)
    const waiting = time.wait(new Promise(() => {}))
    gone.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    expect([time.signal.aborted, time.left > 0]).toEqual([true, true])
    expect(timedOut(page)).toMatchObject(late)
  })
})
