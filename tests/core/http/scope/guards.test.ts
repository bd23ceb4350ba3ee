import { describe, expect, test } from 'bun:test'
import type { Auth } from '../../../../core/auth/index.ts'
import { ApiError } from '../../../../core/errors.ts'
import type { Idempotency } from '../../../../core/http/idempotency/idempotency.ts'
import { createOwnRoutes } from '../../../../core/http/own/own-routes.ts'
import { RequestState } from '../../../../core/http/request-state.ts'
import { type Access, requirementsOf } from '../../../../core/http/scope/access.ts'
import { createGuards } from '../../../../core/http/scope/guards.ts'
import type { Limits } from '../../../../core/limits/limits.ts'

const caller = (id = 'usr_1') =>
  ({ account: { id, email: 'a@a.test', plan: 'free', role: 'user' }, permissions: ['*'], rateLimit: null }) as const

describe('the requirements of a route', () => {
  test('have defaults if it states only who may use it', () => {
    const usual = {
      oidc: undefined,
      maxBody: 1_048_576,
      rawBody: undefined,
      countsJobs: false,
      keyHeader: undefined,
      socket: false,
      headers: {},
      challenge: undefined,
    }
    const of = (access: Access) => requirementsOf(access, 'crawl')
    expect(of('key')).toEqual({ ...usual, as: 'key', limit: 'calls', permission: 'crawl', idempotent: true })
    expect(of({})).toEqual(of('key'))
    expect(of('session')).toEqual({ ...usual, as: 'session', limit: 'calls', permission: 'crawl', idempotent: false })
    expect(of('admin')).toEqual({ ...usual, as: 'admin', limit: undefined, permission: 'admin', idempotent: false })
    expect(of('anyone')).toEqual({ ...usual, as: 'anyone', limit: undefined, permission: 'crawl', idempotent: false })
    expect(of('optional')).toMatchObject({ as: 'optional', limit: 'calls' })
  })
  test('are those it states', () => {
    const challenge = () => 'Basic'
    const said = {
      limit: 'crawls',
      permission: 'any',
      maxBody: 5,
      keyHeader: 'x-key',
      headers: { a: 'b' },
      challenge,
    } as const
    expect(requirementsOf({ ...said, as: 'admin', socket: true, oidc: true }, 'crawl')).toEqual({
      ...said,
      as: 'admin',
      socket: true,
      oidc: true,
      rawBody: undefined,
      countsJobs: false,
      idempotent: false,
    })
    expect(requirementsOf({ limit: 'crawls', countsJobs: true }, 'crawl')).toMatchObject({ countsJobs: true })
    expect(requirementsOf({ limit: false, idempotent: false }, 'crawl')).toMatchObject({
      limit: undefined,
      idempotent: false,
    })
    expect(requirementsOf({ rawBody: { max: 5 } }, 'crawl')).toMatchObject({ rawBody: { max: 5 }, idempotent: false })
  })
})

