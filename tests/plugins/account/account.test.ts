import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Answer, type Running, startWeir } from '../../weir.ts'

let weir: Running
beforeAll(async () => {
  weir = await startWeir()
})
afterAll(() => weir.close())

const KEYS = '/v1/auth/api-keys'
const PROFILE = '/v1/users/profile'
const code = ({ status, body }: Answer) => `${status} ${body?.error?.code ?? 'done'}`
const put = (path: string, body: unknown, key?: string) =>
  weir.call('PUT', path, body, key === undefined ? {} : { key })
const remove = (path: string, key?: string) => weir.call('DELETE', path, undefined, key === undefined ? {} : { key })

describe('login', () => {
  test('returns a session token that is accepted like a key', async () => {
    const { id, email, password } = await weir.user('pro')
    const { status, body } = await weir.post('/v1/auth/login', { email, password }, { key: null })
    expect(status).toBe(200)
    expect(body.data).toEqual({
      user: { id, email, plan: 'pro' },
      token: expect.stringMatching(/^\S+\.\S+\.\S+$/),
      expiresIn: 86_400,
    })
    expect((await weir.get(PROFILE, { key: body.data.token })).body.data.id).toBe(id)
    expect((await weir.get(PROFILE, { key: null, headers: { 'x-api-key': body.data.token } })).status).toBe(200)
  })

  test('fails with 401 for wrong credentials, and with 400 for missing ones', async () => {
    const login = (body: object) => weir.post('/v1/auth/login', body, { key: null })
    expect(code(await login({ email: 'nobody@account.example', password: 'wrong' }))).toBe('401 unauthorized')
    for (const body of [{ email: 'a@b.example' }, { password: 'x' }, { email: 5, password: 'x' }]) {
      expect(code(await login(body))).toBe('400 invalid_request')
    }
  })

  test('ends with logout', async () => {
    const { session } = await weir.user()
    expect((await weir.post('/v1/auth/logout', undefined, { key: session })).body.data).toEqual({ ended: true })
    expect(code(await weir.get(PROFILE, { key: session }))).toBe('401 unauthorized')
  })
})

