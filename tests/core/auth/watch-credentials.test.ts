import { expect, jest, test } from 'bun:test'
import { watchCredentials } from '../../../core/auth/watch-credentials.ts'
import { createLog } from '../../../core/log.ts'

test('keys are checked one round after the other, however long one takes', () => {
  jest.useFakeTimers()
  try {
    let asked = 0
    const stop = watchCredentials({
      what: 'streams',
      open: () => [{ request: new Request('http://weir.test/'), count: 1, end() {} }],
      recheck: () => {
        asked++
        return new Promise(() => {})
      },
      log: createLog('text', () => {}),
    })
    jest.advanceTimersByTime(10_000)
    expect(asked).toBe(1)
    stop()
  } finally {
    jest.useRealTimers()
  }
})
