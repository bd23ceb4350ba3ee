import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { discoverOAuthProtectedResourceMetadata, extractWWWAuthenticateParams } from '@modelcontextprotocol/client'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { startWeir } from '../../weir.ts'
import { connect, generations, type Opened, openMcp } from './open.ts'

const AUDIENCE = 'weir-agents'

/** An identity provider with the endpoints that a resource server uses. */
async function startIssuer() {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', use: 'sig' }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname, origin } = new URL(request.url)
      return Response.json(pathname === '/jwks' ? { keys: [jwk] } : { issuer: origin, jwks_uri: `${origin}/jwks` })
    },
  })
  const issuer = server.url.origin
  return {
    issuer,
    token: (email: string, audience: string | string[] = AUDIENCE) =>
      new SignJWT({ email, email_verified: true, azp: 'a-client' })
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setExpirationTime('10m')
        .sign(privateKey),
    stop: () => server.stop(true),
  }
}

let provider: Awaited<ReturnType<typeof startIssuer>>
let opened: Opened
let url: string
beforeAll(async () => {
  provider = await startIssuer()
  opened = await openMcp({
    WEIR_PLUGINS: 'scrape,crawl,mcp',
    WEIR_OIDC_ISSUER: provider.issuer,
    WEIR_OIDC_AUDIENCE: AUDIENCE,
    WEIR_MCP_OAUTH: 'on',
  })
  url = `${opened.origin}/mcp/oauth`
})
afterAll(async () => {
  await opened.close()
  provider.stop()
})

describe('clients that sign in', () => {
  test('find the provider from the refusal', async () => {
    for (const method of ['GET', 'POST']) {
      const refused = await fetch(url, { method })
      expect(refused.status).toBe(401)
      const { resourceMetadataUrl } = extractWWWAuthenticateParams(refused)
      expect(resourceMetadataUrl?.href).toBe(`${opened.origin}/.well-known/oauth-protected-resource/mcp/oauth`)
    }
    const metadata = await discoverOAuthProtectedResourceMetadata(url)
    expect(metadata).toMatchObject({ resource: url, authorization_servers: [provider.issuer] })
  })

  for (const generation of generations)
    test(`use the tools with their token, by ${generation}`, async () => {
      const { email } = await opened.user('pro')
      const client = await connect(generation, url, `Bearer ${await provider.token(email)}`)
      expect((await client.tools()).map(({ name }) => name)).toEqual(['scrape', 'crawl', 'read'])
      const { structuredContent } = await client.call('crawl', { url: `${opened.site.origin}/kettles/red`, limit: 1 })
      expect(structuredContent).toMatchObject({ status: 'completed', pages: [{ title: 'The red kettle' }] })
      await client.close()
    })

  test('may have a token for this resource, or one for several audiences', async () => {
    const { email } = await opened.user('pro')
    // As an issuer by RFC 8707 makes them, as Auth0 does, and as Keycloak does.
    for (const audience of [url, [url, `${provider.issuer}/userinfo`], [AUDIENCE, 'account']]) {
      const client = await connect('2.4.0', url, `Bearer ${await provider.token(email, audience)}`)
      const { structuredContent } = await client.call('crawl', { url: `${opened.site.origin}/kettles/red`, limit: 1 })
      expect([audience, structuredContent]).toMatchObject([audience, { status: 'completed' }])
      await client.close()
    }
  })

  test('are refused with a token for another audience, or of an unknown user', async () => {
    const { email } = await opened.user('pro')
    for (const token of [await provider.token(email, 'another'), await provider.token('nobody@example.com')])
      await expect(connect('2.4.0', url, `Bearer ${token}`)).rejects.toThrow(/401|nauthori/)
    const sent = async (headers: HeadersInit) =>
      extractWWWAuthenticateParams(await fetch(url, { method: 'POST', headers }))
    expect(await sent({ authorization: `Bearer ${await provider.token(email, 'another')}` })).toMatchObject({
      resourceMetadataUrl: { pathname: '/.well-known/oauth-protected-resource/mcp/oauth' },
      error: 'invalid_token',
    })
    expect((await sent({})).error).toBeUndefined()
  })
})

test('a path that needs a key accepts no token, and does not offer to sign in', async () => {
  const { email } = await opened.user('pro')
  const headers = { authorization: `Bearer ${await provider.token(email)}` }
  const refused = await fetch(`${opened.origin}/mcp`, { method: 'POST', headers })
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  expect((await fetch(`${opened.origin}/.well-known/oauth-protected-resource/mcp`)).status).toBe(404)
  // The API itself accepts no token.
  expect((await fetch(`${opened.origin}/v1/capabilities`, { headers })).status).toBe(401)
})

test('the sign-in needs a provider', async () => {
  const start = startWeir({ WEIR_PLUGINS: 'scrape,mcp', WEIR_ENGINES: 'lightweight', WEIR_MCP_OAUTH: 'on' })
  await expect(start).rejects.toThrow('WEIR_MCP_OAUTH needs WEIR_OIDC_ISSUER')
})
