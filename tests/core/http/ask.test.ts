import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { strangersFolder } from '../../strangers.ts'
import { type Running, startWeir } from '../../weir.ts'

const strangers = strangersFolder()
const gate = strangers.plugin(`import { definePlugin } from 'weirjs'
const access = { permission: 'any', limit: false } as const
export default definePlugin({
  name: 'gate', api: 1, tag: { name: 'Gate', description: 'Another form of the API.' },
  mounts: [
    { path: '/gate', routes: (app, { ask }) => app
      .get('/*', ({ params, request }) => ask(request, '/v1/' + params['*']), { access })
      .post('/*', ({ params, request, body }) => ask(request, '/v1/' + params['*'], {
        method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal: request.signal,
      }), { access: { ...access, challenge: () => 'Bearer realm="gate"' } }),
    },
    { path: '/.well-known/gate', routes: (app) => app.get('/', () => new Response('here'), { access: 'anyone' }) },
  ],
})
`)
let weir: Running
let site: ReturnType<typeof Bun.serve>
beforeAll(async () => {
  weir = await startWeir({ WEIR_PLUGINS: `scrape,map,analytics,${gate}`, WEIR_ENGINES: 'lightweight' })
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => new Response('<title>T</title><p>Some text', { headers: { 'content-type': 'text/html' } }),
  })
})
afterAll(async () => {
  await weir.close()
  site.stop(true)
  strangers.remove()
})

describe('a route that calls another route', () => {
  test('gets its answer on behalf of the caller, charged and counted once', async () => {
    const { key } = await weir.user('pro')
    const remaining = async () => (await weir.get('/v1/auth/validate', { key })).body.data.rateLimit.remaining
    const before = await remaining()
    const scraped = await weir.post('/gate/scrape', { url: site.url.href }, { key })
    expect([scraped.status, scraped.body.data.metadata.title]).toEqual([200, 'T'])
    expect(scraped.body.data.metadata.creditsUsed).toBe(1)
    expect(await remaining()).toBe(before - 1)
  })

  test('is refused whatever its caller is refused', async () => {
    const { session } = await weir.user('pro')
    const made = await weir.post('/v1/auth/api-keys', { permissions: ['map'] }, { key: session })
    const { status, body } = await weir.post('/gate/scrape', { url: site.url.href }, { key: made.body.data.key })
    expect([status, body.error.details.permission]).toEqual([403, 'scrape'])
    expect((await weir.post('/gate/scrape', {})).body.error.code).toBe('invalid_url')
    expect((await weir.get('/gate/nothing')).status).toBe(404)
  })

  test('is not counted itself, and is one request in the log', async () => {
    const { key } = await weir.user('free')
    const left = async () => Number((await weir.get('/v1/capabilities', { key })).headers.get('x-ratelimit-remaining'))
    const before = await left()
    for (let i = 0; i < 3; i++) await weir.get('/gate/auth/validate', { key, headers: { 'x-request-id': `gate-${i}` } })
    expect(await left()).toBe(before - 4)
    const lines = weir.log.filter((line) => line.includes('gate-1'))
    expect(lines.map((line) => /path=(\S+)/.exec(line)?.[1])).toEqual(['/v1/auth/validate', '/gate/auth/validate'])
  })
})

test('a route may set its own challenge for 401', async () => {
  const challenge = async (method: string) =>
    (await weir.call(method, '/gate/scrape', undefined, { key: null })).headers.get('www-authenticate')
  expect([await challenge('GET'), await challenge('POST')]).toEqual(['Bearer', 'Bearer realm="gate"'])
})

test('routes may be below /.well-known', async () => {
  expect((await weir.get('/.well-known/gate', { key: null })).text).toBe('here')
})