describe('before the work of a request', () => {
  /** Guards, and the calls to the parts behind them. */
  function open({ full = false, over = false, forbidden = false } = {}) {
    const asked: unknown[] = []
    let released = 0
    const guards = createGuards({
      auth: {
        async authenticate(
          request: Request,
          address: () => string,
          admission: object,
          known: (who: ReturnType<typeof caller>) => void,
        ) {
          asked.push(['authenticate', request.headers.get('authorization'), address(), admission])
          known(caller())
          if (forbidden) throw new ApiError('insufficient_permissions', 'Not this')
          return caller()
        },
      } as unknown as Auth,
      limits: {
        peek: async (_: unknown, family: string) => ({ 'x-ratelimit-limit': family }),
        async enter() {
          asked.push('enter')
          if (full) throw new ApiError('rate_limited', 'Too many in flight')
          return () => void released++
        },
        async count(_: unknown, family: string) {
          asked.push(`count ${family}`)
          if (over) throw new ApiError('rate_limited', 'Too many')
          return { 'x-ratelimit-remaining': '5' }
        },
        async countJob(_: unknown, family: string) {
          const giveBack = async () => ({ 'x-ratelimit-remaining': family })
          return { headers: { 'x-ratelimit-remaining': '4' }, giveBack }
        },
      } as unknown as Limits,
      idempotency: { of: (...of: string[]) => of } as unknown as Idempotency,
      sockets: { opener: () => undefined, count: () => 0, close() {} },
      state: () => state,
    })
    let kept = 0
    const peer = { address: '192.0.2.1', keepOpen: () => void kept++ }
    const request = (
      method = 'POST',
      headers: Record<string, string> = { authorization: 'Bearer k' },
      path = '/v1/crawl?x=1',
    ) => new Request(`http://api.test${path}`, { method, headers })
    const state = new RequestState(request(), peer, [])
    return { guards, state, asked, request, released: () => released, kept: () => kept }
  }
  const key = requirementsOf('key', 'crawl')

  test('the caller is identified, and the connection is kept open if the work may take minutes', async () => {
    const { guards, asked, request, state, kept } = open()
    expect(await guards.authenticate(request(), key)).toEqual(caller() as never)
    expect([asked, kept(), await state.uncounted?.()]).toEqual([
      [['authenticate', 'Bearer k', '192.0.2.1', key]],
      0,
      { 'x-ratelimit-limit': 'calls' },
    ])
    await guards.authenticate(request(), requirementsOf({ limit: 'general' }, 'crawl'))
    expect([kept(), await state.uncounted?.()]).toEqual([1, { 'x-ratelimit-limit': 'general' }])
    state.uncounted = undefined
    await guards.authenticate(request(), requirementsOf({ limit: false }, 'crawl'))
    expect([kept(), state.uncounted]).toEqual([2, undefined])
  })

  test('a caller without permission still gets the limits of the route', async () => {
    const { guards, request, state } = open({ forbidden: true })
    const refused = Promise.resolve(guards.authenticate(request(), requirementsOf({ limit: 'general' }, 'crawl')))
    await expect(refused).rejects.toThrow('Not this')
    expect(await state.uncounted?.()).toEqual({ 'x-ratelimit-limit': 'general' })
  })

  test('a caller without credentials is not authenticated if that is optional', async () => {
    const { guards, asked, request } = open()
    const optional = requirementsOf('optional', 'crawl')
    expect(await guards.authenticate(request('POST', {}), optional)).toBeUndefined()
    expect(asked).toEqual([])
    expect(await guards.authenticate(request('POST', { 'x-api-key': 'k' }), optional)).toBeDefined()
  })

  test('the count of a job can be given back if the request starts none', async () => {
    const { guards, request, state } = open()
    state.caller = caller()
    await guards.admit(request(), requirementsOf({ limit: 'crawls', countsJobs: true }, 'crawl'))
    expect(state.headers['x-ratelimit-remaining']).toBe('4')
    expect(await state.giveBack?.()).toEqual({ 'x-ratelimit-remaining': 'crawls' })
  })

  test('tokens of the identity provider are accepted once a route accepts them', async () => {
    const { guards, asked, request, state } = open()
    await guards.authenticate(request(), requirementsOf({ oidc: true }, 'crawl'))
    await guards.authenticate(request(), key)
    expect(state.takesOidc).toBe(true)
    expect(asked.map((one) => (one as { oidc?: boolean }[])[3]!.oidc)).toEqual([true, true])
  })

  test('a place is taken before anything is counted, and given back if the limit is reached', async () => {
    const work = requirementsOf({ limit: 'general' }, 'crawl')
    const fine = open()
    fine.state.caller = caller()
    fine.state.uncounted = async () => ({})
    await fine.guards.admit(fine.request(), work)
    expect([fine.asked, fine.state.headers['x-ratelimit-remaining'], fine.released()]).toEqual([
      ['enter', 'count general'],
      '5',
      0,
    ])
    // The headers of the count, and of a refusal, are not replaced.
    expect(fine.state.uncounted).toBeUndefined()
    fine.state.release?.()
    expect(fine.released()).toBe(1)
    const over = open({ over: true })
    over.state.caller = caller()
    await expect(over.guards.admit(over.request(), work)).rejects.toThrow('Too many')
    expect([over.asked, over.released(), over.state.release]).toEqual([['enter', 'count general'], 1, undefined])
    const full = open({ full: true })
    full.state.caller = caller()
    await expect(full.guards.admit(full.request(), work)).rejects.toThrow('in flight')
    expect(full.asked).toEqual(['enter'])
  })

  test('a plain call takes no place, and neither does a route without limits', async () => {
    const { guards, asked, request, state } = open()
    await guards.admit(request(), key)
    state.caller = caller()
    await guards.admit(request(), requirementsOf({ limit: false }, 'crawl'))
    expect(asked).toEqual([])
    await guards.admit(request(), key)
    expect([asked, state.release]).toEqual([['count calls'], undefined])
  })

  test('room is reserved for a body that arrives, and not for one that another route has in memory', () => {
    const { guards, request, state } = open()
    expect(guards.receive(request(), 10)).toBeDefined()
    state.isPart = true
    expect(guards.receive(request(), 10)).toBeUndefined()
  })

  test('the key of a repeated POST is noted, from either header that the route accepts', () => {
    const noted = (access: Access, headers: Record<string, string>, method = 'POST', known = true, path?: string) => {
      const { guards, request, state } = open()
      if (known) state.caller = caller()
      guards.key(request(method, headers, path), requirementsOf(access, 'crawl'), { a: 1 })
      return state.keyed as unknown
    }
    const keyed = (name: string) => ({ request: ['usr_1', '/v1/crawl', name], body: { a: 1 } })
    expect(noted('key', { 'idempotency-key': 'one' })).toEqual(keyed('one'))
    expect(noted('key', { 'idempotency-key': 'one' }, 'POST', true, '/v1/crawl/?x=1')).toEqual(keyed('one'))
    expect(noted({ keyHeader: 'x-key' }, { 'x-key': 'two' })).toEqual(keyed('two'))
    expect(noted({ keyHeader: 'x-key' }, { 'x-key': 'two', 'idempotency-key': 'one' })).toEqual(keyed('one'))
    expect(noted('key', { 'x-key': 'two' })).toBeUndefined()
    expect(noted('key', { 'idempotency-key': 'one' }, 'PUT')).toBeUndefined()
    expect(noted({ idempotent: false }, { 'idempotency-key': 'one' })).toBeUndefined()
    expect(noted('key', { 'idempotency-key': 'one' }, 'POST', false)).toBeUndefined()
  })
})

