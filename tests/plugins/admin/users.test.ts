import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Answer, type Running, startWeir } from '../../weir.ts'

let weir: Running
beforeAll(async () => {
  weir = await startWeir()
})
afterAll(() => weir.close())

const PROFILE = '/v1/users/profile'
const code = ({ status, body }: Answer) => `${status} ${body?.error?.code ?? 'done'}`
const put = (path: string, body: unknown, key?: string) =>
  weir.call('PUT', path, body, key === undefined ? {} : { key })
let made = 0
const address = () => `person${++made}@admin.example`

test('user management is only for administrators', async () => {
  const { key, session } = await weir.user()
  for (const credential of [key, session]) {
    const answers = [
      await weir.get('/v1/admin/stats', { key: credential }),
      await weir.get('/v1/admin/users', { key: credential }),
      await weir.post('/v1/admin/users', { email: address() }, { key: credential }),
      await put('/v1/admin/users/usr_x', { plan: 'pro' }, credential),
    ]
    expect(answers.map(code)).toEqual(Array(4).fill('403 insufficient_permissions'))
  }
})

test('adds a user from an address alone, with a generated password that is shown once', async () => {
  const email = address()
  const { status, body } = await weir.post('/v1/admin/users', { email })
  expect([status, body.data.plan, body.data.role]).toEqual([201, 'free', 'user'])
  expect((await weir.post('/v1/auth/login', { email, password: body.data.password }, { key: null })).status).toBe(200)
  expect(code(await weir.post('/v1/admin/users', { email: email.toUpperCase() }))).toBe('409 conflict')
  const listed = (await weir.get(`/v1/admin/users?search=${encodeURIComponent(email)}`)).body.data.users[0]
  const { password, ...user } = body.data
  expect(password).toHaveLength(20)
  expect(listed).toEqual({ ...user, lastSeen: expect.stringMatching(/Z$/) })
})

test('refuses invalid fields', async () => {
  const { id } = await weir.user()
  const email = address()
  const users: object[] = [
    { email: 'nobody' },
    {},
    { email, plan: 'platinum' },
    { email, role: 'emperor' },
    { email, password: 'short' },
  ]
  for (const body of users)
    expect([body, code(await weir.post('/v1/admin/users', body))]).toEqual([body, '400 invalid_request'])
  const changes: object[] = [
    { plan: 'platinum' },
    { status: 'asleep' },
    { monthlyCredits: -1 },
    { monthlyCredits: '10' },
    { rateLimit: { requestsPerHour: 1.5 } },
  ]
  for (const body of changes)
    expect([body, code(await put(`/v1/admin/users/${id}`, body))]).toEqual([body, '400 invalid_request'])
  expect(code(await put('/v1/admin/users/usr_x', { plan: 'pro' }))).toBe('404 not_found')
})

test('changes plan, credits, limits and status at once', async () => {
  const { id, key } = await weir.user('free')
  const change = (body: object) => put(`/v1/admin/users/${id}`, body)
  const profile = async () => (await weir.get(PROFILE, { key })).body
  await change({ plan: 'pro' })
  expect((await profile()).data).toMatchObject({ plan: 'pro', credits: { monthly: 50_000 } })
  await change({ monthlyCredits: 77.5, rateLimit: { requestsPerHour: 3 } })
  expect((await profile()).data.credits.monthly).toBe(77.5)
  expect((await weir.get('/v1/auth/validate', { key })).body.data.rateLimit.requestsPerHour).toBe(3)
  const odd = (await change({ rateLimit: { requestsPerHour: 4, perMinute: 9 } })).body
  expect([odd.data.rateLimit, odd.warnings]).toEqual([
    { requestsPerHour: 4 },
    ['unknown parameter: rateLimit.perMinute'],
  ])
  const { body } = await change({ monthlyCredits: null, rateLimit: null })
  expect(body.data).toMatchObject({ monthlyCredits: null, rateLimit: null, credits: { monthly: 50_000 } })
  await change({ status: 'suspended' })
  expect((await profile()).error).toMatchObject({
    code: 'insufficient_permissions',
    details: { reason: 'suspended' },
  })
  await change({ status: 'active' })
  expect((await profile()).success).toBe(true)
})

