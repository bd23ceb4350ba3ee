import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { capture } from './archives/held.ts'
import { status } from './archives/server.ts'
import { startWayback } from './archives/wayback.ts'
import { type Opened, openArchive, setClock } from './open.ts'

const archive = startWayback([capture('20210317120000')])
const clock = setClock(Date.now())
let weir: Opened
beforeAll(async () => {
  weir = await openArchive({ settings: { WEIR_WAYBACK_URL: archive.url }, clock })
})
beforeEach(() => {
  archive.faults.length = 0
})
afterAll(async () => {
  await weir.close()
  archive.stop()
})

const dateRange = { from: '20210101', to: '20211231' }
const bodies: Record<string, object> = {
  search: {},
  snapshot: { timestamp: '20210317120000' },
  availability: {},
  timeline: { dateRange },
}
const paths = Object.keys(bodies)

describe.each(paths)('%s', (what) => {
  const body = bodies[what]!

  test('refuses requests with errors in the form of its family', async () => {
    const { key } = await weir.user()
    const refusals: [string, Promise<{ status: number; body: unknown }>, number, string][] = [
      ['no key', weir.ask(what, body, { key: null }), 401, 'unauthorized'],
      ['no JSON', weir.ask(what, body, { key, raw: '{' }), 400, 'invalid_request'],
      ['no address', weir.ask(what, { ...body, url: 'nowhere' }, { key }), 400, 'invalid_request'],
      ['no such archive', weir.ask(what, { ...body, provider: 'attic' }, { key }), 400, 'invalid_request'],
      ['too much', weir.ask(what, { ...body, more: 'x'.repeat(1_100_000) }, { key }), 413, 'payload_too_large'],
      ['another method', weir.call('PUT', `/v1/archive/${what}`, body, { key }), 405, 'method_not_allowed'],
    ]
    for (const [why, answer, code, name] of refusals) {
      const { status: given, body: told } = await answer
      const details = expect.objectContaining({ code: name })
      expect([why, given, told]).toEqual([why, code, { success: false, error: expect.any(String), details }])
    }
  })

  test('accepts a session token, and warns of unknown fields', async () => {
    const { session } = await weir.user()
    const answer = await weir.ask(what, { ...body, tiemstamp: 1 }, { key: session })
    expect([answer.status, answer.body.warnings]).toEqual([200, [expect.stringContaining('tiemstamp')]])
  })

  test('costs credits if it succeeds, and nothing if the archive fails', async () => {
    const { key } = await weir.user()
    const used = async () => (await weir.get('/v1/users/profile', { key })).body.data.credits.used
    const answer = await weir.ask(what, body, { key })
    expect([answer.status, await used()]).toEqual([200, answer.body.data.creditsUsed])
    const before = await used()
    archive.faults.push(...Array(4).fill(status(404)))
    const failed = await weir.ask(what, { ...body, url: `http://failing.example/${what}` }, { key })
    expect(failed.status).toBeGreaterThanOrEqual(what === 'snapshot' ? 404 : 502)
    expect(await used()).toBe(before)
  })
})

test('a search costs 1 credit, a snapshot 2, a timeline 1, and availability nothing', async () => {
  const { key } = await weir.user()
  const costs: Record<string, number> = {}
  for (const what of paths) costs[what] = (await weir.ask(what, bodies[what]!, { key })).body.data.creditsUsed
  expect(costs).toEqual({ search: 1, snapshot: 2, availability: 0, timeline: 1 })
})

test('without enough credits the archive is not asked', async () => {
  const { key } = await weir.user('free', { monthlyCredits: 1 })
  const asked = archive.asked.length
  const answer = await weir.ask('snapshot', { url: 'http://example.com/dear', timestamp: '20210317120000' }, { key })
  expect([answer.status, answer.body.details]).toEqual([
    402,
    { code: 'insufficient_credits', required: 2, available: 1 },
  ])
  expect(archive.asked).toHaveLength(asked)
})

test.each([
  ['search', { timestamp: '20210231' }, 'timestamp'],
  ['search', { timestamp: '2021-03-17' }, 'timestamp'],
  ['search', { limit: 0 }, 'limit'],
  ['search', { limit: 1001 }, 'limit'],
  ['search', { limit: 1.5 }, 'limit'],
  ['search', { dateRange: { from: '20210301', to: '20210201' } }, 'dateRange'],
  ['search', { dateRange: { from: '20210301', to: '20210231' } }, 'dateRange.to'],
  ['search', { dateRange: { from: '20210301' } }, 'dateRange.to'],
  ['snapshot', { timestamp: '20210317250000' }, 'timestamp'],
  ['snapshot', { timestamp: '20210317' }, 'timestamp'],
  ['snapshot', {}, 'timestamp'],
  ['timeline', {}, 'dateRange'],
  ['timeline', { dateRange, granularity: 'decade' }, 'granularity'],
  ['timeline', { dateRange: { from: '10000101', to: '99991231' }, granularity: 'day' }, 'dateRange'],
])('%s with %j is refused, with the name of the parameter', async (what, body, parameter) => {
  const { status: code, body: answer } = await weir.ask(what, body)
  expect([code, answer.details.code, answer.details.parameter]).toEqual([400, 'invalid_request', parameter])
})

test('each account has a number of requests per minute, of which refused ones use none', async () => {
  const [one, other] = [await weir.user('free'), await weir.user('free')]
  const ask = (key: string, body: object = {}) => weir.ask('timeline', { dateRange, ...body }, { key })
  for (let i = 0; i < 3; i++) await ask(one.key, { dateRange: 1 })
  const answers = await Promise.all(
    Array.from({ length: 21 }, () => weir.ask('timeline', { dateRange }, { key: one.session })),
  )
  const codes = answers.map(({ status: code }) => code)
  // The plan free has one concurrent request: those are refused too.
  expect(codes.filter((code) => code === 200).length).toBeLessThanOrEqual(20)
  for (let i = codes.filter((code) => code === 200).length; i < 20; i++) expect((await ask(one.key)).status).toBe(200)
  const late = await ask(one.key)
  expect([late.status, late.body.details.code, late.headers.get('x-ratelimit-limit')]).toEqual([
    429,
    'rate_limited',
    '20',
  ])
  expect(late.body).toMatchObject({ success: false, error: expect.any(String), details: { limit: 20, remaining: 0 } })
  expect((await ask(other.key)).status).toBe(200)
})

test('an unknown path of archives is not found, with an error in their form', async () => {
  const { status: code, body } = await weir.ask('attic', {})
  expect([code, body]).toEqual([
    404,
    { success: false, error: expect.any(String), details: expect.objectContaining({ code: 'not_found' }) },
  ])
})
