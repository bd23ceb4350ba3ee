import { afterAll, beforeAll, describe, expect, setSystemTime, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Running, startWeir } from '../../weir.ts'
import { client, type Issuer, startIssuer } from './issuer.ts'

const ORIGIN = 'http://localhost'
let issuer: Issuer
let weir: Running
beforeAll(async () => {
  issuer = await startIssuer('admin@example.com')
  weir = await startWeir({
    WEIR_PLUGINS: 'dashboard',
    WEIR_ENGINES: 'lightweight',
    WEIR_OIDC_ISSUER: issuer.url,
    WEIR_OIDC_AUDIENCE: client.id,
    WEIR_OIDC_CLIENT_ID: client.id,
    WEIR_OIDC_CLIENT_SECRET: client.secret,
  })
})
afterAll(async () => {
  setSystemTime()
  await weir.close()
  issuer.stop()
})

const post = (path: string, body: unknown, at = weir) => at.post(`/dashboard/sign-in/${path}`, body, { key: null })
const isSession = async (token: string, at = weir) => (await at.get('/v1/users/profile', { key: token })).status === 200
const codeOf = (path: string) => /^\/dashboard\/sign-in#code=([\w-]+)$/.exec(path)?.[1] ?? ''

describe('the link of a first start', () => {
  test('signs the administrator in, once', async () => {
    const code = codeOf(await weir.weir.opening())
    expect(code.length).toBe(32)
    const { status, body } = await post('code', { code })
    expect([status, await isSession(body.data.token)]).toEqual([200, true])
    const again = await post('code', { code })
    expect([again.status, again.body.error.message]).toEqual([401, expect.stringContaining('used already')])
  })

  test('is valid for an hour', async () => {
    const code = codeOf(await weir.weir.opening())
    setSystemTime(Date.now() + 3_600_001)
    expect((await post('code', { code })).status).toBe(401)
    setSystemTime()
    expect((await post('code', { code })).status).toBe(401)
  })

  test('is created by the start that created the administrator, and by no later one', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'weir-dashboard-'))
    const settings = { WEIR_PLUGINS: 'dashboard', WEIR_ENGINES: 'lightweight', WEIR_DATA_DIR: dataDir }
    const first = await startWeir(settings)
    expect(codeOf(await first.weir.opening())).not.toBe('')
    await first.close()
    const second = await startWeir(settings)
    expect(await second.weir.opening()).toBe('/dashboard')
    await second.close()
    rmSync(dataDir, { recursive: true })
  })

  test('has a code that cannot be guessed or left out', async () => {
    for (const code of ['x', 'a'.repeat(32), 'constructor', '__proto__'])
      expect((await post('code', { code })).status).toBe(401)
    expect((await post('code', {})).status).toBe(400)
  })
})

/** The query with which the issuer redirects a browser back. */
async function atIssuer(url: string): Promise<string> {
  const { headers } = await fetch(url, { redirect: 'manual' })
  return new URL(headers.get('location') ?? '').search.slice(1)
}