test('ignores unknown fields of a change, and ends the jobs of a suspended user', async () => {
  const { id, email, key } = await weir.user()
  using silent = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Promise<Response>(() => {}) })
  const { jobId } = (await weir.post('/v1/batch', { urls: [silent.url.href] }, { key })).body
  const change = { id: 'usr_x', email: 'x@example.com', createdAt: 5, status: 'suspended' }
  const { status, body } = await put(`/v1/admin/users/${id}`, change)
  expect([status, body.data.id, body.data.email]).toEqual([200, id, email])
  expect(body.warnings).toHaveLength(3)
  expect((await weir.get(`/v1/admin/audit?target=${id}&limit=1`)).body.data.entries[0].action).toBe('user.suspended')
  await put(`/v1/admin/users/${id}`, { status: 'active' })
  expect((await weir.ended(jobId, { key })).status).toBe('cancelled')
})

test('changes the password, which ends the existing sessions', async () => {
  const { id, email, session } = await weir.user()
  await put(`/v1/admin/users/${id}`, { password: 'another password' })
  expect(code(await weir.get(PROFILE, { key: session }))).toBe('401 unauthorized')
  expect((await weir.post('/v1/auth/login', { email, password: 'another password' }, { key: null })).status).toBe(200)
})

test('lists all users in pages', async () => {
  await weir.user()
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { data }: Answer['body'] = (await weir.get(`/v1/admin/users?limit=3${cursor && `&cursor=${cursor}`}`)).body
    seen.push(...data.users.map(({ id }: { id: string }) => id))
    cursor = data.nextCursor
  }
  expect(new Set(seen).size).toBe(seen.length)
  const { data } = (await weir.get('/v1/admin/stats')).body
  expect(data).toMatchObject({ totalUsers: seen.length, activeUsers: seen.length, systemHealth: 'healthy' })
})

test('does not count against the limits of the administrator', async () => {
  expect((await weir.get('/v1/admin/stats')).headers.get('x-ratelimit-limit')).toBe(null)
})

test('shows a user with usage, keys without their secrets, and the time of the last activity', async () => {
  const { id, email, key, session } = await weir.user('pro')
  const { body } = await weir.post('/v1/auth/api-keys', { name: 'laptop' }, { key: session })
  const { data } = (await weir.get(`/v1/admin/users/${id}`)).body
  expect(data).toMatchObject({
    id,
    email,
    plan: 'pro',
    usage: { thisMonth: { requests: 0, pagesScraped: 0, creditsUsed: 0 } },
    lastSeen: expect.stringMatching(/Z$/),
  })
  expect(data.keys.map(({ prefix }: { prefix: string }) => prefix)).toEqual([body.data.prefix, key.slice(0, 8)])
  expect(JSON.stringify(data)).not.toContain(body.data.key.slice(9))
  expect(code(await weir.get('/v1/admin/users/usr_x'))).toBe('404 not_found')
  expect(code(await weir.get(`/v1/admin/users/${id}`, { key }))).toBe('403 insufficient_permissions')
})

test('keeps the time of the last activity after a logout or a new password', async () => {
  const lastSeen = async (id: string) => (await weir.get(`/v1/admin/users/${id}`)).body.data.lastSeen
  const seen = expect.stringMatching(/Z$/)
  const [one, other] = [await weir.user(), await weir.user()]
  await weir.post('/v1/auth/logout', undefined, { key: one.session })
  expect([await lastSeen(one.id), (await weir.get(PROFILE, { key: one.session })).status]).toEqual([seen, 401])
  await weir.post(`/v1/admin/users/${other.id}/password`)
  expect([await lastSeen(other.id), (await weir.get(PROFILE, { key: other.session })).status]).toEqual([seen, 401])
})

test('filters the list by status, plan and role, together with a search', async () => {
  const name = `filtered-${address()}`
  const add = async (i: number, body: object) =>
    (await weir.post('/v1/admin/users', { email: `${i}-${name}`, ...body })).body.data.id
  const ids = [await add(1, { plan: 'pro' }), await add(2, { plan: 'pro', role: 'admin' }), await add(3, {})]
  await put(`/v1/admin/users/${ids[0]}`, { status: 'suspended' })
  const found = async (query: string) => {
    const { data } = (await weir.get(`/v1/admin/users?search=${name}&${query}`)).body
    return data.users.map((user: { id: string }) => ids.indexOf(user.id) + 1)
  }
  expect(await found('')).toEqual([3, 2, 1])
  expect(await found('plan=pro')).toEqual([2, 1])
  expect(await found('status=suspended')).toEqual([1])
  expect(await found('role=admin&status=active')).toEqual([2])
  expect(await found('plan=free&role=admin')).toEqual([])
  expect(code(await weir.get('/v1/admin/users?status=gone'))).toBe('400 invalid_request')
})

