import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { ownPaths } from '../../core/http/paths.ts'
import { type Answer, type Running, startWeir } from '../weir.ts'
import { filled, outcome, unknownIds } from './permissions/outcome.ts'
import { registeredRoutes } from './permissions/registered-routes.ts'
import { type Asking, expected, isPermission, type Route, routeOf } from './permissions/rules.ts'

const AWAY = '203.0.113.7'
const HOME = '198.51.100.1'
const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' }

let weir: Running
let site: ReturnType<typeof Bun.serve>
let routes: Route[]
let documented: string[]
let registered: string[]
/** Milliseconds that the server's clock is ahead. */
let ahead = 0

beforeAll(async () => {
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => new Response('<title>A page</title><p>Some text.</p>', { headers: { 'content-type': 'text/html' } }),
  })
  const start = () =>
    startWeir(
      {
        WEIR_PLUGINS: `*,${join(import.meta.dir, '../plugins/jobs/fixtures/picture.ts')}`,
        WEIR_ENGINES: 'lightweight',
        // So that no limit interferes.
        WEIR_METERING: 'off',
      },
      undefined,
      { clock: { now: () => Date.now() + ahead } },
    )
  const begun = await registeredRoutes(start)
  weir = begun.started
  registered = begun.registered
  const { paths } = (await weir.get('/openapi.json')).body as { paths: Record<string, Record<string, unknown>> }
  documented = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const all = new Set([...documented, ...registered, ...ownPaths.map((path) => `GET ${path}`)])
  routes = [...all].map((route) => {
    const [method = '', path = ''] = route.split(' ')
    return routeOf(method, path)
  })
})
afterAll(async () => {
  await weir.close()
  site.stop(true)
})

/** One request, as from a client at an address. The body is an empty object, which few routes accept. */
async function ask(
  { method, path }: Omit<Route, 'rule'>,
  key: string | null,
  { address = HOME, body = {} }: { address?: string; body?: unknown } = {},
): Promise<Answer> {
  const headers = { ...(key === null ? {} : { authorization: `Bearer ${key}` }), 'content-type': 'application/json' }
  const sent = method === 'GET' ? undefined : JSON.stringify(body)
  const request = new Request(`http://localhost${filled(path, {})}`, { method, headers, body: sent })
  const response = await weir.weir.server.fetch(request, { address, keepOpen() {} })
  const text = await response.text()
  const json = /json/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : undefined }
}

/** Calls every route as one caller, and compares the outcomes with the rules of the routes. */
async function check(key: string | null | ((route: Route) => Promise<string>), asking: Asking, address?: string) {
  const wrong: string[] = []
  for (const route of routes) {
    const credential = typeof key === 'function' ? await key(route) : key
    const got = outcome(await ask(route, credential, { address }))
    const wanted = expected(route, asking)
    if (got !== wanted) wrong.push(`${route.method} ${route.path}: ${got}, not ${wanted}`)
  }
  expect(wrong).toEqual([])
}

const keyOf = async (session: string, more: Record<string, unknown>) =>
  (await weir.post('/v1/auth/api-keys', { name: 'test', ...more }, { key: session })).body.data as {
    id: string
    key: string
  }
const login = async ({ email, password }: { email: string; password: string }): Promise<string> =>
  (await weir.post('/v1/auth/login', { email, password }, { key: null })).body.data.token
/** A session for each route, as logging out ends the session that is used for it. */
const sessionFor = (who: { email: string; password: string }, session: string) => (route: Route) =>
  route.path.endsWith('/logout') ? login(who) : Promise.resolve(session)

const USER: Asking = { role: 'user', via: 'key', permissions: ['*'] }
const ADMINISTRATOR: Asking = { role: 'admin', via: 'key', permissions: ['*'] }

describe('no route is forgotten', () => {
  test('each has its rule', () => {
    expect(routes.filter(({ rule }) => rule === 'unknown').map(({ method, path }) => `${method} ${path}`)).toEqual([])
    const names = routes.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string))
    expect(names.filter((name) => !(name in unknownIds))).toEqual([])
    expect(documented.length).toBeGreaterThan(75)
  })

  test('the document has each, except pages, the protocol for agents, and paths of other APIs or refused ones', () => {
    expect(documented.filter((route) => !registered.includes(route))).toEqual([])
    const hidden = registered.filter((route) => !documented.includes(route))
    // The API of Firecrawl is at two paths; calls that need its own service are refused.
    const elsewhere =
      /^[A-Z]+ (\/firecrawl\/v2\/|(\/v2|\/firecrawl\/v1)\/(\w[\w-]*\/\*|search\/(research\/\*|developer)|agent|browser|interact|feedback|deep-research|llmstxt|monitor)$)/
    const unsaid = hidden.filter((route) => !/ \/(?:dashboard(\/|$)|mcp$)/.test(route) && !elsewhere.test(route))
    expect(unsaid).toEqual([])
    expect(hidden.length).toBeGreaterThan(2)
  })
})