describe('the identity provider', () => {
  const begin = async () => (await post('provider', { origin: ORIGIN })).body.data as { url: string; ticket: string }

  test('is offered with its host name', async () => {
    const { body } = await weir.get('/dashboard/sign-in/ways', { key: null })
    expect(body.data).toEqual({ password: true, provider: new URL(issuer.url).host })
  })

  test('signs in by code and PKCE, with the secret kept on the server', async () => {
    const { url, ticket } = await begin()
    const { searchParams } = new URL(url)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: client.id,
      redirect_uri: `${ORIGIN}/dashboard/sign-in/callback`,
      response_type: 'code',
      code_challenge_method: 'S256',
    })
    expect(`${url}${ticket}`).not.toContain(client.secret)
    const { status, body } = await post('callback', { answer: await atIssuer(url), ticket })
    expect([status, await isSession(body.data.token)]).toEqual([200, true])
    expect(issuer.exchanges.at(-1)?.code_verifier?.length).toBeGreaterThanOrEqual(43)
  })

  test('redirects below the path at which a proxy serves the service', async () => {
    const below = await startWeir({
      WEIR_PLUGINS: 'dashboard',
      WEIR_ENGINES: 'lightweight',
      WEIR_PUBLIC_URL: 'https://example.com/weir',
      WEIR_OIDC_ISSUER: issuer.url,
      WEIR_OIDC_AUDIENCE: client.id,
      WEIR_OIDC_CLIENT_ID: client.id,
    })
    const { body } = await post('provider', { origin: 'https://example.com' }, below)
    await below.close()
    const back = new URL(body.data.url).searchParams.get('redirect_uri')
    expect(back).toBe('https://example.com/weir/dashboard/sign-in/callback')
  })

  test('is not trusted with another attempt, a changed response, or the same response twice', async () => {
    const mine = await begin()
    const other = await begin()
    const answer = await atIssuer(mine.url)
    const refused = async (changed: string, ticket: string) =>
      (await post('callback', { answer: changed, ticket })).status
    expect(await refused(answer, other.ticket)).toBe(401)
    expect(await refused(answer, `${mine.ticket.slice(0, -4)}AAAA`)).toBe(401)
    expect(await refused(answer.replace(/state=[^&]+/, 'state=x'), mine.ticket)).toBe(401)
    expect(await refused(answer.replace(/iss=[^&]+/, 'iss=http%3A%2F%2Felsewhere'), mine.ticket)).toBe(401)
    expect(await refused('error=access_denied&state=x', mine.ticket)).toBe(401)
    expect(await refused(answer, mine.ticket)).toBe(200)
    expect(await refused(answer, mine.ticket)).toBe(401)
  })

  test('must match the nonce, have the address, and have verified it', async () => {
    for (const next of [{ nonce: 'another' }, { email_verified: false }, { email: 'nobody@example.com' }]) {
      const { url, ticket } = await begin()
      const answer = await atIssuer(url)
      issuer.next = next
      expect([next, (await post('callback', { answer, ticket })).status]).toEqual([next, 401])
    }
  })

  test('may have the address at its userinfo endpoint instead of the token', async () => {
    const person = { sub: 'one', email: 'admin@example.com', email_verified: true }
    const signIn = async (info: object, next: object = { email: undefined, email_verified: undefined }) => {
      const { url, ticket } = await begin()
      const answer = await atIssuer(url)
      Object.assign(issuer, { info, next })
      return (await post('callback', { answer, ticket })).status
    }
    expect(await signIn(person)).toBe(200)
    // It must be that of the same person, verified, and of somebody who may sign in.
    for (const other of [{ sub: 'two' }, { email_verified: false }, { email: 'nobody@example.com' }, { email: null }])
      expect([other, await signIn({ ...person, ...other })]).toEqual([other, 401])
    // What the token itself says counts.
    expect(await signIn(person, { email_verified: false })).toBe(401)
    expect(await signIn(person, { email: 'nobody@example.com' })).toBe(401)
  })

  test('has ten minutes', async () => {
    const { url, ticket } = await begin()
    const answer = await atIssuer(url)
    setSystemTime(Date.now() + 600_001)
    const { status, body } = await post('callback', { answer, ticket })
    setSystemTime()
    expect([status, body.error.message]).toEqual([401, expect.stringContaining('too long')])
  })

  test('is asked again for its endpoints after ten minutes', async () => {
    const before = issuer.entrance
    expect(new URL((await begin()).url).pathname).toBe(before)
    issuer.entrance = '/enter'
    try {
      expect(new URL((await begin()).url).pathname).toBe(before)
      setSystemTime(Date.now() + 600_001)
      expect(new URL((await begin()).url).pathname).toBe('/enter')
    } finally {
      setSystemTime()
      issuer.entrance = before
    }
  })

  test('redirects to no page but the dashboard’s own', async () => {
    for (const origin of ['javascript:alert(1)', 'https://example.com/path', 'nothing', 'data:,'])
      expect([origin, (await post('provider', { origin })).status]).toEqual([origin, 400])
  })

  test('that is not configured is reported', async () => {
    const plain = await startWeir({ WEIR_PLUGINS: 'dashboard', WEIR_ENGINES: 'lightweight' })
    const { status, body } = await post('provider', { origin: ORIGIN }, plain)
    expect([status, body.error.details.setting]).toEqual([501, 'WEIR_OIDC_CLIENT_ID'])
    expect((await plain.get('/dashboard/sign-in/ways', { key: null })).body.data.provider).toBeNull()
    await plain.close()
  })

  test('that cannot be reached is reported, and passwords still work', async () => {
    const lost = await startWeir({
      WEIR_PLUGINS: 'dashboard',
      WEIR_ENGINES: 'lightweight',
      WEIR_OIDC_ISSUER: 'http://127.0.0.1:9',
      WEIR_OIDC_AUDIENCE: 'x',
      WEIR_OIDC_CLIENT_ID: 'x',
    })
    const { status, body } = await post('provider', { origin: ORIGIN }, lost)
    expect([status, body.error.message]).toEqual([503, expect.stringContaining('sign in with a password')])
    await lost.close()
  })

  test('that fails is not asked for ten seconds, whatever the number of requests', async () => {
    let asked = 0
    let answer = () => new Response(null, { status: 500 })
    const failing = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch() {
        asked++
        return answer()
      },
    })
    const other = await startWeir({
      WEIR_PLUGINS: 'dashboard',
      WEIR_ENGINES: 'lightweight',
      WEIR_OIDC_ISSUER: failing.url.origin,
      WEIR_OIDC_AUDIENCE: client.id,
      WEIR_OIDC_CLIENT_ID: client.id,
    })
    const begin = () => post('provider', { origin: ORIGIN }, other)
    for (let i = 0; i < 5; i++) {
      const { status, headers } = await begin()
      expect([status, headers.get('retry-after'), asked]).toEqual([503, '10', 1])
    }
    setSystemTime(Date.now() + 10_001)
    await begin()
    setSystemTime()
    expect(asked).toBe(2)
    // The clock was set back.
    await begin()
    expect(asked).toBe(3)
    // Metadata that cannot be used are not kept.
    const { origin } = failing.url
    const endpoints = { authorization_endpoint: `${origin}/authorize`, token_endpoint: `${origin}/token` }
    const unusable = [
      { authorization_endpoint: 5 },
      { authorization_endpoint: 'javascript:1' },
      { token_endpoint: null },
    ]
    try {
      for (const [i, wrong] of [...unusable, {}].entries()) {
        answer = () => Response.json({ issuer: origin, ...endpoints, ...wrong })
        setSystemTime(Date.now() + 10_001)
        expect((await begin()).status).toBe(i < unusable.length ? 503 : 200)
      }
    } finally {
      setSystemTime()
    }
    await other.close()
    failing.stop(true)
  })

  test('that is lost during a sign-in is reported, instead of a mistake of the user', async () => {
    const passing = await startIssuer('admin@example.com')
    const settings = { WEIR_PLUGINS: 'dashboard', WEIR_ENGINES: 'lightweight', WEIR_OIDC_ISSUER: passing.url }
    const ids = { WEIR_OIDC_AUDIENCE: client.id, WEIR_OIDC_CLIENT_ID: client.id }
    const lost = await startWeir({ ...settings, ...ids, WEIR_OIDC_CLIENT_SECRET: client.secret })
    const { url, ticket } = (await post('provider', { origin: ORIGIN }, lost)).body.data
    const answer = await atIssuer(url)
    passing.stop()
    const { status, body } = await post('callback', { answer, ticket }, lost)
    expect([status, body.error.details.reason]).toEqual([503, 'issuer_unreachable'])
    await lost.close()
  })

  test('whose configured name differs from its own signs nobody in, and the log has the remedy', async () => {
    const settings = { WEIR_PLUGINS: 'dashboard', WEIR_ENGINES: 'lightweight', WEIR_OIDC_ISSUER: `${issuer.url}/` }
    const other = await startWeir({ ...settings, WEIR_OIDC_AUDIENCE: client.id, WEIR_OIDC_CLIENT_ID: client.id })
    expect((await post('provider', { origin: ORIGIN }, other)).status).toBe(503)
    expect(other.log.join('')).toContain(`it calls itself \\"${issuer.url}\\": set WEIR_OIDC_ISSUER to that`)
    await other.close()
  })
})