test('prevents administrators from suspending or demoting themselves or the last administrator', async () => {
  const add = async () => {
    const email = address()
    const { id, password } = (await weir.post('/v1/admin/users', { email, role: 'admin' })).body.data
    return { id, session: (await weir.post('/v1/auth/login', { email, password }, { key: null })).body.data.token }
  }
  const boss = await add()
  const own = `/v1/admin/users/${boss.id}`
  for (const body of [{ status: 'suspended' }, { role: 'user' }, { status: 'suspended', plan: 'pro' }]) {
    const answer = await put(own, body, boss.session)
    expect([code(answer), answer.body.error.details.reason]).toEqual(['409 conflict', 'own_account'])
    expect(answer.body.error.message).toContain('another administrator')
  }
  expect(code(await put(own, { status: 'active', role: 'admin', plan: 'pro' }, boss.session))).toBe('200 done')
  expect(code(await put(own, { status: 'suspended' }))).toBe('200 done')
  expect(code(await put(own, { role: 'user' }, boss.session))).toBe('403 insufficient_permissions')

  const others = (await weir.get('/v1/admin/users?role=admin&status=active')).body.data.users
  const other = await add()
  for (const { id } of others)
    expect(code(await put(`/v1/admin/users/${id}`, { status: 'suspended' }, other.session))).toBe('200 done')
  // Like a command on the server's own machine, which belongs to no account.
  const last = await weir.call('PUT', `/v1/admin/users/${other.id}`, { role: 'user' }, { key: weir.weir.localToken })
  expect([code(last), last.body.error.message]).toEqual(['409 conflict', expect.stringContaining('make another user')])
  for (const { id } of others)
    expect(code(await put(`/v1/admin/users/${id}`, { status: 'active' }, other.session))).toBe('200 done')
})

test('generates a new password, shows it once, and ends the sessions', async () => {
  const { id, email, session } = await weir.user()
  const { status, body } = await weir.post(`/v1/admin/users/${id}/password`)
  expect([status, body.data.id, body.data.password.length]).toEqual([200, id, 20])
  expect(code(await weir.get(PROFILE, { key: session }))).toBe('401 unauthorized')
  const login = { email, password: body.data.password }
  expect((await weir.post('/v1/auth/login', login, { key: null })).status).toBe(200)
  expect(code(await weir.post('/v1/admin/users/usr_x/password'))).toBe('404 not_found')
})

test('prevents a restricted key from creating administrators or setting their passwords', async () => {
  const { token } = (
    await weir.post('/v1/auth/login', { email: 'admin@example.com', password: 'correct horse battery' }, { key: null })
  ).body.data
  const bounded = { name: 'bounded', allowedIps: ['127.0.0.1'] }
  const { key } = (await weir.post('/v1/auth/api-keys', bounded, { key: token })).body.data
  const boss = (await weir.post('/v1/admin/users', { email: address(), role: 'admin' })).body.data
  const { id } = await weir.user()
  const put = (userId: string, body: object) => weir.call('PUT', `/v1/admin/users/${userId}`, body, { key })
  const password = 'another horse battery'
  for (const refused of [
    await weir.post(`/v1/admin/users/${boss.id}/password`, undefined, { key }),
    await put(boss.id, { password }),
    await put(id, { role: 'admin' }),
    await weir.post('/v1/admin/users', { email: address(), role: 'admin' }, { key }),
  ])
    expect(code(refused)).toBe('403 insufficient_permissions')
  for (const done of [
    await weir.post(`/v1/admin/users/${id}/password`, undefined, { key }),
    await put(id, { password }),
    await weir.post('/v1/admin/users', { email: address() }, { key }),
  ])
    expect(code(done)).toBe(done.status === 201 ? '201 done' : '200 done')
})
