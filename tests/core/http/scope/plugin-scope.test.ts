import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import type { Caller } from '../../../../core/auth/caller.ts'
import { FORBIDDEN_REMEDY } from '../../../../core/egress-rules/egress-failure.ts'
import { ApiError, type ErrorRules } from '../../../../core/errors.ts'
import { RequestState } from '../../../../core/http/request-state.ts'
import { createRoutes } from '../../../../core/http/routes/routes.ts'
import type { Access } from '../../../../core/http/scope/access.ts'
import type { RouteInput } from '../../../../core/http/scope/access-hooks.ts'
import type { Guards } from '../../../../core/http/scope/guards.ts'
import { pluginScope } from '../../../../core/http/scope/plugin-scope.ts'
import { createLog } from '../../../../core/log.ts'
import { type TSchema, t } from '../../../../core/schema.ts'

const user: Caller = {
  account: { id: 'usr_1', email: 'a@a.test', plan: 'free', role: 'user' },
  permissions: ['*'],
  rateLimit: null,
}
// biome-ignore lint/suspicious/noExplicitAny: a route whose context the test reads by name
type Handler = (context: any) => unknown

interface Parts {
  handler: Handler
  access: Access
  errors: ErrorRules
  input: RouteInput
  beforeHandle: () => unknown
  response: Record<number, TSchema>
  caller: Caller
  /** The results of authentication, of a repeated request, and of counting. */
  refusal: ApiError
  repeated: Response
  full: ApiError
}

/** A plugin with one route, `/v1/thing`; gives the response, and the calls to the server's parts meanwhile. */
async function call(parts: Partial<Parts>, init: RequestInit & { query?: string } = {}) {
  const { handler = () => ({ success: true }), access = 'key', errors, input = {}, caller = user } = parts
  const order: string[] = []
  const lines: string[] = []
  let state!: RequestState
  const guards: Guards = {
    state(request) {
      state ??= new RequestState(request, { address: '192.0.2.1', keepOpen() {} }, [])
      return state
    },
    async authenticate() {
      order.push('authenticate')
      if (parts.refusal) throw parts.refusal
      return caller
    },
    receive(_, most) {
      order.push(`receive ${most}`)
      return { arrived: () => {}, left: () => void order.push('left') }
    },
    key: (_, __, body) => void order.push(`key ${JSON.stringify(body) ?? 'none'}`),
    async repeat() {
      order.push('repeat')
      return parts.repeated
    },
    socket: () => undefined,
    async admit() {
      order.push('admit')
      if (parts.full) throw parts.full
    },
  }
  const inputs = new Map([
    ['GET /v1/thing', input],
    ['POST /v1/thing', input],
  ])
  const log = createLog('text', (line) => lines.push(line))
  const scope = pluginScope({ name: 'things', tag: { name: 'Things' }, errors }, { guards, inputs, log })
  const said = (context: object) => {
    order.push('work')
    return handler(context)
  }
  const { beforeHandle, response } = parts
  const hooks = {
    access,
    ...(input.body && { body: input.body }),
    ...(input.query && { query: input.query }),
    ...(beforeHandle && { beforeHandle }),
    ...(response && { response }),
  } as never
  const app = new Elysia().use(scope.get('/thing', said as never, hooks).post('/thing', said as never, hooks))
  const { query = '', ...rest } = init
  const headers = {
    ...(rest.body !== undefined && { 'content-type': 'application/json' }),
    ...(rest.headers as object),
  }
  const answer = await app.handle(new Request(`http://localhost/v1/thing${query}`, { ...rest, headers }))
  return { answer, order, lines, state }
}
const json = async ({ answer }: Awaited<ReturnType<typeof call>>) => ({
  status: answer.status,
  ...(await answer.json()),
})
const post = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) })
const failing = (error: unknown) => ({
  handler: () => {
    throw error
  },
})