describe('keys', () => {
  test('keep only the limits that the service knows', async () => {
    const { session } = await weir.user('pro')
    const rateLimit = { requestsPerHour: 5, requestsPerYear: 6 }
    const { body } = await weir.post(KEYS, { rateLimit }, { key: session })
    expect(body.data.rateLimit).toEqual({ requestsPerHour: 5 })
    expect(body.warnings.join()).toContain('rateLimit.requestsPerYear')
  })

  test('are shown in full once, listed without the secret, and give key_revoked after they are revoked', async () => {
    const { session } = await weir.user()
    const { status, body } = await weir.post(KEYS, { name: 'first' }, { key: session })
    const { key, ...listed } = body.data
    expect([status, key]).toEqual([201, expect.stringMatching(/^wr_\w{5}_\w{40}$/)])
    expect(listed).toEqual({
      id: expect.stringMatching(/^key_/),
      name: 'first',
      prefix: key.slice(0, 8),
      permissions: ['*'],
      rateLimit: null,
      lastUsed: null,
      createdAt: expect.any(String),
      expiresAt: null,
      revokedAt: null,
      allowedIps: null,
      readOnly: false,
      endpoints: null,
    })
    const list = await weir.get(KEYS, { key: session })
    expect(list.body.data.keys[0]).toEqual(listed)
    expect(list.text).not.toContain(key.slice(9))
    expect((await remove(`${KEYS}/${listed.id}`, session)).body.data).toEqual({ id: listed.id, revoked: true })
    expect(code(await weir.get(PROFILE, { key }))).toBe('401 key_revoked')
    expect((await weir.get(KEYS, { key: session })).body.data.keys[0]).toMatchObject({
      id: listed.id,
      revokedAt: expect.any(String),
    })
  })

  test('keep their restrictions', async () => {
    const { session } = await weir.user()
    const restrictions = {
      permissions: ['account'],
      rateLimit: { requestsPerHour: 5 },
      allowedIps: ['127.0.0.0/8'],
      readOnly: true,
      endpoints: ['/v1/users/*'],
      expiresAt: '2100-01-01T00:00:00.000Z',
    }
    const { body } = await weir.post(KEYS, { name: 'narrow', ...restrictions }, { key: session })
    expect(body.data).toMatchObject(restrictions)
    expect((await weir.get(PROFILE, { key: body.data.key })).status).toBe(200)
    expect(code(await weir.get('/v1/analytics/overview', { key: body.data.key }))).toBe('403 insufficient_permissions')
    expect(code(await put(PROFILE, { fullName: 'x' }, body.data.key))).toBe('403 insufficient_permissions')
  })

  test('cannot be created, listed or revoked with a key, except an administrator key', async () => {
    const { key } = await weir.user()
    for (const answer of [
      await weir.post(KEYS, {}, { key }),
      await weir.get(KEYS, { key }),
      await remove(`${KEYS}/key_x`, key),
    ]) {
      expect(code(answer)).toBe('403 insufficient_permissions')
    }
    expect((await weir.get(KEYS)).status).toBe(200)
  })

  test('of other users can be managed only by administrators', async () => {
    const [owner, other] = [await weir.user('pro'), await weir.user('pro')]
    const path = `${KEYS}?userId=${owner.id}`
    const { key, id } = (await weir.post(path, { permissions: ['account'] })).body.data
    expect((await weir.get(PROFILE, { key })).body.data.id).toBe(owner.id)
    expect((await weir.get(path)).body.data.keys[0].id).toBe(id)
    expect(code(await weir.get(path, { key: other.session }))).toBe('403 insufficient_permissions')
    expect(code(await weir.get(`${KEYS}?userId=usr_x`))).toBe('404 not_found')
    const [foreign, unknown] = [
      await remove(`${KEYS}/${id}`, other.session),
      await remove(`${KEYS}/key_x`, other.session),
    ]
    expect([code(foreign), code(unknown)]).toEqual(['404 not_found', '404 not_found'])
    expect(foreign.text.replaceAll(id, 'key_x')).toBe(unknown.text)
    expect((await remove(`${KEYS}/${id}?userId=${owner.id}`)).status).toBe(200)
  })

  test('need a plan that includes them', async () => {
    const { session } = await weir.user('free')
    const { body } = await weir.post(KEYS, { permissions: ['scrape'] }, { key: session })
    expect(body.error).toMatchObject({ code: 'insufficient_permissions', details: { requiredPlan: 'pro' } })
  })

  test('accept the permissions that routes require, and no others', async () => {
    const { session } = await weir.user('pro')
    const { message } = (await weir.post(KEYS, { permissions: ['juggle'] }, { key: session })).body.error
    const names = message.replace('permissions must be an array of ', '').split(', ')
    const capabilities = 'batch crawl map search extract enrichment archive monitors results'.split(' ')
    expect(names.toSorted()).toEqual(['*', 'account', 'admin', 'scrape', ...capabilities].toSorted())
  })

  test('with bad fields are refused with 400', async () => {
    const { session } = await weir.user()
    for (const body of [
      { name: 5 },
      { permissions: 'scrape' },
      { permissions: [] },
      { permissions: ['juggle'] },
      { rateLimit: { requestsPerHour: 0 } },
      { rateLimit: { requestsPerHour: '5' } },
      { allowedIps: ['nowhere'] },
      { readOnly: 'true' },
      { endpoints: ['scrape'] },
      { endpoints: ['/v1/scrape', '/v1/jobs?limit=1'] },
      { expiresAt: 'tomorrow' },
      { expiresAt: '2020-01-01T00:00:00Z' },
    ]) {
      expect([body, code(await weir.post(KEYS, body, { key: session }))]).toEqual([body, '400 invalid_request'])
    }
  })

  test('are validated with their permissions', async () => {
    const { session, key } = await weir.user('pro')
    const own = (await weir.post(KEYS, { rateLimit: { requestsPerHour: 7, requestsPerDay: 5 } }, { key: session })).body
      .data
    const validate = async (credential: string) => (await weir.get('/v1/auth/validate', { key: credential })).body.data
    expect(await validate(key)).toMatchObject({
      valid: true,
      plan: 'pro',
      rateLimit: { requestsPerHour: 200, remaining: 200 },
    })
    expect(await validate(own.key)).toMatchObject({ keyId: own.id, rateLimit: { requestsPerHour: 7, remaining: 7 } })
    expect(await validate(session)).toMatchObject({ keyId: null, permissions: ['*'] })
    const { data: narrow } = (await weir.post(KEYS, { permissions: ['scrape', 'map'] }, { key: session })).body
    expect((await validate(narrow.key)).permissions.sort()).toEqual(['map', 'scrape'])
    expect(await validate(weir.adminKey)).toMatchObject({
      plan: 'enterprise',
      rateLimit: { requestsPerHour: null, remaining: null },
    })
    expect(code(await weir.get('/v1/auth/validate', { key: 'nonsense' }))).toBe('401 unauthorized')
  })
})

