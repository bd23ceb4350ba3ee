import { afterAll, beforeAll, describe, expect, setSystemTime, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { loadConfig } from '../../../core/config.ts'
import { openWeir } from '../../../core/weir/index.ts'
import { type Running, startWeir } from '../../weir.ts'

const AUDIENCE = 'weir-dashboard'
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const
type Algorithm = (typeof algorithms)[number] | 'stranger' | 'weak'
/** A published key that nobody may use: it has 1024 bits. */
const WEAK = { kty: 'RSA', n: Buffer.alloc(128, 0xc5).toString('base64url'), e: 'AQAB', kid: 'weak', use: 'sig' }

/** An issuer with a key of each kind, which counts the requests to it. */
async function startIssuer() {
  const pairs = new Map<string, CryptoKeyPair>()
  for (const name of [...algorithms, 'stranger', 'next'])
    pairs.set(
      name,
      await generateKeyPair(name === 'stranger' || name === 'next' ? 'RS256' : name, { extractable: true }),
    )
  const published = new Set<string>(algorithms)
  const jwk = async (kid: string) => ({ ...(await exportJWK(pairs.get(kid)!.publicKey)), kid, use: 'sig' })
  const asked: string[] = []
  let broken = false
  let keysPath = '/jwks'
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, origin } = new URL(request.url)
      asked.push(pathname)
      if (broken) return new Response('x'.repeat(1_000_000))
      if (pathname === keysPath) return Response.json({ keys: [WEAK, ...(await Promise.all([...published].map(jwk)))] })
      // A former URL still has the former keys.
      if (pathname === '/jwks') return Response.json({ keys: [] })
      return Response.json({ issuer: origin, jwks_uri: origin + keysPath })
    },
  })
  const url = server.url.origin
  return {
    url,
    asked,
    published,
    break: () => {
      broken = true
    },
    moveKeys: () => {
      keysPath = '/keys'
    },
    stop: () => server.stop(true),
    token: (claims: Record<string, unknown>, by: Algorithm | 'next' = 'RS256') =>
      new SignJWT({
        iss: url,
        aud: AUDIENCE,
        email_verified: true,
        exp: Math.floor(Date.now() / 1000) + 600,
        ...claims,
      })
        .setProtectedHeader({
          alg: pairs.has(by) && by !== 'stranger' && by !== 'next' ? by : 'RS256',
          kid: by === 'stranger' ? 'RS256' : by,
        })
        .sign((pairs.get(by) ?? pairs.get('stranger')!).privateKey),
  }
}

let issuer: Awaited<ReturnType<typeof startIssuer>>
let weir: Running
beforeAll(async () => {
  issuer = await startIssuer()
  weir = await startWeir({
    WEIR_OIDC_ISSUER: issuer.url,
    WEIR_OIDC_AUDIENCE: AUDIENCE,
    // The operator configures the issuer's address, so it may be fetched even if it is private.
    WEIR_EGRESS_ALLOW: '',
    WEIR_PLUGINS: `account,${join(import.meta.dir, '../fixtures/token-taker.ts')}`,
  })
})
afterAll(async () => {
  await weir.close()
  issuer.stop()
})

const signIn = (token: string, at = weir) => at.post('/v1/auth/oidc', { token }, { key: null })
const outcome = ({ status, body }: Awaited<ReturnType<typeof signIn>>) => [status, body.error?.code]
const refused = [401, 'unauthorized']

describe('a token of the identity provider', () => {
  for (const algorithm of algorithms)
    test(`signed by ${algorithm} logs its user in, and is a key for routes that accept it`, async () => {
      const user = await weir.user('pro')
      const token = await issuer.token({ email: user.email.toUpperCase() }, algorithm)
      const { data } = (await signIn(token)).body
      expect([data.user.email, data.expiresIn]).toEqual([user.email, 86_400])
      expect((await weir.get('/v1/users/profile', { key: data.token })).body.data.id).toBe(user.id)
      expect((await weir.get('/v1/taker', { key: token })).body.data.id).toBe(user.id)
      expect((await weir.get('/v1/users/profile', { key: token })).status).toBe(401)
    })

  test('is 401 if anything about it is wrong', async () => {
    const { email } = await weir.user()
    await weir.post('/v1/admin/users', { email: 'mike@example.com' })
    const past = Math.floor(Date.now() / 1000) - 600
    const wrong: Record<string, string> = {
      expired: await issuer.token({ email, exp: past }),
      'without an expiry': await issuer.token({ email, exp: undefined }),
      'not yet valid': await issuer.token({ email, nbf: past + 6000 }),
      'for another audience': await issuer.token({ email, aud: 'someone-else' }),
      'for several audiences, issued to another': await issuer.token({ email, aud: [AUDIENCE, 'other'], azp: 'other' }),
      'of another issuer': await issuer.token({ email, iss: 'http://127.0.0.1:1' }),
      'of a key that nobody may use': await issuer.token({ email }, 'weak'),
      'not verified': await issuer.token({ email, email_verified: false }),
      'verified as text': await issuer.token({ email, email_verified: 'true' }),
      'without an address': await issuer.token({}),
      'of an unknown user': await issuer.token({ email: 'stranger@example.com' }),
      // A different letter (the Kelvin sign), whose lower case is an ordinary k.
      'of a look-alike of a user': await issuer.token({ email: 'mi\u212ae@example.com' }),
      "by a stranger's key": await issuer.token({ email }, 'stranger'),
      unsigned: new UnsecuredJWT({
        iss: issuer.url,
        aud: AUDIENCE,
        email,
        email_verified: true,
        exp: past + 6000,
      }).encode(),
      'signed by the public key as a secret': await new SignJWT({
        iss: issuer.url,
        aud: AUDIENCE,
        email,
        email_verified: true,
      })
        .setProtectedHeader({ alg: 'HS256', kid: 'RS256' })
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(issuer.url.padEnd(32))),
      nonsense: 'nonsense',
      dots: 'a.b.c',
    }
    for (const [what, token] of Object.entries(wrong)) {
      expect([what, ...outcome(await signIn(token))]).toEqual([what, ...refused])
      expect([what, ...outcome(await weir.get('/v1/taker', { key: token }))]).toEqual([what, ...refused])
    }
    expect(outcome(await signIn(await issuer.token({ email, aud: [AUDIENCE, 'other'], azp: AUDIENCE })))[0]).toBe(200)
  })

  test('without an email address is refused with that reason, as the issuer has to be configured', async () => {
    expect((await signIn(await issuer.token({}))).body.error.message).toContain('has no e-mail address')
  })

  test('of a suspended user is a refused login, and 403 as a key', async () => {
    const { id, email } = await weir.user()
    const token = await issuer.token({ email })
    await weir.call('PUT', `/v1/admin/users/${id}`, { status: 'suspended' })
    expect(outcome(await signIn(token))).toEqual(refused)
    expect((await weir.get('/v1/taker', { key: token })).body.error).toMatchObject({
      code: 'insufficient_permissions',
      details: { reason: 'suspended' },
    })
  })

  test('is not written to the log', async () => {
    const token = await issuer.token({ email: 'logged@example.com' })
    await signIn(token)
    expect(weir.log.join('')).not.toContain(token.split('.')[1]!)
  })
})

