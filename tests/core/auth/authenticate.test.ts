import { describe, expect, test } from 'bun:test'
import { SignJWT, UnsecuredJWT } from 'jose'
import type { Admission } from '../../../core/auth/caller.ts'
import { KEY_FORM } from '../../../core/auth/keys/api-key.ts'
import { type KeysTable, MAX_KEYS } from '../../../core/auth/keys/keys.ts'
import { generateLocalToken } from '../../../core/auth/local-token.ts'
import { planNames } from '../../../core/plans/plans.ts'
import { isSqlite } from '../../store.ts'
import { addUser, type Opened, openAccounts, setClock } from '../open-accounts.ts'

const account: Admission = { as: 'key', permission: 'account' }
const admin: Admission = { as: 'admin', permission: 'admin' }
const session: Admission = { as: 'session', permission: 'account' }

interface Asking {
  wanted?: Admission
  method?: string
  path?: string
  address?: string
  headers?: Record<string, string>
}

/** Throws the refusal. */
const callerOf = ({ auth }: Opened, credential: string, asking: Asking = {}) => {
  const { wanted = account, method = 'GET', path = '/v1/users/profile', address = '127.0.0.1' } = asking
  const headers = asking.headers ?? { authorization: `Bearer ${credential}` }
  const request = new Request(`http://localhost${path}`, { method, headers })
  return Promise.try(() => auth.authenticate(request, () => address, wanted))
}
/** The account that is let in, or the refusal as `status code`. */
const ask = (world: Opened, credential: string, asking?: Asking) =>
  callerOf(world, credential, asking).then(
    (caller) => caller.account.id,
    (error) => [error.status, error.code, error.details.reason].filter((part) => part !== undefined).join(' '),
  )
type NewKey = Parameters<Opened['keys']['create']>[1]
const makeKey = async (
  world: Opened,
  plan: 'free' | 'pro' | 'enterprise' = 'enterprise',
  key: Partial<NewKey> = {},
) => {
  const user = await addUser(world, { plan })
  const made = await world.keys.create(user, { name: 'test', ...key })
  return { user, ...made }
}
const FORBIDDEN = '403 insufficient_permissions'