describe('each route lets in the right callers', () => {
  test('without a key', () => check(null, { ...USER, credential: 'none' }))
  test('with nonsense as a key', () => check('nonsense', { ...USER, credential: 'unknown' }))
  test('with an unknown key', () => check(`wr_${'a'.repeat(5)}_${'b'.repeat(40)}`, { ...USER, credential: 'unknown' }))
  test('with a session of another server', async () => {
    const parts = (await weir.user()).session.split('.')
    const forged = [parts[0], parts[1], 'A'.repeat(parts[2]?.length ?? 43)].join('.')
    await check(forged, { ...USER, credential: 'unknown' })
  })

  test("with a user's key", async () => check((await weir.user()).key, USER))

  test("with a user's session", async () => {
    const user = await weir.user()
    await check(sessionFor(user, user.session), { ...USER, via: 'session' })
  })

  test('with a session that was ended', async () => {
    const { session } = await weir.user()
    await weir.post('/v1/auth/logout', undefined, { key: session })
    await check(session, { ...USER, credential: 'unknown' })
  })

  test('with keys that have one permission each', async () => {
    const { session } = await weir.user()
    const permissions = [...new Set(routes.map(({ rule }) => rule))].filter(isPermission)
    expect(permissions.length).toBeGreaterThan(11)
    for (const permission of permissions)
      await check((await keyOf(session, { permissions: [permission] })).key, { ...USER, permissions: [permission] })
  })

  test('with a read-only key', async () => {
    const { key } = await keyOf((await weir.user()).session, { readOnly: true })
    await check(key, { ...USER, readOnly: true })
  })

  test('with a key for other paths, and for some of them', async () => {
    const { session } = await weir.user()
    const { key } = await keyOf(session, { endpoints: ['/v1/nowhere/*'] })
    await check(key, { ...USER, endpoints: () => false })
    const some = await keyOf(session, { endpoints: ['/v1/jobs/*', '/v1/scrape'] })
    const isOne = (path: string) => path === '/v1/scrape' || path.startsWith('/v1/jobs/')
    await check(some.key, { ...USER, endpoints: isOne })
  })

  test('with a key for other addresses, and for this one', async () => {
    const { key } = await keyOf((await weir.user()).session, { allowedIps: [`${HOME}/32`] })
    await check(key, { ...USER, isElsewhere: true }, AWAY)
    await check(key, USER, HOME)
  })

  test('with a key that is restricted in every way', async () => {
    const bounds = { readOnly: true, endpoints: ['/v1/jobs*', '/v1/users/*'], allowedIps: [`${HOME}/32`] }
    const { key } = await keyOf((await weir.user()).session, { ...bounds, permissions: ['account'] })
    const endpoints = (path: string) => path.startsWith('/v1/jobs') || path.startsWith('/v1/users/')
    await check(key, { ...USER, permissions: ['account'], readOnly: true, endpoints })
  })

  test('with a revoked key', async () => {
    const { session } = await weir.user()
    const { id, key } = await keyOf(session, {})
    await weir.call('DELETE', `/v1/auth/api-keys/${id}`, undefined, { key: session })
    await check(key, { ...USER, credential: 'key_revoked' })
  })

  test('with an expired key, of a user and of an administrator', async () => {
    const expiresAt = new Date(Date.now() + ahead + 60_000).toISOString()
    const user = await keyOf((await weir.user()).session, { expiresAt })
    const admin = await keyOf(await login(ADMIN), { expiresAt })
    await check(user.key, USER)
    ahead += 61_000
    await check(user.key, { ...USER, credential: 'key_expired' })
    await check(admin.key, { ...ADMINISTRATOR, credential: 'key_expired' })
  })

  test('with the key and the session of a suspended user', async () => {
    const { id, key, session } = await weir.user()
    await weir.call('PUT', `/v1/admin/users/${id}`, { status: 'suspended' })
    for (const credential of [key, session]) await check(credential, { ...USER, credential: 'suspended' })
  })
})