describe('the keys of the identity provider', () => {
  test('are fetched once, not for unknown issuers, and again if a token names a new key', async () => {
    const { email } = await weir.user()
    await signIn(await issuer.token({ email }))
    const before = issuer.asked.length
    for (let i = 0; i < 5; i++) {
      await signIn(await issuer.token({ email }))
      await signIn(await issuer.token({ email, iss: 'http://elsewhere.example' }))
      // An unknown key is not looked up again so soon.
      await signIn(await issuer.token({ email }, 'next'))
    }
    expect(issuer.asked.length).toBe(before)

    issuer.published.add('next')
    setSystemTime(Date.now() + 60_000)
    try {
      expect((await signIn(await issuer.token({ email }, 'next'))).status).toBe(200)
      expect(issuer.asked.length).toBe(before + 1)
    } finally {
      setSystemTime()
    }
  })

  test('are followed to another URL within ten minutes', async () => {
    const { email } = await weir.user()
    issuer.moveKeys()
    setSystemTime(Date.now() + 700_000)
    try {
      expect((await signIn(await issuer.token({ email }))).status).toBe(200)
      expect(issuer.asked.slice(-2)).toEqual(['/.well-known/openid-configuration', '/keys'])
    } finally {
      setSystemTime()
    }
  })

  test('are 503 if they cannot be fetched, and the issuer is then left alone for a while, not until a clock that was set back has caught up', async () => {
    const down = await startIssuer()
    down.break()
    const other = await startWeir({ WEIR_OIDC_ISSUER: down.url, WEIR_OIDC_AUDIENCE: AUDIENCE, WEIR_PLUGINS: 'account' })
    const token = await down.token({ email: 'a@example.com' })
    for (let i = 0; i < 3; i++) {
      const answer = await signIn(token, other)
      expect(answer.body.error).toMatchObject({
        code: 'service_unavailable',
        details: { reason: 'issuer_unreachable' },
      })
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10'])
    }
    expect(outcome(await signIn('nonsense', other))).toEqual(refused)
    expect(down.asked).toEqual(['/.well-known/openid-configuration'])
    setSystemTime(Date.now() - 86_400_000)
    try {
      expect((await signIn(token, other)).status).toBe(503)
      expect(down.asked).toHaveLength(2)
    } finally {
      setSystemTime()
    }
    await other.close()
    down.stop()
  })
})

test('without an identity provider, logging in with one is 501 and names the setting', async () => {
  const plain = await startWeir({ WEIR_PLUGINS: 'account' })
  const answer = await signIn(await issuer.token({ email: 'a@example.com' }), plain)
  expect([answer.status, answer.body.error.code, answer.body.error.details]).toEqual([
    501,
    'not_configured',
    { setting: 'WEIR_OIDC_ISSUER' },
  ])
  await plain.close()
})

test('an issuer without an audience stops the start', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-oidc-'))
  const config = await loadConfig({ WEIR_OIDC_ISSUER: issuer.url, WEIR_DATA_DIR: dataDir }, dataDir)
  await expect(openWeir(config, { quiet: true })).rejects.toThrow('WEIR_OIDC_ISSUER needs WEIR_OIDC_AUDIENCE')
  rmSync(dataDir, { recursive: true })
})

test('an audience without an issuer is reported', async () => {
  const alone = await startWeir({ WEIR_OIDC_AUDIENCE: AUDIENCE, WEIR_PLUGINS: 'account' })
  await alone.close()
  expect(alone.log.join('\n')).toContain('WEIR_OIDC_AUDIENCE does nothing without WEIR_OIDC_ISSUER')
})