describe('a request', () => {
  test('goes through these steps in order, and is then handled', async () => {
    const body = t.Object({ a: t.Number(), b: t.Number({ default: 5 }) })
    const { order } = await call({ input: { body } }, post({ a: 1 }))
    expect(order).toEqual(['authenticate', 'receive 1048576', 'left', 'key {"a":1,"b":5}', 'repeat', 'admit', 'work'])
  })

  test('without valid credentials is refused before its body is read', async () => {
    const refusal = new ApiError('unauthorized', 'Who?')
    const { order, answer, state } = await call(
      { refusal, input: { body: t.Object({}) } },
      { method: 'POST', body: '{' },
    )
    expect([order, answer.status, state.code, state.headers['www-authenticate']]).toEqual([
      ['authenticate'],
      401,
      'unauthorized',
      'Bearer',
    ])
  })

  test('to a public route is not authenticated', async () => {
    expect((await call({ access: 'anyone' })).order).toEqual(['key none', 'repeat', 'admit', 'work'])
  })

  test('that is repeated gets the earlier response, and one over a limit is not handled', async () => {
    const repeated = await call({ repeated: new Response('before') })
    expect([repeated.order.at(-1), await repeated.answer.text()]).toEqual(['repeat', 'before'])
    const full = new ApiError(
      'rate_limited',
      'Too many',
      { limit: 5, remaining: 0, resetTime: '2026-07-01T12:00:00.000Z', retryAfter: 7 },
      { retryAfter: 6.2 },
    )
    const refused = await call({ full })
    expect([refused.order.at(-1), refused.answer.status, refused.state.headers]).toEqual([
      'admit',
      429,
      expect.objectContaining({
        'retry-after': '7',
        'x-ratelimit-limit': '5',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '1782907200',
        'x-ratelimit-retry-after': '7',
      }),
    ])
  })

  test('needs the body that its route takes, with warnings about unknown names', async () => {
    const input = { body: t.Object({ a: t.Number() }) }
    expect(await json(await call({ input }, { method: 'POST' }))).toMatchObject({
      status: 400,
      error: { code: 'invalid_request', message: 'The request needs a JSON object as its body' },
    })
    const names = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`x${i}`.padEnd(i === 0 ? 200 : 2, 'y'), 1]))
    const { warnings } = await json(await call({ input }, post({ a: 1, ...names })))
    expect([warnings.length, warnings[0].length, warnings[1]]).toEqual([
      20,
      'unknown parameter: '.length + 100,
      'unknown parameter: x1',
    ])
    expect('warnings' in (await json(await call({ input }, post({ a: 1 }))))).toBe(false)
  })

  test('with a wrong value that cannot be converted to text is refused like any other', async () => {
    const input = { body: t.Object({ a: t.String(), b: t.Optional(t.Object({ c: t.Optional(t.String()) })) }) }
    for (const body of [{ a: { toString: 1 } }, { a: 'x', b: { c: { toString: 'x', valueOf: null } } }]) {
      const { answer, lines } = await call({ input }, post(body))
      const name = 'b' in body ? 'b.c' : 'a'
      expect([answer.status, (await answer.json()).error, lines]).toEqual([
        400,
        { code: 'invalid_request', message: `${name} must be a string`, details: { parameter: name } },
        [],
      ])
    }
  })

  test("with a valid body fails as its plugin's fault if the plugin's own check throws", async () => {
    const beforeHandle = () => String({ toString: 1 })
    const { answer } = await call({ input: { body: t.Object({ a: t.String() }) }, beforeHandle }, post({ a: 'x' }))
    expect([answer.status, (await answer.json()).error.code]).toEqual([500, 'internal_error'])
  })

  test('has its query converted to the types of its route', async () => {
    const input = { query: t.Object({ limit: t.Integer({ default: 20 }), x: t.Optional(t.String()) }) }
    const handler: Handler = ({ query }) => ({ success: true, data: query })
    expect((await json(await call({ input, handler }, { query: '?x=1' }))).data).toEqual({ limit: 20, x: '1' })
    expect((await json(await call({ input, handler }, { query: '?limit=7' }))).data).toEqual({ limit: 7 })
  })

  test('may have its body unparsed', async () => {
    const handler: Handler = ({ rawBody, body }) => ({ success: true, data: [new TextDecoder().decode(rawBody), body] })
    const raw = await call({ access: { rawBody: { max: 10 } }, handler }, { method: 'POST', body: '{ "a":1}' })
    expect((await json(raw)).data).toEqual(['{ "a":1}', null])
    expect((await json(await call({ handler }))).data[0]).toBe('')
  })

  test('tells its handler who calls, from where, and what it counts under', async () => {
    const handler: Handler = ({ caller, address, origin, actor }) => ({
      success: true,
      data: [caller.account.id, address(), origin(), actor()],
    })
    const asked = await call(
      { handler, access: { limit: 'general', permission: 'scrape' } },
      { headers: { 'x-request-id': 'r1' } },
    )
    const from = { address: '192.0.2.1', requestId: 'r1' }
    expect((await json(asked)).data).toEqual([
      'usr_1',
      '192.0.2.1',
      from,
      { id: 'usr_1', email: 'a@a.test', via: 'identity_provider', credential: null, ...from },
    ])
    expect(asked.state.endpoint).toBe('scrape')
    expect((await call({})).state.endpoint).toBeUndefined()
    expect((await call({ access: { limit: false } })).state.endpoint).toBeUndefined()
  })

  test('gets the headers that its route sets on every response, and its challenge', async () => {
    const access = { headers: { sunset: 'soon' }, challenge: () => 'Basic realm="x"' }
    const refused = await call({ access, refusal: new ApiError('unauthorized', 'Who?') })
    expect([refused.state.headers.sunset, refused.state.headers['www-authenticate']]).toEqual([
      'soon',
      'Basic realm="x"',
    ])
  })
})

