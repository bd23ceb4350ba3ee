import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Answer, type Running, startWeir } from '../weir.ts'

/**
 * What a route asks of its caller, written down from the specification and not from the code: `open` takes anybody,
 * `link` a signed link or any key, `session` a session or an administrator's key, `admin` an administrator's key,
 * `key` any valid key, `any` a key with at least one permission; everything else is the name of the permission that a
 * key must hold.
 */
const rules: readonly (readonly [routes: RegExp, rule: string])[] = [
  [/^POST \/v1\/auth\/(login|oidc)$/, 'open'],
  [/^POST \/v1\/billing\/webhooks\//, 'open'],
  [/^GET \/v1\/files\//, 'link'],
  [/ \/v1\/auth\/(api-keys|logout)\b/, 'session'],
  [/ \/v1\/(admin\/|analytics\/accounts)/, 'admin'],
  [/^GET \/v1\/(auth\/validate|capabilities)$/, 'key'],
  [/ \/v1\/jobs\b/, 'any'],
  [/ \/v1\/(users|queues|analytics|webhooks|billing)\b/, 'account'],
  [/ \/v1\/ai-enrichment\b/, 'enrichment'],
  ...['scrape', 'batch', 'crawl', 'map', 'search', 'extract', 'archive', 'monitors', 'results', 'picture'].map(
    (name) => [new RegExp(` /v1/${name}\\b`), name] as const,
  ),
]

interface Route {
  method: string
  path: string
  rule: string
}

const AWAY = '203.0.113.7'
const HOME = '198.51.100.1'

let weir: Running
let routes: Route[]
let permissions: string[]

beforeAll(async () => {
  weir = await startWeir({
    WEIR_PLUGINS: `*,${join(import.meta.dir, '../plugins/jobs/fixtures/picture.ts')}`,
    WEIR_ENGINES: 'lightweight',
    // So that no limit comes between.
    WEIR_METERING: 'off',
  })
  const { paths } = (await weir.get('/openapi.json')).body as { paths: Record<string, Record<string, unknown>> }
  routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((name) => {
      const method = name.toUpperCase()
      return { method, path, rule: rules.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1] ?? 'unknown' }
    }),
  )
  const levels = ['open', 'link', 'session', 'admin', 'key', 'any', 'unknown']
  permissions = [...new Set(routes.map(({ rule }) => rule))].filter((rule) => !levels.includes(rule))
})
afterAll(() => weir.close())

/** Ids that nobody has, in the form that each resource has. */
const unknownIds: Readonly<Record<string, string>> = {
  jobId: 'job_01900000-0000-7000-8000-000000000000',
  keyId: 'key_01900000-0000-7000-8000-000000000000',
  userId: 'usr_01900000-0000-7000-8000-000000000000',
  deliveryId: 'msg_01900000-0000-7000-8000-000000000000',
  fileId: 'file_01900000-0000-7000-8000-000000000000',
  monitorId: 'mon_01900000-0000-7000-8000-000000000000',
  sessionId: 'chk_01900000-0000-7000-8000-000000000000',
}
const filled = (path: string, ids: Readonly<Record<string, string>>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? unknownIds[name] ?? name)

/** One request, as it comes from a client at an address. The body is an empty object, which few routes take. */
async function ask({ method, path }: Omit<Route, 'rule'>, key: string | null, address = HOME): Promise<Answer> {
  const headers = { ...(key === null ? {} : { authorization: `Bearer ${key}` }), 'content-type': 'application/json' }
  const body = method === 'GET' ? undefined : '{}'
  const request = new Request(`http://localhost${filled(path, {})}`, { method, headers, body })
  const response = await weir.weir.server.fetch(request, { address, keepOpen() {} })
  const text = await response.text()
  const json = /json/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : undefined }
}