describe('each route lets in the right administrators', () => {
  test('with their key', () => check(weir.adminKey, ADMINISTRATOR))

  test('with their session', async () => {
    await check(sessionFor(ADMIN, await login(ADMIN)), { ...ADMINISTRATOR, via: 'session' })
  })

  test('with a restricted key', async () => {
    const session = await login(ADMIN)
    for (const permissions of [['scrape'], ['admin'], ['account', 'admin']])
      await check((await keyOf(session, { permissions })).key, { ...ADMINISTRATOR, permissions })
  })

  test('with a bounded key', async () => {
    const session = await login(ADMIN)
    await check((await keyOf(session, { readOnly: true })).key, { ...ADMINISTRATOR, readOnly: true })
    const { key } = await keyOf(session, { endpoints: ['/v1/admin/*'] })
    await check(key, { ...ADMINISTRATOR, endpoints: (path) => path.startsWith('/v1/admin/') })
    const away = await keyOf(session, { allowedIps: [`${HOME}/32`] })
    await check(away.key, { ...ADMINISTRATOR, isElsewhere: true }, AWAY)
  })

  test('and nobody who was one before', async () => {
    const { id, email, password } = await weir.user('enterprise', { role: 'admin' })
    const session = await login({ email, password })
    const { key } = await keyOf(session, { permissions: ['*', 'admin'] })
    await check(key, ADMINISTRATOR)
    await weir.call('PUT', `/v1/admin/users/${id}`, { role: 'user' })
    await check(key, USER)
  })

  test('and a bounded key makes no administrator, nor a wider key', async () => {
    const session = await login(ADMIN)
    const other = await weir.user('enterprise', { role: 'admin' })
    const bounds = { allowedIps: [`${HOME}/32`] }
    const { key } = await keyOf(session, bounds)
    const refused = '403 insufficient_permissions bounded_key'
    for (const [method, path, body] of [
      ['POST', '/v1/admin/users', { email: 'another@example.com', role: 'admin' }],
      ['PUT', `/v1/admin/users/${(await weir.user()).id}`, { role: 'admin' }],
      ['PUT', `/v1/admin/users/${other.id}`, { password: 'a password of my own' }],
      ['POST', '/v1/auth/api-keys', { name: 'wider', allowedIps: ['0.0.0.0/0'] }],
      ['POST', `/v1/auth/api-keys?userId=${other.id}`, { name: 'wider', allowedIps: ['0.0.0.0/0'] }],
    ] as const)
      expect([method, path, outcome(await ask({ method, path }, key, { body }))]).toEqual([method, path, refused])
  })
})

