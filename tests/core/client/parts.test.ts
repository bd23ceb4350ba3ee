import { describe, expect, setSystemTime, test } from 'bun:test'
import { readError, retryAfterOf, WeirError } from '../../../core/client/error.ts'
import { readEvents } from '../../../core/client/read-events.ts'
import { pause, pauseBefore } from '../../../core/client/retry.ts'

const error = (status: number, more: { code?: string; retryAfter?: number } = {}) =>
  new WeirError('No', { status, code: 'conflict', ...more })
const repeatable = { repeatable: true }

describe('a request is retried', () => {
  const isRetried = (failure: WeirError, options: Parameters<typeof pauseBefore>[2] = repeatable, attempt = 1) =>
    pauseBefore(attempt, failure, options) !== undefined

  test('if nobody answered, if the service asks for it, or if a proxy reached no service', () => {
    expect(isRetried(error(0))).toBe(true)
    expect(isRetried(error(503, { retryAfter: 1 }))).toBe(true)
    for (const status of [502, 503, 504]) {
      expect(isRetried(error(status, { code: 'unknown' }))).toBe(true)
      expect(isRetried(error(status))).toBe(false)
    }
    for (const status of [400, 500, 505]) expect(isRetried(error(status, { code: 'unknown' }))).toBe(false)
  })

  test('only if nothing was done, for one that must not be sent twice', () => {
    const once = { repeatable: false }
    expect([isRetried(error(429, { retryAfter: 1 }), once), isRetried(error(429), once)]).toEqual([true, false])
    expect([isRetried(error(503, { retryAfter: 1 }), once), isRetried(error(0), once)]).toEqual([false, false])
  })

  test('three times, or as often as the options say', () => {
    const attempts = (options: Parameters<typeof pauseBefore>[2]) =>
      [1, 2, 3, 4, 5].filter((attempt) => isRetried(error(0), options, attempt)).length
    expect([
      attempts(repeatable),
      attempts({ ...repeatable, retries: 0 }),
      attempts({ ...repeatable, retries: 4 }),
    ]).toEqual([...[3, 0, 4]])
  })

  test('after the time that the service asks for, a minute at most', () => {
    const after = (retryAfter: number) => pauseBefore(1, error(429, { retryAfter }), repeatable)
    expect([after(0), after(2), after(60), after(61)]).toEqual([0, 2000, 60_000, undefined])
  })

  test('otherwise after a time that doubles, and differs from client to client', () => {
    for (const [attempt, most] of [
      [1, 500],
      [2, 1000],
      [3, 2000],
    ] as const) {
      const pauses = Array.from({ length: 50 }, () => pauseBefore(attempt, error(0), repeatable)!)
      expect(Math.min(...pauses)).toBeWithin(most / 2, most)
      expect(Math.max(...pauses)).toBeWithin(most / 2, most)
      expect(new Set(pauses).size).toBeGreaterThan(1)
    }
    expect(pauseBefore(9, error(0), { ...repeatable, retries: 9 })).toBeWithin(4000, 8000)
    expect(pauseBefore(1, error(0), { ...repeatable, retryDelay: 10 })).toBeWithin(5, 10)
  })
})

test('a pause ends by itself, or with the reason of an abort', async () => {
  const controller = new AbortController()
  expect([await pause(1), await pause(1, controller.signal)]).toEqual([undefined, undefined])
  const waiting = pause(60_000, controller.signal)
  controller.abort(new Error('cancelled'))
  await expect(waiting).rejects.toThrow('cancelled')
  await expect(pause(60_000, controller.signal)).rejects.toThrow('cancelled')
})

describe('an error', () => {
  const read = async (body: unknown, headers: Record<string, string> = {}, status = 400) => {
    const { message, code, details, requestId, retryAfter } = await readError(
      new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }),
    )
    return [message, code, details, requestId, retryAfter]
  }

  test('is read in each format that the service has', async () => {
    expect(await read({ error: { code: 'c', message: 'M', details: { a: 1 } } })).toEqual([
      'M',
      'c',
      { a: 1 },
      ...[undefined, undefined],
    ])
    expect(await read({ error: 'C', message: 'M', data: { a: 1 } })).toEqual([
      'M',
      'C',
      { a: 1 },
      ...[undefined, undefined],
    ])
    expect(await read({ error: 'M', details: { code: 'c' } })).toEqual([
      'M',
      'c',
      { code: 'c' },
      ...[undefined, undefined],
    ])
    expect(await read({ error: null, message: 5 })).toEqual([
      'The service answered 400',
      'unknown',
      {},
      ...[undefined, undefined],
    ])
  })

  test('is an error as well if it is not from the service', async () => {
    const headers = { 'x-request-id': 'r', 'retry-after': '5' }
    for (const body of ['<html>', '5', 'null'])
      expect(await read(body, headers, 502)).toEqual(['The service answered 502', 'unknown', {}, 'r', 5])
  })

  test('has its field and its remedy if the service gives them', () => {
    const of = (details: Record<string, unknown>) => {
      const { field, remedy } = new WeirError('No', { status: 400, code: 'c', details })
      return [field, remedy]
    }
    expect([of({ parameter: 'url', remedy: 'R' }), of({ parameter: 5 }), of({})]).toEqual([
      ['url', 'R'],
      [undefined, undefined],
      [undefined, undefined],
    ])
  })

  test('says after how many seconds to retry, up to a day', () => {
    const after = (value?: string) => retryAfterOf(new Headers(value === undefined ? {} : { 'retry-after': value }))
    expect([after(), after('7'), after('86401'), after('soon')]).toEqual([undefined, 7, 86_400, undefined])
    setSystemTime(new Date('2026-11-24T12:00:00Z'))
    const dates = [after('Tue, 24 Nov 2026 11:59:55 GMT'), after('Tue, 24 Nov 2026 12:01:40 GMT')]
    setSystemTime()
    expect(dates).toEqual([0, 100])
  })
})

describe('events', () => {
  const read = async (...pieces: string[]) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
        controller.close()
      },
    })
    return Array.fromAsync(readEvents(body))
  }

  test('are read line by line, however the stream is cut', async () => {
    const text =
      ': comment\r\nid: 1\r\nevent: item\r\ndata: {"a":1}\r\n\r\ndata:one\ndata: two\n\nevent: none\n\ndata\n\nid\ndata: 5\r\r'
    const events = [
      { id: '1', event: 'item', data: { a: 1 } },
      { id: '1', event: 'message', data: 'one\ntwo' },
      { id: '1', event: 'message', data: '' },
    ]
    expect(await read(text, '\n')).toEqual([...events, { id: '', event: 'message', data: 5 }])
    expect(await read(...text, '\n')).toEqual([...events, { id: '', event: 'message', data: 5 }])
  })

  test('that are incomplete are left out, and an empty body has none', async () => {
    expect(await read('data: 1\n')).toEqual([])
    expect(await Array.fromAsync(readEvents(null))).toEqual([])
  })

  test('are cancelled when the consumer stops reading', async () => {
    let isCancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
      cancel() {
        isCancelled = true
      },
    })
    for await (const { data } of readEvents(body)) {
      expect(data).toBe(1)
      break
    }
    expect(isCancelled).toBe(true)
  })
})