/** Whether a caller came in, or why not, whichever shape the family's errors have. */
function outcome({ status, body }: Answer): string {
  if (status < 500 && status !== 401 && status !== 403) return 'in'
  const details = body?.error?.details ?? body?.details ?? body?.data
  const said = String(body?.error?.code ?? body?.details?.code ?? body?.error).toLowerCase()
  const code = said === 'forbidden' ? 'insufficient_permissions' : said
  // What is not set up here comes after the question who asks.
  if (code === 'not_configured') return 'in'
  return [status, code, details?.reason].filter(Boolean).join(' ')
}

const NOBODY = '401 unauthorized'
const FORBIDDEN = '403 insufficient_permissions'

type Expected = (route: Route) => string
/** Nothing opens but what is open to all. */
const only =
  (refusal: string): Expected =>
  ({ rule }) =>
    rule === 'open' ? 'in' : refusal
const user: Expected = ({ rule }) => (rule === 'session' || rule === 'admin' ? FORBIDDEN : 'in')
const holding =
  (permission: string): Expected =>
  (route) =>
    permissions.includes(route.rule) && route.rule !== permission ? FORBIDDEN : user(route)

async function check(key: string | null | ((route: Route) => Promise<string>), expected: Expected, address?: string) {
  const wrong: string[] = []
  for (const route of routes) {
    const credential = typeof key === 'function' ? await key(route) : key
    const got = outcome(await ask(route, credential, address))
    const wanted = expected(route)
    if (got !== wanted) wrong.push(`${route.method} ${route.path}: ${got}, not ${wanted}`)
  }
  expect(wrong).toEqual([])
}
const keyOf = async (session: string, more: Record<string, unknown>) =>
  (await weir.post('/v1/auth/api-keys', { name: 'test', ...more }, { key: session })).body.data as {
    id: string
    key: string
  }

test('every route of the document has its rule here', () => {
  expect(routes.filter(({ rule }) => rule === 'unknown').map(({ method, path }) => `${method} ${path}`)).toEqual([])
  const names = routes.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string))
  expect(names.filter((name) => !(name in unknownIds))).toEqual([])
  expect(routes.length).toBeGreaterThan(25)
})

describe('each route lets in whom it should', () => {
  test('without a key', () => check(null, ({ rule }) => (rule === 'open' || rule === 'link' ? 'in' : NOBODY)))
  test('with nonsense for a key', () => check('nonsense', only(NOBODY)))
  test('with a key that nobody made', () => check(`wr_${'a'.repeat(5)}_${'b'.repeat(40)}`, only(NOBODY)))

  test("with a user's key", async () => check((await weir.user()).key, user))

  test("with a user's session", async () => {
    const { email, password, session } = await weir.user()
    const login = async () => (await weir.post('/v1/auth/login', { email, password }, { key: null })).body.data.token
    // Signing out ends the session that asks for it.
    await check(
      ({ path }) => (path.endsWith('/logout') ? login() : Promise.resolve(session)),
      ({ rule }) => (rule === 'admin' ? FORBIDDEN : 'in'),
    )
  })

  test("with an administrator's key", () => check(weir.adminKey, () => 'in'))

  test("with an administrator's key that was made narrower", async () => {
    const admin = { email: 'admin@example.com', password: 'correct horse battery' }
    const { token } = (await weir.post('/v1/auth/login', admin, { key: null })).body.data
    await check((await keyOf(token, { permissions: ['scrape'] })).key, holding('scrape'))
  })

  test('with a key of each permission alone', async () => {
    const { session } = await weir.user()
    for (const permission of permissions)
      await check((await keyOf(session, { permissions: [permission] })).key, holding(permission))
  })

  test('with a key that only reads', async () => {
    const { key } = await keyOf((await weir.user()).session, { readOnly: true })
    await check(key, (route) =>
      route.method === 'GET' || route.rule === 'open' ? user(route) : `${FORBIDDEN} read_only`,
    )
  })

  test('with a key for other paths', async () => {
    const { key } = await keyOf((await weir.user()).session, { endpoints: ['/v1/nowhere/*'] })
    await check(key, only(`${FORBIDDEN} endpoint`))
  })

  test('with a key for other addresses, and for this one', async () => {
    const { key } = await keyOf((await weir.user()).session, { allowedIps: [`${HOME}/32`] })
    await check(key, only(`${FORBIDDEN} address`), AWAY)
    await check(key, user, HOME)
  })

  test('with a key that was revoked', async () => {
    const { session } = await weir.user()
    const { id, key } = await keyOf(session, {})
    await weir.call('DELETE', `/v1/auth/api-keys/${id}`, undefined, { key: session })
    await check(key, only('401 key_revoked'))
  })

  test('with a key that has expired', async () => {
    const { session } = await weir.user()
    const expires = Date.now() + 1500
    const { key } = await keyOf(session, { expiresAt: new Date(expires).toISOString() })
    await Bun.sleep(expires + 100 - Date.now())
    await check(key, only('401 key_expired'))
  })

  test('with the key and the session of somebody who is suspended', async () => {
    const { key, session } = await suspended()
    for (const credential of [key, session]) await check(credential, only(`${FORBIDDEN} suspended`))
  })
})

