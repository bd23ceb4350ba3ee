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

test('if the default provider fails, another web provider answers, with a warning', async () => {
  searxng.answers(failing)
  const { status, body } = await search()
  expect([status, body.data.results[0].title, body.data.creditsUsed]).toEqual([200, 'Of Brave', 1])
  expect(body.data.metadata).toEqual({ provider: 'brave', degraded: true, silent: [] })
  expect(body.warnings).toEqual([expect.stringMatching(/brave was used instead of searxng: .*500/)])
})

test('an answer in which all engines are suspended is a failure, not an empty list', async () => {
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

test('if all fail, the answer is the failure of the first, and the local index is no substitute', async () => {
  searxng.answers(failing)
  brave.answers(failing)
  const { status, body } = await search()
  expect([status, body.error.code, body.error.details.provider]).toEqual([500, 'search_failed', 'searxng'])
})

test('a provider that failed three times is skipped, and asked again if no other one answers', async () => {
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

test('a provider whose news failed three times is not skipped for pages', async () => {
  searxng.answers(({ searchParams }) =>
    searchParams.has('categories') ? searxngAnswer('tea', [], [['bing news', 'timeout']]) : ofSearxng(),
  )
  for (let i = 0; i < 3; i++) await search({ sources: ['news'], provider: 'searxng' })
  expect((await search()).body.data.metadata).toEqual({ provider: 'searxng', degraded: false, silent: [] })
})

test.each([400, 414, 422])('a provider that refuses queries with %d is not skipped for others', async (status) => {
  searxng.answers(() => new Response('{}', { status }))
  for (let i = 0; i < 4; i++) expect((await search()).body.data.metadata.provider).toBe('brave')
  expect(searxng.asked).toHaveLength(4)
})

test('a skipped provider is asked last, if the one in its place fails', async () => {
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

test('a skipped provider after the one that answers does not degrade the answer', async () => {
  brave.answers(failing)
  for (let i = 0; i < 3; i++) await search({ provider: 'brave' })
  const { body } = await search()
  expect([body.data.metadata.degraded, body.warnings]).toEqual([false, undefined])
})

test('during the Retry-After of one provider, the other answers', async () => {
  searxng.answers(() => new Response('', { status: 429, headers: { 'retry-after': '60' } }))
  for (let i = 0; i < 2; i++) expect((await search()).body.data.metadata.provider).toBe('brave')
  expect(searxng.asked).toHaveLength(1)
})

test('a search whose caller disconnects is ended, costs nothing, and is no failure of the provider', async () => {
  const { key } = await weir.user('pro')
  for (let i = 0; i < 3; i++) {
    const { promise: reached, resolve } = Promise.withResolvers<void>()
    searxng.answers(async () => {
      resolve()
      await Bun.sleep(60_000)
      return ofSearxng()
    })
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
  }
  const { credits } = (await weir.get('/v1/users/profile', { key })).body.data
  expect([credits.used, brave.asked.length]).toEqual([0, 0])
  searxng.answers(ofSearxng)
  expect((await search()).body.data.metadata).toEqual({ provider: 'searxng', degraded: false, silent: [] })
})

test('providers are listed with the setting that they lack, and one without it is refused with its name', async () => {
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
