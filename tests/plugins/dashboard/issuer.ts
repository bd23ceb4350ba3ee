import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export interface Issuer {
  url: string
  /** The parameters that the token endpoint received. */
  exchanges: Record<string, string>[]
  /** Changes the ID token of the next exchange. */
  next: Record<string, unknown>
  /** What its userinfo endpoint answers. */
  info: Record<string, unknown>
  /** The path of its authorization endpoint. */
  entrance: string
  stop(): void
}

const CLIENT = { id: 'weir', secret: 'a secret of the client' }
export const client = CLIENT

const sha256 = async (text: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('base64url')

/** An OpenID Connect issuer that signs in one user without asking, and checks code, PKCE and secret of a client. */
export async function startIssuer(email: string): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }
  const codes = new Map<string, Record<string, string>>()
  const issuer: Issuer = {
    url: '',
    exchanges: [],
    next: {},
    info: {},
    entrance: '/authorize',
    stop: () => server.stop(true),
  }

  const authorize = ({ searchParams, origin }: URL) => {
    const asked = Object.fromEntries(searchParams)
    const code = crypto.randomUUID()
    codes.set(code, asked)
    const back = new URL(asked.redirect_uri!)
    for (const [name, value] of Object.entries({ code, state: asked.state!, iss: origin }))
      back.searchParams.set(name, value)
    return Response.redirect(back.href, 302)
  }
  const exchange = async (request: Request) => {
    const sent = Object.fromEntries(new URLSearchParams(await request.text()))
    issuer.exchanges.push({ ...sent, authorization: request.headers.get('authorization') ?? '' })
    const asked = codes.get(sent.code ?? '')
    codes.delete(sent.code ?? '')
    const basic = `Basic ${btoa(`${CLIENT.id}:${encodeURIComponent(CLIENT.secret).replaceAll('%20', '+')}`)}`
    if (request.headers.get('authorization') !== basic)
      return Response.json({ error: 'invalid_client' }, { status: 401 })
    const isRight =
      asked?.code_challenge === (await sha256(sent.code_verifier ?? '')) && asked.redirect_uri === sent.redirect_uri
    if (!isRight) return Response.json({ error: 'invalid_grant' }, { status: 400 })
    const claims = { sub: 'one', email, email_verified: true, nonce: asked.nonce, ...issuer.next }
    issuer.next = {}
    const token = new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one' }).setIssuer(issuer.url)
    const id_token = await token.setAudience(CLIENT.id).setIssuedAt().setExpirationTime('5m').sign(privateKey)
    return Response.json({ access_token: 'opaque', token_type: 'Bearer', id_token })
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const url = new URL(request.url)
      if (url.pathname === issuer.entrance) return authorize(url)
      if (url.pathname === '/token') return exchange(request)
      if (url.pathname === '/userinfo')
        return request.headers.get('authorization') === 'Bearer opaque'
          ? Response.json(issuer.info)
          : new Response(null, { status: 401 })
      if (url.pathname === '/jwks') return Response.json({ keys: [jwk] })
      if (url.pathname === '/.well-known/openid-configuration')
        return Response.json({
          issuer: issuer.url,
          authorization_endpoint: issuer.url + issuer.entrance,
          token_endpoint: `${issuer.url}/token`,
          userinfo_endpoint: `${issuer.url}/userinfo`,
          jwks_uri: `${issuer.url}/jwks`,
          response_types_supported: ['code'],
          id_token_signing_alg_values_supported: ['ES256'],
          authorization_response_iss_parameter_supported: true,
        })
      return new Response(null, { status: 404 })
    },
  })
  issuer.url = server.url.origin
  return issuer
}
