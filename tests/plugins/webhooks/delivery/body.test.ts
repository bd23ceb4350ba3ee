import { describe, expect, test } from 'bun:test'
import { bodyOf } from '../../../../plugins/webhooks/delivery/body.ts'

const event = { id: 'evt_1', event: 'job.completed', createdAt: Date.UTC(2026, 2, 1) }
const sent = (data: unknown) => {
  const body = bodyOf({ ...event, data })
  return { bytes: Buffer.byteLength(body), data: JSON.parse(body).data }
}
/** The number of bytes of an event whose data is an empty string. */
const FRAME = sent('').bytes

test('the body of an event has its id, name, time and data', () => {
  expect(bodyOf({ ...event, data: { jobId: 'job_1', none: null } })).toBe(
    '{"id":"evt_1","event":"job.completed","createdAt":"2026-03-01T00:00:00.000Z","data":{"jobId":"job_1","none":null}}',
  )
})

describe('a body that is too long for a receiver', () => {
  test('has 20,000 bytes or more', () => {
    const longest = 'x'.repeat(19_999 - FRAME)
    expect(sent(longest)).toEqual({ bytes: 19_999, data: longest })
    expect(sent(`${longest}x`).data).toBe(`${'x'.repeat(8000)}…`)
    expect(sent('é'.repeat(10_000)).data).toBe(`${'é'.repeat(8000)}…`)
  })

  test('is not cut in the middle of a character, which strict JSON parsers refuse', () => {
    const { data } = sent(`x${'\u{1f642}'.repeat(5000)}`)
    expect(data).toBe(`x${'\u{1f642}'.repeat(3999)}…`)
  })

  test('loses the ends of its long texts, as much as necessary, and keeps short values', () => {
    const data = {
      url: 'https://a.example/',
      one: 'a'.repeat(12_000),
      other: 'b'.repeat(12_000),
      status: 200,
      error: null,
    }
    expect(sent(data).data).toEqual({ ...data, one: `${'a'.repeat(8000)}…`, other: `${'b'.repeat(8000)}…` })
    const three = { a: 'a'.repeat(8000), b: 'b'.repeat(8000), c: 'c'.repeat(4001) }
    expect(sent(three).data).toEqual({
      a: `${'a'.repeat(4000)}…`,
      b: `${'b'.repeat(4000)}…`,
      c: `${'c'.repeat(4000)}…`,
    })
  })

  test('loses the last entries of its lists and records', () => {
    const { data } = sent({ urls: Array.from({ length: 9000 }, (_, i) => i) })
    expect([data.urls.length, data.urls[0]]).toEqual([4000, 0])
    const names = sent(Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`n${i}`, true]))).data
    expect(Object.keys(names)).toHaveLength(1000)
  })

  test('has no data if that does not fit however much is cut', () => {
    const wide = (length: number) => Array.from({ length }, () => 'x'.repeat(100))
    const deep = Array.from({ length: 16 }, () => Array.from({ length: 16 }, () => wide(16)))
    expect(sent(deep)).toEqual({ bytes: FRAME + 2, data: null })
  })
})