describe('a failure', () => {
  const rules: ErrorRules = { failure: 'things_failed', status: { insufficient_credits: 403 } }
  test('with a known error is sent with its message, and when to try again', async () => {
    const error = new ApiError('insufficient_credits', 'Too few', { required: 5 }, { retryAfter: 1.2 })
    const failed = await call(failing(error))
    expect(await json(failed)).toMatchObject({
      status: 402,
      success: false,
      error: { code: 'insufficient_credits', message: 'Too few', details: { required: 5 } },
    })
    expect([failed.state.headers['retry-after'], failed.state.code, failed.lines]).toEqual([
      '2',
      'insufficient_credits',
      [],
    ])
    expect((await call({ ...failing(error), errors: rules })).answer.status).toBe(403)
  })

  test("with an unknown error has the plugin's code, hides its message, and is logged", async () => {
    const fault = new TypeError('undefined is not a function')
    const failed = await call({ ...failing(fault), errors: rules })
    expect(await json(failed)).toMatchObject({
      status: 500,
      error: {
        code: 'things_failed',
        message: 'The service failed to answer this request; the log has the reason',
        details: {},
      },
    })
    expect([failed.lines.length, failed.lines[0]?.includes('undefined is not a function')]).toEqual([1, true])
    expect((await json(await call(failing(fault)))).error.code).toBe('internal_error')
  })

  test('whose caller has left, or for what is not configured, is no failure in the log', async () => {
    const caller = new AbortController()
    const leave = async () => {
      caller.abort()
      throw caller.signal.reason
    }
    const left = await call({ handler: leave, errors: { failure: 'scraping_failed' } }, { signal: caller.signal })
    expect([left.answer.status, left.state.code, left.lines]).toEqual([499, 'cancelled', []])
    const refuse = () => {
      caller.abort()
      throw new ApiError('invalid_request', 'It is wrong')
    }
    const before = await call({ handler: refuse }, { signal: caller.signal })
    expect([before.answer.status, before.state.code]).toEqual([400, 'invalid_request'])
    expect('www-authenticate' in before.state.headers).toBe(false)
    const refused = await call(failing(new ApiError('not_configured', 'It needs a model')))
    expect([refused.answer.status, refused.state.code, refused.lines]).toEqual([501, 'not_configured', []])
  })

  test('of a response that breaks its schema is logged in one line, without its contents', async () => {
    const response = { 200: t.Object({ data: t.Object({ size: t.Number() }) }) }
    const handler = () => ({ data: { size: 'private' } })
    const failed = await call({ handler, response })
    expect((await json(failed)).error.code).toBe('internal_error')
    expect(failed.lines).toEqual([
      expect.stringContaining('The answer breaks the schema of its route: data.size must be a number'),
    ])
    expect(failed.lines[0]).not.toContain('private')
  })

  test('has the format of its plugin', async () => {
    const family = { schema: t.Any(), render: ({ code }: ApiError) => ({ oh: code }) }
    expect(await json(await call({ ...failing(new ApiError('conflict', 'No')), errors: { family } }))).toEqual({
      status: 409,
      oh: 'conflict',
    })
  })

  test('at an address that may not be fetched tells an administrator what to do', async () => {
    const error = new ApiError('invalid_url', 'Not fetched', { reason: 'forbidden_address' })
    const detailsFor = async (caller?: Caller) => (await json(await call({ ...failing(error), caller }))).error.details
    expect(await detailsFor()).toEqual({ reason: 'forbidden_address' })
    expect(await detailsFor({ ...user, account: { ...user.account, role: 'admin' } })).toEqual({
      reason: 'forbidden_address',
      remedy: FORBIDDEN_REMEDY,
    })
    const other = new ApiError('invalid_url', 'Not fetched', { reason: 'dns' })
    const admin = { ...user, account: { ...user.account, role: 'admin' as const } }
    expect((await json(await call({ ...failing(other), caller: admin }))).error.details).toEqual({ reason: 'dns' })
  })
})