test('a request keeps its own id if that is a valid token, and gets a new one otherwise', () => {
  const idOf = (given?: string) =>
    new RequestState(
      new Request('http://a.test/', { headers: given === undefined ? {} : { 'x-request-id': given } }),
      { address: '', keepOpen() {} },
      [],
    )
  expect(idOf('a.b:c-1_2').id).toBe('a.b:c-1_2')
  expect(idOf('x'.repeat(128)).headers).toEqual({ 'x-request-id': 'x'.repeat(128) })
  for (const other of [undefined, '', 'a b', 'x'.repeat(129)]) expect(idOf(other).id).toMatch(/^[\da-f-]{36}$/)
})

describe('the routes of the service itself', () => {
  const routes = (status: 'healthy' | 'degraded' | 'unhealthy' = 'healthy', mayBeProxied = false) =>
    createOwnRoutes({
      auth: { authenticate: async () => Promise.reject(new ApiError('insufficient_permissions', 'No')) } as never,
      metrics: { registry: { expose: async () => 'metrics 1\n' } } as never,
      health: {
        report: async () =>
          ({ status, version: '1', store: {}, disk: {}, files: {}, queue: {}, engines: [], providers: [] }) as never,
        commitTime: async () => 1,
      },
      openapi: async () => '{"openapi":"3.1.0"}',
      mayBeProxied: () => mayBeProxied,
      home: '/dashboard/',
    })
  const ask = async (path: string, headers: Record<string, string> = {}, own = routes(), address = '127.0.0.1') => {
    const request = new Request(`http://a.test${path}`, { headers })
    const state = new RequestState(request, { address, keepOpen() {} }, [])
    const answer = await own(path, request, state)
    return { answer, state, body: answer && (await answer.text()) }
  }

  test('include health, which is 503 if the service does not work', async () => {
    for (const [status, code] of [
      ['healthy', 200],
      ['degraded', 200],
      ['unhealthy', 503],
    ] as const) {
      const { answer, body } = await ask('/health', {}, routes(status))
      expect([answer!.status, JSON.parse(body!).success, JSON.parse(body!).data.status]).toEqual([
        code,
        code === 200,
        status,
      ])
    }
  })

  test('include the API document and its page', async () => {
    const { answer, body } = await ask('/openapi.json')
    expect([body, answer!.headers.get('content-type')]).toEqual(['{"openapi":"3.1.0"}', 'application/json'])
    expect((await ask('/docs')).body).toContain('<title>Weir API</title>')
  })

  test('include the metrics, for those who may see them', async () => {
    const seen = await ask('/metrics')
    expect([seen.body, seen.answer!.headers.get('content-type')]).toEqual([
      'metrics 1\n',
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    const refused = async (...given: Parameters<typeof ask>) => {
      const { answer, state, body } = await ask(...given)
      return [answer!.status, JSON.parse(body!).error.message, state.code, state.headers['www-authenticate']]
    }
    const elsewhere = "Send an administrator's key, or ask from the machine itself"
    expect(await refused('/metrics', {}, routes(), '192.0.2.1')).toEqual([401, elsewhere, 'unauthorized', 'Bearer'])
    for (const name of ['x-forwarded-for', 'forwarded', 'via'])
      expect(await refused('/metrics', { [name]: 'x' })).toEqual([401, elsewhere, 'unauthorized', 'Bearer'])
    expect(await refused('/metrics', {}, routes('healthy', true))).toEqual([
      401,
      "Send an administrator's key",
      'unauthorized',
      'Bearer',
    ])
    expect(await refused('/metrics', { 'x-api-key': 'k' })).toEqual([403, 'No', 'insufficient_permissions', undefined])
  })

  test('include the redirect of a browser that opens the root', async () => {
    const { answer } = await ask('/', { accept: 'text/html,*/*' })
    expect([answer!.status, answer!.headers.get('location')]).toEqual([302, '/dashboard/'])
    for (const [path, headers] of [
      ['/', {}],
      ['/', { accept: 'application/json' }],
      ['/other', { accept: 'text/html' }],
      ['/v1/docs', {}],
    ] as const)
      expect((await ask(path, headers)).answer).toBeUndefined()
  })
})