describe('the resources of another account look like unknown ones', () => {
  type Ids = Readonly<Record<string, string>>
  let theirs: Ids
  /** Jobs of the kind that a route is for; other routes show jobs of every kind. */
  let jobs: Readonly<Record<string, string>>
  let owner: Awaited<ReturnType<Running['user']>>
  let me: Awaited<ReturnType<Running['user']>>
  const idsFor = (path: string): Ids => {
    const kind = Object.keys(jobs).find((prefix) => path.startsWith(prefix))
    return kind === undefined ? theirs : { ...theirs, jobId: jobs[kind]! }
  }

  beforeAll(async () => {
    owner = await weir.user()
    me = await weir.user()
    const as = { key: owner.key }
    const { jobId } = (await weir.post('/v1/picture', { names: ['a'] }, as)).body.data
    await weir.ended(jobId, as)
    const [result] = await weir.results(jobId, as)
    const { id: keyId } = await keyOf(owner.session, {})
    const receiver = { url: site.url.href }
    const { id: deliveryId } = (await weir.post('/v1/webhooks/test', receiver, as)).body.data
    const monitor = { name: 'a', url: site.url.href, schedule: '0 0 * * *' }
    const { monitorId } = (await weir.post('/v1/monitors', monitor, as)).body.data
    theirs = { jobId, keyId, deliveryId, monitorId, fileId: result.files[0].id }

    const schema = { type: 'object', properties: { title: { type: 'string' } } }
    const batch = { urls: [site.url.href], schema, agent: { model: 'structured' } }
    const extraction = (await weir.post('/v1/extract/batch', batch, as)).body
    const rows = { data: [{ email: 'press@weir.invalid' }], fields: [{ name: 'industry', prompt: 'Which industry?' }] }
    const enrichment = (await weir.post('/v1/ai-enrichment', rows, as)).body
    const foreign: Record<string, string> = {}
    const page = { urls: [site.url.href], url: site.url.href, schema }
    for (const base of ['/v2', '/firecrawl/v1', '/firecrawl/v2'])
      for (const path of ['/crawl', '/batch/scrape', '/extract']) {
        const { id } = (await weir.post(`${base}${path}`, page, as)).body
        foreign[`${base}${path}`] = id
        await weir.ended(`job_${id}`, as)
      }
    jobs = {
      ...foreign,
      '/v1/extract': extraction.data?.jobId ?? extraction.jobId,
      '/v1/ai-enrichment': enrichment.data?.jobId ?? enrichment.jobId,
    }
    for (const id of Object.values(jobs)) await weir.ended(id.startsWith('job_') ? id : `job_${id}`, as)
    expect(Object.entries({ ...theirs, ...jobs }).filter(([, id]) => !id)).toEqual([])
  })

  /** A response without the parts that differ from one to the next. */
  const shape = ({ status, headers, text }: Answer, ids: Ids) => {
    const sent = [...headers].filter(([name]) => !/^(x-request-id|date|x-ratelimit-.*)$/.test(name))
    return { status, headers: sent, text: Object.values(ids).reduce((all, id) => all.replaceAll(id, 'ID'), text) }
  }

  test('byte for byte, on every route that takes an id', async () => {
    const withIds = routes.filter(({ path, rule }) => path.includes('{') && rule !== 'admin')
    expect(withIds.length).toBeGreaterThan(22)
    for (const { method, path, rule } of withIds) {
      const key = rule === 'session' ? me.session : me.key
      const ids = idsFor(path)
      const foreign = await ask({ method, path: filled(path, ids) }, key)
      const missing = await ask({ method, path }, key)
      expect([method, path, shape(foreign, ids)]).toEqual([method, path, shape(missing, unknownIds)])
      // A feed is not found by its id without its token, which is asked for first.
      expect([method, path, missing.status]).toEqual([method, path, path.endsWith('/feed.atom') ? 400 : 404])
    }
  })

  test('and so do texts that cannot be ids', async () => {
    const hostile = ['..%2f..%2fetc%2fpasswd', '%00', 'job_%00', 'key_%0d%0aSet-Cookie:%20a=b', '%e2%80%ae', '..%5c']
    const wrong: string[] = []
    for (const { method, path, rule } of routes) {
      if (!path.includes('{') || path.endsWith('/feed.atom')) continue
      for (const id of hostile) {
        const key = rule === 'session' ? me.session : rule === 'admin' ? weir.adminKey : me.key
        const { status } = await ask({ method, path: path.replace(/\{\w+\}/g, id) }, key)
        if (status !== 404) wrong.push(`${method} ${path} with ${id}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('in bodies and queries too', async () => {
    const answers = (ids: Ids) =>
      Promise.all([
        ask({ method: 'POST', path: '/v1/results/export' }, me.key, { body: { jobIds: [ids.jobId], format: 'json' } }),
        ask({ method: 'GET', path: `/v1/monitors/${ids.monitorId}/feed.atom?token=${'a'.repeat(32)}` }, null),
        ask({ method: 'GET', path: `/v1/analytics/overview?account=${ids.userId}` }, me.key),
        ask({ method: 'GET', path: `/v1/auth/api-keys?userId=${ids.userId}` }, me.session),
        ask({ method: 'POST', path: `/v1/auth/api-keys?userId=${ids.userId}` }, me.session),
      ])
    const ids = { ...theirs, userId: owner.id }
    const foreign = await answers(ids)
    const missing = await answers(unknownIds)
    expect(foreign.map((answer) => shape(answer, ids))).toEqual(missing.map((answer) => shape(answer, unknownIds)))
    expect(missing.map(({ status }) => status)).toEqual([404, 404, 403, 403, 403])
  })

  test('while the owner gets them by each of these routes, before and afterwards', async () => {
    const reading = routes.filter(
      ({ method, path, rule }) => method === 'GET' && path.includes('{') && rule !== 'admin',
    )
    for (const { method, path } of reading) {
      if (path.endsWith('/feed.atom')) continue
      const { status } = await ask({ method, path: filled(path, idsFor(path)) }, owner.key)
      expect([path, status]).toEqual([path, 200])
    }
    const { keys } = (await weir.get('/v1/auth/api-keys', { key: owner.session })).body.data
    expect(keys.find(({ id }: { id: string }) => id === theirs.keyId).revokedAt).toBeNull()
  })
})
