import { describe, expect, test } from 'bun:test'
import { ApiError } from 'weirjs'
import { createCdx } from '../../../../plugins/archive/cdx/ask-cdx.ts'
import type { Ask, AskContext } from '../../../../plugins/archive/upstream/ask.ts'

type Answer = string[] | { status?: number; body?: string; resumeKey?: string; times?: string[] } | Error
const url = new URL('https://a.example/x*')
const moment = (day: number) => `202601${String(day).padStart(2, '0')}000000`
const moments = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => moment(from + i))
const account = { id: 'me' } as AskContext['account']
const { signal } = new AbortController()

const rowsOf = (times: readonly string[]) =>
  times.map((time) => ['k', time, url.href, 'text/html', '200', `d${time}`, '1'])
const header = ['urlkey', 'timestamp', 'original', 'mimetype', 'statuscode', 'digest', 'length']

/** An index that gives these answers in turn, and the queries that it received. */
function open(answers: Answer[], endpoint = 'https://web.archive.example/cdx/search/cdx') {
  const asked: Record<string, string>[] = []
  const ask: Ask = async (address, { kind }) => {
    expect(kind).toBe('index')
    const { url: of, matchType, output, ...rest } = Object.fromEntries(address.searchParams)
    expect([of, matchType, output]).toEqual([url.href, 'exact', 'json'])
    asked.push(rest)
    const answer = answers[asked.length - 1] ?? []
    if (answer instanceof Error) throw answer
    const { status = 200, times = [], resumeKey, body } = Array.isArray(answer) ? { times: answer } : answer
    const rows: unknown[] = [header, ...rowsOf(times), ...(resumeKey ? [[], [resumeKey]] : [])]
    return {
      url: address,
      status,
      headers: new Headers(),
      body: new TextEncoder().encode(body ?? JSON.stringify(rows)),
    }
  }
  const cdx = createCdx('wayback', new URL(endpoint), ask)
  const search = async (query: object) => {
    const { captures, more } = await cdx.search({ url, account, limit: 3, ...query }, signal)
    return [captures.map(({ timestamp }) => timestamp), more]
  }
  const one = async (timestamp?: string) => (await cdx.one(url, timestamp, { account, signal }))?.timestamp
  return { asked, search, one }
}
const PYWB = 'https://archive.example/web/cdx'

describe('the oldest captures', () => {
  test('are requested at once, and further ones with a resume key', async () => {
    const { asked, search } = open([
      { times: moments(1, 2), resumeKey: 'k1' },
      { times: [], resumeKey: 'k2' },
      moments(3, 4),
    ])
    expect(await search({ from: moment(1), to: moment(9) })).toEqual([moments(1, 3), true])
    const range = { from: moment(1), to: moment(9), showResumeKey: 'true' }
    expect(asked).toEqual([
      { ...range, limit: '3' },
      { ...range, limit: '1', resumeKey: 'k1' },
      { ...range, limit: '1', resumeKey: 'k2' },
    ])
  })

  test('are complete if there is no resume key, or the same one again', async () => {
    expect(await open([moments(1, 2)]).search({})).toEqual([moments(1, 2), false])
    expect(await open([moments(1, 3)]).search({})).toEqual([moments(1, 3), false])
    expect(await open([{ times: moments(1, 3), resumeKey: 'k' }]).search({})).toEqual([moments(1, 3), true])
    const same = open([
      { times: moments(1, 1), resumeKey: 'k' },
      { times: moments(2, 2), resumeKey: 'k' },
      moments(3, 3),
    ])
    expect(await same.search({})).toEqual([moments(1, 2), true])
    expect(same.asked).toHaveLength(2)
  })

  test('are combined from at most ten responses of up to 15,000 rows', async () => {
    const keys = Array.from({ length: 12 }, (_, i) => ({ times: [moment(i + 1)], resumeKey: `k${i}` }))
    const { asked, search } = open(keys)
    expect(await search({ limit: 20_000 })).toEqual([moments(1, 10), true])
    expect([asked.length, asked[0]!.limit, asked[9]!.limit]).toEqual([10, '15000', '15000'])
  })

  test('are requested once from a server without resume keys', async () => {
    const { asked, search } = open([moments(1, 3)], PYWB)
    expect([await search({}), asked]).toEqual([[moments(1, 3), true], [{ limit: '3' }]])
    expect(await open([moments(1, 2)], PYWB).search({})).toEqual([moments(1, 2), false])
  })

  test.each([
    ['https://web.archive.example/cdx/search/cdx', 'timestamp,original,digest'],
    [PYWB, 'timestamp,url,digest'],
  ])('can be timestamps with a column that tells captures apart: %s', async (endpoint, columns) => {
    const { asked, search } = open([moments(1, 1)], endpoint)
    await search({ timestampsOnly: true })
    expect(asked[0]!.fl).toBe(columns)
  })
})