describe('a key', () => {
  test('is wr_, 5 and 40 base62 characters, of which the store has only the hash', async () => {
    await using world = await openAccounts()
    const { secret, key } = await makeKey(world)
    expect(secret).toMatch(KEY_FORM)
    expect(key.prefix).toBe(secret.slice(0, 8))
    await world.stop()
    const files = [...new Bun.Glob('**').scanSync({ cwd: world.dataDir, absolute: true })]
    const contents = await Promise.all(files.map((file) => Bun.file(file).text()))
    if (isSqlite) expect(contents.some((content) => content.includes(key.prefix))).toBe(true)
    expect(contents.filter((content) => content.includes(secret.slice(9)))).toEqual([])
    expect(world.lines.join('')).not.toContain(secret.slice(9))
  })

  test('is accepted as a bearer token, in any case, and as X-API-Key', async () => {
    await using world = await openAccounts()
    const { user, secret } = await makeKey(world)
    const presented: Record<string, string>[] = [
      { authorization: `Bearer ${secret}` },
      { authorization: `bearer  ${secret}` },
      { 'x-api-key': secret },
      { 'x-api-key': secret, authorization: 'Basic dXNlcjpwYXNz' },
    ]
    for (const headers of presented) expect(await ask(world, '', { headers })).toBe(user.id)
  })

  test('has the account, the plan, the role and the rates of its user, as a session has', async () => {
    await using world = await openAccounts()
    const { id, email } = await addUser(world, { plan: 'pro', role: 'admin' })
    const rateLimit = { requestsPerHour: 7 }
    const user = await world.accounts.users.update(id, { rateLimit })
    const { key, secret } = await world.keys.create(user, { name: 'test', rateLimit: { requestsPerDay: 9 } })
    const { token } = await world.accounts.sessions.start(user)
    const caller = { account: { id, email, plan: 'pro', role: 'admin' }, permissions: ['*'], rateLimit }
    expect(await callerOf(world, secret)).toMatchObject({
      ...{ ...caller, permissions: key.permissions },
      key: { id: key.id, prefix: key.prefix, rateLimit: { requestsPerDay: 9 } },
    })
    const { jti } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
    expect(await callerOf(world, token)).toMatchObject({ ...caller, session: { id: jti } })
  })

  test('is 401 if it is unknown or missing', async () => {
    await using world = await openAccounts()
    const { secret } = await makeKey(world)
    const wrong = [
      '',
      'nonsense',
      `${secret}x`,
      secret.slice(0, -1),
      `wr_${'a'.repeat(5)}_${'b'.repeat(40)}`,
      'x'.repeat(10_000),
    ]
    for (const credential of wrong) expect(await ask(world, credential)).toBe('401 unauthorized')
    expect(await ask(world, '', { headers: {} })).toBe('401 unauthorized')
    expect(await ask(world, '', { headers: { authorization: `Basic ${secret}` } })).toBe('401 unauthorized')
  })

  test('that was revoked or has expired says so, even if its user is suspended', async () => {
    const clock = setClock('2026-05-01T00:00:00Z')
    await using world = await openAccounts({ clock })
    const { user, secret, key } = await makeKey(world, 'free', { expiresAt: Date.parse('2026-05-02T00:00:00Z') })
    expect(await ask(world, secret)).toBe(user.id)
    clock.set('2026-05-02T00:00:00Z')
    expect(await ask(world, secret)).toBe('401 key_expired')
    await world.keys.revoke(user.id, key.id)
    await world.accounts.users.update(user.id, { status: 'suspended' })
    expect(await ask(world, secret)).toBe('401 key_revoked')
  })

  test('of a suspended user is 403, and works again afterwards', async () => {
    await using world = await openAccounts()
    const { user, secret } = await makeKey(world)
    await world.accounts.users.update(user.id, { status: 'suspended' })
    expect(await ask(world, secret)).toBe(`${FORBIDDEN} suspended`)
    await world.accounts.users.update(user.id, { status: 'active' })
    expect(await ask(world, secret)).toBe(user.id)
  })

  test('that is restricted is 403 elsewhere', async () => {
    await using world = await openAccounts()
    const restrictions = { allowedIps: ['203.0.113.0/24'], readOnly: true, endpoints: ['/v1/users/*', '/v1/jobs'] }
    const { user, secret } = await makeKey(world, 'enterprise', restrictions)
    const address = '203.0.113.7'
    expect(await ask(world, secret, { address })).toBe(user.id)
    expect(await ask(world, secret, { address: '::ffff:203.0.113.7' })).toBe(user.id)
    expect(await ask(world, secret, { address: '198.51.100.1' })).toBe(`${FORBIDDEN} address`)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(await ask(world, secret, { address, method })).toBe(`${FORBIDDEN} read_only`)
    }
    expect(await ask(world, secret, { address, path: '/v1/jobs' })).toBe(user.id)
    for (const path of ['/v1/jobs/job_1', '/v1/scrape', '/v1/users/../scrape', '/v1/users/%2e%2e/scrape']) {
      expect(await ask(world, secret, { address, path })).toBe(`${FORBIDDEN} endpoint`)
    }
    const each: [Partial<NewKey>, string][] = [
      [{ allowedIps: ['203.0.113.0/24'] }, 'address'],
      [{ readOnly: true }, 'read_only'],
      [{ endpoints: ['/v1/jobs'] }, 'endpoint'],
    ]
    for (const [restriction, reason] of each) {
      const alone = await world.keys.create(user, { name: 'test', ...restriction })
      expect(await ask(world, alone.secret, { method: 'POST' })).toBe(`${FORBIDDEN} ${reason}`)
    }
  })

  test('is refused to an account with very many usable ones, until one is revoked', async () => {
    await using world = await openAccounts()
    const { user, key } = await makeKey(world)
    await world.store.write(async (tx) => {
      const db = tx.db<KeysTable>()
      const row = await db.selectFrom('api_keys').selectAll().where('id', '=', key.id).executeTakeFirstOrThrow()
      const more = Array.from({ length: MAX_KEYS - 1 }, (_, n) => ({ ...row, id: `${row.id}${n}`, hash: `${n}` }))
      for (let from = 0; from < more.length; from += 200)
        await db
          .insertInto('api_keys')
          .values(more.slice(from, from + 200))
          .execute()
    })
    const another = () => world.keys.create(user, { name: 'another' })
    await expect(another()).rejects.toMatchObject({ code: 'invalid_request', details: { maximum: MAX_KEYS } })
    // The keys of others do not count.
    expect((await makeKey(world)).key.name).toBe('test')
    await world.keys.revoke(user.id, key.id)
    expect((await another()).key.name).toBe('another')
    await expect(another()).rejects.toMatchObject({ status: 400 })
  })

  test('records its last use, without a write for each use', async () => {
    const clock = setClock('2026-05-01T00:00:00Z')
    await using world = await openAccounts({ clock })
    const { user, secret } = await makeKey(world)
    const lastUsed = async () => (await world.keys.list(user.id, { limit: 1 })).keys[0]!.lastUsed
    expect(await lastUsed()).toBe(null)
    await ask(world, secret)
    clock.pass(5_000)
    await ask(world, secret)
    expect(await lastUsed()).toBe(clock.now())
    await world.stop()
    // A use that is written late leaves the time of a later one.
    await using late = await openAccounts({ dataDir: world.dataDir, clock: setClock('2026-04-30T00:00:00Z') })
    await ask(late, secret)
    await late.stop()
    await using later = await openAccounts({ dataDir: world.dataDir })
    expect((await later.keys.list(user.id, { limit: 1 })).keys[0]!.lastUsed).toBe(clock.now())
  })
})

