import { afterAll, beforeEach, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../weir.ts'
import { braveAnswer, braveResult, searxngAnswer, searxngResult, startPeer } from './peers.ts'

const searxng = startPeer()
const brave = startPeer()
afterAll(() => {
  searxng.stop()
  brave.stop()
})
const settings = { WEIR_SEARXNG_URL: searxng.url, WEIR_BRAVE_URL: brave.url, WEIR_BRAVE_API_KEY: 'key' }
const failing = () => new Response('oops', { status: 500 })
const ofSearxng = () => searxngAnswer('tea', [searxngResult('https://example.com/', 'Of SearXNG')])
const ofBrave = () => braveAnswer('tea', [braveResult('https://example.com/', 'Of Brave', '')])

let weir: Running
beforeEach(async () => {
  weir = await startWeir({ ...settings, WEIR_ENGINES: 'lightweight' })
  searxng.answers(ofSearxng)
  brave.answers(ofBrave)
  return () => weir.close()
})
const search = (body: object = {}) => weir.post('/v1/search', { query: 'tea', ...body })

test('where the default provider fails, another one of the web answers, and the answer says so', async () => {
  searxng.answers(failing)
  const { status, body } = await search()
  expect([status, body.data.results[0].title, body.data.creditsUsed]).toEqual([200, 'Of Brave', 1])
  expect(body.data.metadata).toEqual({ provider: 'brave', degraded: true, silent: [] })
  expect(body.warnings).toEqual([expect.stringMatching(/brave was used instead of searxng: .*500/)])
})

test('engines that are all suspended are a failure, not an empty list', async () => {
  searxng.answers(() => searxngAnswer('tea', [], [['google', 'Suspended: CAPTCHA']]))
  expect((await search()).body.data.metadata.provider).toBe('brave')
})

test('a provider that the caller named is not replaced', async () => {
  searxng.answers(failing)
  const { status, body } = await search({ provider: 'searxng' })
  expect([status, body.error.code, body.error.details.provider]).toEqual([500, 'search_failed', 'searxng'])
  brave.answers(failing)
  expect((await search({ provider: 'alternative_provider' })).body.error.details.provider).toBe('brave')
  expect(searxng.asked).toHaveLength(1)
})

test('where all fail the answer is the failure of the first, and what was scraped is no substitute', async () => {
  searxng.answers(failing)
  brave.answers(failing)
  const { status, body } = await search()
  expect([status, body.error.code, body.error.details.provider]).toEqual([500, 'search_failed', 'searxng'])
})

test('one that failed three times is left alone, and asked again where no other one answers', async () => {
  searxng.answers(failing)
  for (let i = 0; i < 5; i++) expect((await search()).status).toBe(200)
  expect(searxng.asked).toHaveLength(3)
  const { body } = await search()
  expect(body.warnings).toEqual([expect.stringContaining('instead of searxng')])
  brave.answers(failing)
  searxng.answers(ofSearxng)
  for (let i = 0; i < 3; i++) await search({ provider: 'brave' })
  expect((await search()).body.data.metadata).toEqual({ provider: 'searxng', degraded: false, silent: [] })
})

test('one that is left alone is asked last, where the one in its place fails', async () => {
  searxng.answers(failing)
  for (let i = 0; i < 3; i++) await search({ provider: 'searxng' })
  searxng.answers(ofSearxng)
  expect((await search()).body.data.metadata).toEqual({ provider: 'brave', degraded: true, silent: [] })
  expect(searxng.asked).toHaveLength(0)
  brave.answers(failing)
  const { status, body } = await search()
  expect([status, body.data.metadata]).toEqual([200, { provider: 'searxng', degraded: false, silent: [] }])
  expect([body.warnings, brave.asked.length]).toEqual([undefined, 1])
  expect((await search()).body.data.metadata.provider).toBe('searxng')
  expect(brave.asked).toHaveLength(1)
})

test('one behind the one that answers is not missed, though it is left alone', async () => {
  brave.answers(failing)
  for (let i = 0; i < 3; i++) await search({ provider: 'brave' })
  const { body } = await search()
  expect([body.data.metadata.degraded, body.warnings]).toEqual([false, undefined])
})

test('while one wants to be left alone the other answers', async () => {
  searxng.answers(() => new Response('', { status: 429, headers: { 'retry-after': '60' } }))
  for (let i = 0; i < 2; i++) expect((await search()).body.data.metadata.provider).toBe('brave')
  expect(searxng.asked).toHaveLength(1)
})

test('the answers that a caller goes away from are ended, and cost nothing', async () => {
  const { promise: reached, resolve } = Promise.withResolvers<void>()
  searxng.answers(async () => {
    resolve()
    await Bun.sleep(60_000)
    return ofSearxng()
  })
  const { key } = await weir.user('pro')
  const controller = new AbortController()
  const asked = weir.weir.server.fetch(
    new Request('http://localhost/v1/search', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"query":"tea"}',
      signal: controller.signal,
    }),
  )
  await reached
  controller.abort()
  await asked
  const { credits } = (await weir.get('/v1/users/profile', { key })).body.data
  expect([credits.used, brave.asked.length]).toEqual([0, 0])
})

test('providers are shown with what is to be set up, and one that is not is refused by its setting', async () => {
  const bare = await startWeir({ WEIR_ENGINES: 'lightweight' })
  try {
    const { body } = await bare.get('/v1/capabilities')
    const shown = body.data.providers.filter(({ service }: { service: string }) => service === 'search.providers')
    expect(shown.map(({ name, ready, remedy }: Record<string, unknown>) => [name, ready, remedy])).toEqual([
      ['searxng', false, 'Set WEIR_SEARXNG_URL'],
      ['brave', false, 'Set WEIR_BRAVE_API_KEY'],
      ['local', true, null],
    ])
    for (const [provider, setting] of [
      ['searxng', 'WEIR_SEARXNG_URL'],
      ['alternative_provider', 'WEIR_BRAVE_API_KEY'],
    ]) {
      const { status, body } = await bare.post('/v1/search', { query: 'tea', provider })
      expect([status, body.error.code, body.error.details]).toEqual([501, 'not_configured', { setting }])
    }
    expect((await bare.post('/v1/search', { query: 'tea' })).body.data.metadata.provider).toBe('local')
  } finally {
    await bare.close()
  }
})