describe('the captures nearest to a time', () => {
  const closest = moment(15)
  test('are taken from a server that sorts by distance', async () => {
    const near = [15, 14, 16, 13, 17, 12, 18, 11, 19, 10].map(moment)
    const { asked, search } = open([near])
    expect(await search({ closest })).toEqual([[15, 14, 16].map(moment), true])
    expect(asked).toEqual([{ sort: 'closest', closest, limit: '10' }])
  })

  test('are all captures if there are few, in any order', async () => {
    const { asked, search } = open([[30, 1, 15, 20].map(moment)])
    expect([await search({ closest }), asked.length]).toEqual([[[15, 20, 1].map(moment), true], 1])
    expect(await open([[30, 15].map(moment)]).search({ closest })).toEqual([[15, 30].map(moment), false])
  })

  test('are searched on both sides if a server does not sort, or refuses to', async () => {
    const refusal = new ApiError('archive_unavailable', 'no', { status: 400 })
    for (const first of [moments(1, 10), refusal]) {
      const { asked, search } = open([first, moments(16, 18), moments(13, 14)])
      expect(await search({ closest, from: moment(2), to: moment(28) })).toEqual([[14, 16, 13].map(moment), true])
      expect(asked.slice(1)).toEqual([
        { from: closest, to: moment(28), limit: '10' },
        { from: moment(2), to: closest, limit: '-10' },
      ])
    }
    const other = new ApiError('archive_unavailable', 'no', { status: 503 })
    await expect(open([other]).search({ closest })).rejects.toBe(other)
  })

  test('are searched on one side if the other is out of range', async () => {
    const later = open([moments(1, 10), moments(20, 21)], PYWB)
    expect(await later.search({ closest, from: moment(20) })).toEqual([moments(20, 21), false])
    expect(later.asked.slice(1)).toEqual([{ from: moment(20), limit: '10' }])
    const earlier = open([moments(1, 10), moments(1, 2)], PYWB)
    await earlier.search({ closest, to: moment(2) })
    expect(earlier.asked.slice(1)).toEqual([{ to: moment(2), sort: 'reverse', limit: '10' }])
  })
})

describe('one capture', () => {
  test('is the latest, or the nearest to a time', async () => {
    const latest = open([[3, 7, 5].map(moment)])
    expect([await latest.one(), latest.asked]).toEqual([moment(7), [{ limit: '-1', fastLatest: 'true' }]])
    const ofPywb = open([[]], PYWB)
    expect([await ofPywb.one(), ofPywb.asked]).toEqual([undefined, [{ sort: 'reverse', limit: '1' }]])
    expect(await open([[3, 7, 5].map(moment)]).one(moment(4))).toBe(moment(3))
  })
})

describe('a response', () => {
  test('of 404 that is not a page means that there are no captures', async () => {
    expect(await open([{ status: 404, body: '{"message":"none"}' }]).search({})).toEqual([[], false])
    const page = open([{ status: 404, body: ' <html>' }])
    await expect(page.search({})).rejects.toMatchObject({ code: 'archive_unavailable', details: { status: 404 } })
  })

  test('of another status, or that is not a list, is an error', async () => {
    await expect(open([{ status: 302 }]).search({})).rejects.toMatchObject({
      details: { reason: 'status', status: 302 },
    })
    await expect(open([{ body: '<html>' }]).search({})).rejects.toMatchObject({
      details: { reason: 'malformed_response' },
    })
  })
})