describe('permissions', () => {
  const wanted = (permission: string): Admission => ({ as: 'key', permission })

  test('let a key do what they name, or anything where any permission is enough', async () => {
    await using world = await openAccounts()
    const { user, secret } = await makeKey(world, 'pro', { permissions: ['scrape'] })
    for (const permission of ['scrape', 'any', 'none'])
      expect(await ask(world, secret, { wanted: wanted(permission) })).toBe(user.id)
    for (const permission of ['batch', 'account', 'scraper', 'admin'])
      expect(await ask(world, secret, { wanted: wanted(permission) })).toBe(FORBIDDEN)
  })

  test('are all without admin for a user, and with it for an administrator, unless narrowed', async () => {
    await using world = await openAccounts()
    const { user, secret } = await makeKey(world)
    expect(await ask(world, secret, { wanted: wanted('anything') })).toBe(user.id)
    expect(await ask(world, secret, { wanted: admin })).toBe(FORBIDDEN)
    const boss = await addUser(world, { plan: 'enterprise', role: 'admin' })
    const wide = await world.keys.create(boss, { name: 'wide' })
    const narrow = await world.keys.create(boss, { name: 'narrow', permissions: ['scrape', 'account'] })
    expect(await ask(world, wide.secret, { wanted: admin })).toBe(boss.id)
    expect(await ask(world, narrow.secret, { wanted: admin })).toBe(FORBIDDEN)
    await world.accounts.users.add({ email: 'second@accounts.example', role: 'admin' })
    await world.accounts.users.update(boss.id, { role: 'user' })
    expect(await ask(world, wide.secret, { wanted: admin })).toBe(FORBIDDEN)
  })

  test('let a session and an administrator key make keys, and no other key', async () => {
    await using world = await openAccounts()
    const { user, secret } = await makeKey(world)
    const { token } = await world.accounts.sessions.start(user)
    const boss = await addUser(world, { plan: 'enterprise', role: 'admin' })
    const { secret: bossKey } = await world.keys.create(boss, { name: 'boss' })
    expect(await ask(world, secret, { wanted: session })).toBe(FORBIDDEN)
    expect(await ask(world, token, { wanted: session })).toBe(user.id)
    expect(await ask(world, bossKey, { wanted: session })).toBe(boss.id)
  })
})

describe('the fields of a new key', () => {
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => 'made',
      (error) => [error.status, error.code, error.details.requiredPlan].filter(Boolean).join(' '),
    )
  const fields: [string, Partial<NewKey>, string[], string][] = [
    ['permissions', { permissions: ['scrape'] }, ['pro', 'enterprise'], 'pro'],
    ['rateLimit', { rateLimit: { requestsPerHour: 5 } }, ['pro', 'enterprise'], 'pro'],
    ['allowedIps', { allowedIps: ['127.0.0.1'] }, ['enterprise'], 'enterprise'],
    ['readOnly', { readOnly: true }, ['enterprise'], 'enterprise'],
    ['endpoints', { endpoints: ['/v1/*'] }, ['enterprise'], 'enterprise'],
    ['expiresAt', { expiresAt: Date.now() + 1e6 }, [...planNames], ''],
  ]
  test.each(fields)('include %s only on the plans that have it', async (_, field, plans, requiredPlan) => {
    await using world = await openAccounts()
    for (const plan of planNames) {
      const user = await addUser(world, { plan })
      const expected = plans.includes(plan) ? 'made' : `${FORBIDDEN} ${requiredPlan}`
      expect(await refusal(world.keys.create(user, { name: 'test', ...field }))).toBe(expected)
    }
  })

  test('are validated: known permissions, networks, paths, a future expiry', async () => {
    await using world = await openAccounts()
    const user = await addUser(world, { plan: 'enterprise' })
    const wrong: Partial<NewKey>[] = [
      { permissions: ['juggle'] },
      { allowedIps: ['nowhere'] },
      { endpoints: ['v1/scrape'] },
      { expiresAt: world.clock.now() },
    ]
    for (const field of wrong)
      expect(await refusal(world.keys.create(user, { name: 'test', ...field }))).toBe('400 invalid_request')
    expect(await refusal(world.keys.create(user, { name: 'test', permissions: ['*', 'admin'] }))).toBe(FORBIDDEN)
  })
})