describe('a response', () => {
  const data = (length: number) => ({ handler: () => ({ success: true, data: 'x'.repeat(length) }) })
  test('is known to be small up to a kilobyte', async () => {
    expect([(await call(data(900))).state.isSmall, (await call(data(1100))).state.isSmall]).toEqual([true, false])
    expect((await call({ handler: () => new Response('x') })).state.isSmall).toBe(false)
  })
  test('of more than a megabyte is serialized in parts, with its status', async () => {
    const length = 1_100_000
    const { answer } = await call({
      handler: ({ set }) => {
        set.status = 202
        return { success: true, data: 'x'.repeat(length) }
      },
    })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([202, 'application/json'])
    let parts = 0
    let size = 0
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      parts++
      size += chunk.byteLength
    }
    expect([parts > 1, size]).toEqual([true, length + JSON.stringify({ success: true, data: '' }).length])
  })
  test('of more than 64 MiB is refused, with advice', async () => {
    const errors: ErrorRules = { failure: 'things_failed' }
    const part = 'x'.repeat(1024 * 1024)
    const large = (count: number) => ({ handler: () => ({ success: true, data: Array(count).fill(part) }), errors })
    expect(await json(await call(large(65)))).toMatchObject({
      status: 500,
      error: {
        code: 'things_failed',
        message: 'The answer would be larger than 64 MiB; ask for fewer formats, or for fewer pages at once',
        details: { reason: 'too_large', maximum: 67_108_864 },
      },
    })
    const fits = await call(large(63))
    expect(fits.answer.status).toBe(200)
    await fits.answer.body?.cancel()
  })
})