describe('the profile', () => {
  test('has the caller and the remaining credits', async () => {
    const { id, email, key } = await weir.user('starter')
    expect((await weir.get(PROFILE, { key })).body.data).toEqual({
      id,
      email,
      fullName: '',
      plan: 'starter',
      role: 'user',
      credits: { monthly: 5000, used: 0, remaining: 5000 },
      usage: { thisMonth: { requests: 0, pagesScraped: 0 } },
      preferences: {},
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
  })

  test('is changed, without unknown fields', async () => {
    const { key } = await weir.user()
    await put(PROFILE, { fullName: 'Ada', preferences: { theme: 'dark' } }, key)
    const { body } = await put(PROFILE, { preferences: { notifications: false, colour: 'red' } }, key)
    expect(body.data).toMatchObject({ fullName: 'Ada', preferences: { theme: 'dark', notifications: false } })
    expect(body.data.preferences.colour).toBeUndefined()
    expect(body.warnings).toEqual(['unknown parameter: preferences.colour'])
    for (const bad of [{ fullName: 5 }, { preferences: { notifications: 'yes' } }, { preferences: [] }]) {
      expect(code(await put(PROFILE, bad, key))).toBe('400 invalid_request')
    }
  })
})

describe('changing the own password', () => {
  const PASSWORD = '/v1/account/password'

  test('needs the current one, ends every session, begins a new one, and keeps keys', async () => {
    const { email, password, session, key } = await weir.user()
    const newPassword = 'another horse battery staple'
    const { status, body } = await put(PASSWORD, { currentPassword: password, newPassword }, session)
    expect([status, body.data.user.email]).toEqual([200, email])
    expect(code(await weir.get(PROFILE, { key: session }))).toBe('401 unauthorized')
    expect(code(await weir.get(PROFILE, { key: body.data.token }))).toBe('200 done')
    expect(code(await weir.get(PROFILE, { key }))).toBe('200 done')
    const login = (typed: string) => weir.post('/v1/auth/login', { email, password: typed }, { key: null })
    expect(code(await login(password))).toBe('401 unauthorized')
    expect(code(await login(newPassword))).toBe('200 done')
  })

  test('is refused if the current one is wrong, the new one is too short, or a key asks', async () => {
    const { email, password, session, key } = await weir.user()
    const newPassword = 'another horse battery staple'
    const wrong = await put(PASSWORD, { currentPassword: 'a guess', newPassword }, session)
    expect([code(wrong), wrong.body.error.details.parameter]).toEqual(['400 invalid_request', 'currentPassword'])
    const short = await put(PASSWORD, { currentPassword: password, newPassword: 'short' }, session)
    expect([code(short), short.body.error.details.parameter]).toEqual(['400 invalid_request', 'newPassword'])
    expect(code(await put(PASSWORD, { currentPassword: password, newPassword }, key))).toBe(
      '403 insufficient_permissions',
    )
    expect(code(await weir.get(PROFILE, { key: session }))).toBe('200 done')
    expect(code(await weir.post('/v1/auth/login', { email, password }, { key: null }))).toBe('200 done')
  })

  test('succeeds for only one of concurrent changes', async () => {
    const { email, password, session } = await weir.user()
    const news = Array.from({ length: 6 }, (_, n) => `another horse battery staple ${n}`)
    const answers = await Promise.all(
      news.map((newPassword) => put(PASSWORD, { currentPassword: password, newPassword }, session)),
    )
    const made = answers.filter(({ status }) => status === 200)
    expect(made).toHaveLength(1)
    const login = (typed: string) => weir.post('/v1/auth/login', { email, password: typed }, { key: null })
    expect(code(await login(news[answers.indexOf(made[0]!)]!))).toBe('200 done')
    expect(code(await weir.get(PROFILE, { key: made[0]!.body.data.token }))).toBe('200 done')
  })

  test('limits wrong guesses like a login', async () => {
    const { session } = await weir.user()
    const guess = (n: number) =>
      weir.call('PUT', PASSWORD, { currentPassword: `guess ${n}`, newPassword: 'long enough' }, { key: session })
    const codes = new Set<string>()
    for (let n = 0; n < 11; n++) codes.add(code(await guess(n)))
    expect([...codes]).toEqual(['400 invalid_request', '429 rate_limited'])
  })
})