describe('a session token', () => {
  test("is valid for a day, until it is ended, or until its user's password changes", async () => {
    const clock = setClock('2026-05-01T00:00:00Z')
    await using world = await openAccounts({ clock })
    const user = await addUser(world)
    const other = await addUser(world)
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => world.accounts.sessions.start(user)))
    const others = await world.accounts.sessions.start(other)
    expect(one!.expiresIn).toBe(86_400)
    expect(await ask(world, one!.token)).toBe(user.id)
    const { jti } = JSON.parse(Buffer.from(two!.token.split('.')[1]!, 'base64url').toString())
    await world.accounts.sessions.end(jti)
    expect([await ask(world, two!.token), await ask(world, three!.token)]).toEqual(['401 unauthorized', user.id])
    await world.accounts.users.update(user.id, { password: 'another password' })
    expect([await ask(world, three!.token), await ask(world, others.token)]).toEqual(['401 unauthorized', other.id])
    const four = await world.accounts.sessions.start(user)
    clock.pass(86_399_000)
    expect(await ask(world, four.token)).toBe(user.id)
    clock.pass(1_000)
    expect(await ask(world, four.token)).toBe('401 unauthorized')
    // A new session replaces the user's past ones, and not those that tell when others were last seen.
    await world.accounts.sessions.start(user)
    expect([...(await world.accounts.users.lastSeen([other.id])).keys()]).toEqual([other.id])
  })

  test('of a suspended user is 403', async () => {
    await using world = await openAccounts()
    const user = await addUser(world)
    const { token } = await world.accounts.sessions.start(user)
    await world.accounts.users.update(user.id, { status: 'suspended' })
    expect(await ask(world, token)).toBe(`${FORBIDDEN} suspended`)
  })

  test('is refused if it was not issued here, or was changed', async () => {
    await using world = await openAccounts()
    const user = await addUser(world)
    const { token } = await world.accounts.sessions.start(user)
    const [head, body, signature] = token.split('.') as [string, string, string]
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const sign = (change: Record<string, unknown> = {}, { alg = 'HS256', key = world.sessionKey, more = {} } = {}) =>
      new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg, ...more }).sign(key)
    const long = new Uint8Array(64).fill(7)

    expect(await ask(world, await sign())).toBe(user.id)
    const forged: Record<string, string> = {
      'a changed body': `${head}.${encoded({ ...claims, exp: 4_102_444_800 })}.${signature}`,
      'no signature': `${head}.${body}.`,
      'alg none': `${encoded({ alg: 'none', typ: 'JWT' })}.${body}.`,
      'alg none, signed': `${encoded({ alg: 'none' })}.${body}.${signature}`,
      unsecured: new UnsecuredJWT(claims).encode(),
      HS512: await sign({}, { alg: 'HS512', key: long }),
      'another key': await sign({}, { key: new Uint8Array(32).fill(8) }),
      'a critical header': `${encoded({ alg: 'HS256', crit: ['b64'], b64: true })}.${body}.${signature}`,
      'another issuer': await sign({ iss: 'other' }),
      'another audience': await sign({ aud: 'other' }),
      'no expiry': await sign({ exp: undefined }),
      'no subject': await sign({ sub: undefined }),
      'no id': await sign({ jti: undefined }),
      'an unknown session': await sign({ jti: 'ses_01900000-0000-7000-8000-000000000000' }),
      'the session of another': await sign({ sub: (await addUser(world)).id }),
      'not yet valid': await sign({ nbf: 4_102_444_800 }),
    }
    for (const [what, forgery] of Object.entries(forged))
      expect([what, await ask(world, forgery)]).toEqual([what, '401 unauthorized'])
  })
})

describe('the local token', () => {
  test('is the oldest active administrator, and nobody without one', async () => {
    const localToken = generateLocalToken()
    await using world = await openAccounts({ localToken })
    expect(await ask(world, localToken, { wanted: admin })).toBe('401 unauthorized')
    const first = await addUser(world, { role: 'admin' })
    const second = await addUser(world, { role: 'admin' })
    expect(await ask(world, localToken, { wanted: admin })).toBe(first.id)
    await world.accounts.users.update(first.id, { status: 'suspended' })
    expect(await ask(world, localToken, { wanted: session })).toBe(second.id)
    expect(await ask(world, generateLocalToken(), { wanted: admin })).toBe('401 unauthorized')
  })

  test('is refused by a server that has none', async () => {
    await using world = await openAccounts()
    await addUser(world, { role: 'admin' })
    expect(await ask(world, generateLocalToken(), { wanted: admin })).toBe('401 unauthorized')
  })
})