async function suspended() {
  const made = await weir.user()
  await weir.call('PUT', `/v1/admin/users/${made.id}`, { status: 'suspended' })
  return made
}

describe('what belongs to another account is as unknown as what nobody has', () => {
  let theirs: Record<string, string>
  let owner: Awaited<ReturnType<Running['user']>>
  let me: Awaited<ReturnType<Running['user']>>
  beforeAll(async () => {
    owner = await weir.user()
    me = await weir.user()
    const { jobId } = (await weir.post('/v1/picture', { names: ['a'] }, { key: owner.key })).body.data
    let files: { id: string }[] = []
    for (let i = 0; i < 200 && files.length === 0; i++) {
      await Bun.sleep(20)
      const { results } = (await weir.get(`/v1/jobs/${jobId}/results`, { key: owner.key })).body.data
      files = results[0]?.files ?? []
    }
    const { id: keyId } = await keyOf(owner.session, {})
    const receiver = { url: 'http://127.0.0.1/' }
    const { id: deliveryId } = (await weir.post('/v1/webhooks/test', receiver, { key: owner.key })).body.data
    theirs = { jobId, keyId, deliveryId, fileId: files[0]?.id ?? '' }
    if (routes.some(({ path }) => path === '/v1/monitors')) {
      const monitor = { name: 'a', url: 'http://127.0.0.1/', schedule: '0 0 * * *' }
      theirs.monitorId = (await weir.post('/v1/monitors', monitor, { key: owner.key })).body.data.monitorId
    }
    expect(Object.entries(theirs).filter(([, id]) => !id)).toEqual([])
  })

  /** An answer without what differs from one to the next. */
  const shape = ({ status, headers, text }: Answer, ids: Readonly<Record<string, string>>) => {
    const sent = [...headers].filter(([name]) => !/^(x-request-id|date|x-ratelimit-.*)$/.test(name))
    return { status, headers: sent, text: Object.values(ids).reduce((all, id) => all.replaceAll(id, 'ID'), text) }
  }

  test('byte for byte, on every route that takes an id', async () => {
    const withIds = routes.filter(({ path, rule }) => path.includes('{') && rule !== 'admin')
    expect(withIds.length).toBeGreaterThan(7)
    for (const { method, path, rule } of withIds) {
      const key = rule === 'session' ? me.session : me.key
      const foreign = await ask({ method, path: filled(path, theirs) }, key)
      const missing = await ask({ method, path }, key)
      expect([method, path, missing.status]).toEqual([method, path, 404])
      expect([method, path, shape(foreign, theirs)]).toEqual([method, path, shape(missing, unknownIds)])
    }
  })

  test('and it is still there for its owner afterwards', async () => {
    const status = async (path: string, key = owner.key) => (await weir.get(path, { key })).status
    expect(await status(`/v1/jobs/${theirs.jobId}`)).toBe(200)
    expect(await status(`/v1/files/${theirs.fileId}`)).toBe(200)
    const { keys } = (await weir.get('/v1/auth/api-keys', { key: owner.session })).body.data
    expect(keys.find(({ id }: { id: string }) => id === theirs.keyId).revokedAt).toBeNull()
  })
})
