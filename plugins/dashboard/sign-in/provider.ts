import * as oauth from 'oauth4webapi'
import { ApiError, describeError, type GuardedFetch, isApiError, type Kit } from 'weirjs'
import type { Config } from '../config.ts'

/** What a sign-in began with; sealed, it waits in the browser for the provider's answer. */
export interface Attempt {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
  /** Milliseconds since 1970. */
  until: number
}

/** Signing in at the operator's identity provider: authorization code with PKCE. */
export interface Provider {
  /** What people know it by: its host. */
  name: string
  /** Where a browser goes for it. Throws 503 while the provider cannot be reached. */
  begin(redirectUri: string): Promise<{ url: string; ticket: string }>
  /** The ID token that its answer is good for. Throws 401 for an answer that belongs to no attempt, or is refused. */
  finish(answer: URLSearchParams, ticket: string): Promise<string>
}

const CONTEXT = 'sign-in'
/** Milliseconds that a person may take at the provider. */
const PATIENCE = 600_000
/** Of one request to the provider: milliseconds and bytes. */
const FETCH_TIME = 10_000
const MAX_BYTES = 256 * 1024
/** Milliseconds until a provider that failed is asked again, whoever wants to sign in: that is anybody's to ask. */
const RETRY_AFTER = 10_000

const failed = (message: string, cause?: unknown) => new ApiError('unauthorized', message, {}, { cause })

const unreachable = (cause?: unknown) =>
  new ApiError(
    'service_unavailable',
    'The identity provider cannot be reached; try again later, or sign in with a password',
    { reason: 'issuer_unreachable' },
    { cause, retryAfter: RETRY_AFTER / 1000 },
  )

/** The library's fetch, by the guarded one. */
const asFetch =
  (fetch: GuardedFetch) =>
  async (url: string, { method, headers, body }: oauth.CustomFetchOptions<string, unknown>): Promise<Response> => {
    const answer = await fetch(url, {
      method,
      headers,
      body: body === undefined || body === null ? undefined : String(body),
      signal: AbortSignal.timeout(FETCH_TIME),
      maxBytes: MAX_BYTES,
      // A code is never sent on to another address.
      maxRedirects: 0,
    }).catch((error: unknown) => {
      throw unreachable(error)
    })
    return new Response(await answer.text(), { status: answer.status, headers: answer.headers })
  }

/** Undefined where the operator has not said where it is. */
export function createProvider(
  { config, clock, sealer, log, operatorFetch }: Kit<Config>,
  oidcClientId: string,
): Provider | undefined {
  const { oidcIssuer, oidcClientSecret, oidcAudience } = config
  if (oidcIssuer === undefined) {
    log.warn('WEIR_OIDC_CLIENT_ID needs WEIR_OIDC_ISSUER: the dashboard offers no sign-in by an identity provider')
    return undefined
  }
  if (oidcAudience !== oidcClientId)
    log.warn('An ID token is issued to WEIR_OIDC_CLIENT_ID: set WEIR_OIDC_AUDIENCE to the same, or nobody can sign in')

  const issuer = new URL(oidcIssuer)
  const client: oauth.Client = { client_id: oidcClientId }
  /** How the secret is sent: as a header, which is the default, unless the provider takes it in the body alone. */
  const authenticate = ({ token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer) => {
    if (oidcClientSecret === undefined) return oauth.None()
    const inHeader = methods === undefined || methods.includes('client_secret_basic')
    return (inHeader ? oauth.ClientSecretBasic : oauth.ClientSecretPost)(oidcClientSecret)
  }
  const options = {
    [oauth.customFetch]: asFetch(operatorFetch(oidcIssuer)),
    // The operator chose the address; an issuer in the same network may do without TLS.
    [oauth.allowInsecureRequests]: issuer.protocol === 'http:',
  }
  let server: Promise<oauth.AuthorizationServer> | undefined
  let failedAt = Number.NEGATIVE_INFINITY
  const discover = async () => {
    if (clock.now() < failedAt + RETRY_AFTER) throw unreachable()
    server ??= oauth
      .discoveryRequest(issuer, options)
      .then((response) => oauth.processDiscoveryResponse(issuer, response))
      .then((found) => {
        // The library takes `https://a` and `https://a/` for one; who checks its tokens does not.
        if (found.issuer !== oidcIssuer)
          throw new Error(`it calls itself ${JSON.stringify(found.issuer)}: set WEIR_OIDC_ISSUER to that`)
        return found
      })
      .catch((error: unknown) => {
        server = undefined
        failedAt = clock.now()
        log.warn('The identity provider cannot be reached', { issuer: oidcIssuer, cause: describeError(error) })
        throw isApiError(error) ? error : unreachable(error)
      })
    return server
  }

  const open = (ticket: string): Attempt => {
    try {
      return JSON.parse(sealer.open(ticket, CONTEXT)) as Attempt
    } catch (error) {
      throw failed('This sign-in was not begun here; begin again', error)
    }
  }

  return {
    name: issuer.host,

    async begin(redirectUri) {
      const { authorization_endpoint: endpoint } = await discover()
      if (endpoint === undefined) throw failed('The identity provider names no address to sign in at')
      const verifier = oauth.generateRandomCodeVerifier()
      const attempt: Attempt = {
        state: oauth.generateRandomState(),
        nonce: oauth.generateRandomNonce(),
        verifier,
        redirectUri,
        until: clock.now() + PATIENCE,
      }
      const url = new URL(endpoint)
      for (const [name, value] of Object.entries({
        client_id: oidcClientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid email',
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: attempt.state,
        nonce: attempt.nonce,
      }))
        url.searchParams.set(name, value)
      return { url: url.href, ticket: sealer.seal(JSON.stringify(attempt), CONTEXT) }
    },

    async finish(answer, ticket) {
      const { state, nonce, verifier, redirectUri, until } = open(ticket)
      if (clock.now() > until) throw failed('This sign-in took too long; begin again')
      const server = await discover()
      try {
        const checked = oauth.validateAuthResponse(server, client, answer, state)
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          authenticate(server),
          checked,
          redirectUri,
          verifier,
          options,
        )
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
          expectedNonce: nonce,
          requireIdToken: true,
        })
        return tokens.id_token as string
      } catch (error) {
        if (error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied')
          throw failed('The identity provider says that the sign-in was refused or given up', error)
        log.warn('A sign-in by the identity provider failed', { cause: describeError(error) })
        if (isApiError(error)) throw error
        throw failed('The identity provider’s answer cannot be used; begin again', error)
      }
    },
  }
}