describe('the routes of all plugins', () => {
  const plugin = (name: string, mounts: string[] = []) => ({ name, mounts: mounts.map((path) => ({ path })) }) as never
  const route = (
    method: string,
    path: string,
    access: object | undefined = { limit: undefined },
    more: object = {},
  ) => ({
    method,
    path,
    hooks: { detail: access && { 'x-access': access }, ...more },
  })
  const open = (...all: ReturnType<typeof route>[]) => {
    const routes = createRoutes({ families: new Set(['general', 'calls']), permissions: ['things'] })
    routes.add(plugin('things', ['/dashboard']), { routes: all } as never, new Map())
    return routes
  }

  test('are known by method and path, with parameters and wildcards', () => {
    const routes = open(
      route('GET', '/v1/jobs/:id'),
      route('GET', '/v1/opt/:id?'),
      route('GET', '/dashboard/*'),
      route('POST', '/dashboard/'),
    )
    const takes = (method: string, ...paths: string[]) => paths.map((path) => routes.takes(method, path))
    expect(takes('GET', '/v1/jobs/a', '/v1/jobs/a/', '/v1/jobs', '/v1/jobs/a/b')).toEqual([true, true, false, false])
    expect(takes('GET', '/v1/opt', '/v1/opt/a', '/dashboard/a/b', '/dashboard/')).toEqual([true, true, true, true])
    expect(takes('POST', '/dashboard', '/dashboard/', '/v1/jobs/a')).toEqual([true, true, false])
    expect(takes('GET', '/health', '/docs', '/v1xjobs/a')).toEqual([true, true, false])
  })

  test('are counted by family', () => {
    const routes = open(route('GET', '/v1/archive/search'), route('GET', '/dashboard/*'))
    expect(
      ['/v1/archive', '/v1/archive/search/x', '/v1/other', '/dashboard/a/b', '/health', '/docs/x', '/nowhere'].map(
        routes.familyOf,
      ),
    ).toEqual(['/v1/archive', '/v1/archive', 'other', '/dashboard', '/health', '/docs', 'other'])
  })

  test('refuse an unknown path with 404, and another method with the allowed ones', () => {
    const routes = open(route('GET', '/v1/jobs'), route('POST', '/v1/jobs'))
    expect(routes.refuse('/v1/jobs').error).toMatchObject({
      code: 'method_not_allowed',
      message: '/v1/jobs accepts GET, HEAD, POST',
      details: { allowed: ['GET', 'HEAD', 'POST'] },
    })
    expect(routes.refuse('/v1/nothing').body).toEqual({
      success: false,
      error: {
        code: 'not_found',
        message: 'There is no such path; /docs lists all paths',
        details: { path: '/v1/nothing' },
      },
    })
  })

  test('stop the start if they are wrong', () => {
    const said = (...all: ReturnType<typeof route>[]) => {
      try {
        open(...all)
        return 'fine'
      } catch (error) {
        return (error as Error).message
      }
    }
    const get = route('GET', '/v1/x')
    expect(said(get)).toBe('fine')
    expect(said({ ...get, hooks: {} } as never)).toBe(
      "Plugin things: the route GET /v1/x states no access; add access: 'key', or what fits",
    )
    expect(said(route('GET', '/v1/x', { limit: 'crawls' }))).toBe(
      'Plugin things: the route GET /v1/x counts against crawls, which no plugin declares in its limits',
    )
    expect(said(route('GET', '/v1/x', { limit: 'general' }))).toBe('fine')
    expect(said(route('GET', '/v1/x', { as: 'key', permission: 'thing' }))).toBe(
      'Plugin things: the route GET /v1/x asks for thing, which no plugin has among its permissions',
    )
    expect(said(route('GET', '/v1/x', { as: 'key', permission: 'things' }))).toBe('fine')
    expect(said(route('GET', '/v1/x', { as: 'key', permission: 'any' }))).toBe('fine')
    expect(said(route('GET', '/v1/x', { as: 'anyone', permission: 'thing' }))).toBe('fine')
    expect(said(get, get)).toBe('Plugin things: the route GET /v1/x is there twice')
    expect(said(route('GET', '/v1/x/:id'), route('GET', '/v1/x/:key'))).toBe(
      'Plugin things: the route GET /v1/x/:key is there twice',
    )
    expect(said(route('GET', '/v1/x/:id'), route('GET', '/v1/x/:key/parts'))).toBe(
      'Plugin things: the route GET /v1/x/:key/parts calls key what GET /v1/x/:id calls id; name it alike',
    )
    expect(said(route('GET', '/v1/x/:id'), route('POST', '/v1/x/:key'), route('GET', '/v1/y/:key'))).toBe('fine')
    expect(() => open().add(plugin('others'), undefined as never, new Map())).toThrow(
      'Plugin others: its routes give no app: return the one that they were given',
    )
    const taken = () => open(get).add(plugin('others'), { routes: [get] } as never, new Map())
    expect(taken).toThrow(
      'Plugin others: the route GET /v1/x is taken by the plugin things; leave one of them out of WEIR_PLUGINS',
    )
    const raw = { limit: undefined, rawBody: { max: 5 } }
    expect(said(route('POST', '/v1/x', raw, { body: t.Object({}) }))).toBe(
      'Plugin things: the route POST /v1/x states rawBody and a schema of its body; leave one of them out',
    )
    expect(said(route('POST', '/v1/x', raw))).toBe('fine')
  })

  test('accept names that their schemas do not know, unless these say otherwise', () => {
    const [body, query, closed] = [t.Object({}), t.Object({}), t.Object({}, { additionalProperties: false })]
    open(route('POST', '/v1/x', {}, { body, query }), route('POST', '/v1/y', {}, { body: closed }))
    expect([body, query, closed].map(({ additionalProperties }) => additionalProperties)).toEqual([true, true, false])
  })
})
