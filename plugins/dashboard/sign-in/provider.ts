import * as oauth from 'oauth4webapi'
import { ApiError, describeError, isApiError, type Kit } from 'weirjs'
import type { Config } from '../config.ts'
import { createClient, type Metadata, RETRY_AFTER, unreachable } from './client.ts'

/** The state of a sign-in; sealed, it waits in the browser for the provider's response. */
export interface Attempt {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
  /** In epoch milliseconds. */
  until: number
}

/** Sign-in with the operator's identity provider: authorization code with PKCE. */
export interface Provider {
  /** The name shown to people: its host. */
  name: string
  /** The URL to redirect the browser to. Throws 503 while the provider cannot be reached. */
  begin(redirectUri: string): Promise<{ url: string; ticket: string }>
  /** Exchanges the response for an ID token. Throws 401 if it belongs to no attempt, or is refused. */
  finish(answer: URLSearchParams, ticket: string): Promise<SignedIn>
}

export interface SignedIn {
  /** The ID token. */
  token: string
  /** What the provider says about the person besides the token, if the token has no e-mail address. */
  info: oauth.UserInfoResponse | undefined
}

const CONTEXT = 'sign-in'
/** Milliseconds for which the provider's metadata are kept. */
const KEPT = 600_000
/** Milliseconds that a person may take at the provider. */
const PATIENCE = 600_000

const failed = (message: string, cause?: unknown) => new ApiError('unauthorized', message, {}, { cause })

/** Undefined if the operator has not configured one. */
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

  const id = { issuer: oidcIssuer, id: oidcClientId, secret: oidcClientSecret }
  const { client, options, authenticate, ...weir } = createClient(id, operatorFetch(oidcIssuer))
  let server: Promise<Metadata> | undefined
  let serverAt = Number.NEGATIVE_INFINITY
  let failedAt = Number.NEGATIVE_INFINITY
  const discover = async () => {
    const since = clock.now() - failedAt
    // A failure of the future was before the clock was set back.
    if (since >= 0 && since < RETRY_AFTER) throw unreachable()
    const age = clock.now() - serverAt
    // Metadata of the future are from before the clock was set back.
    if (server && age >= 0 && age <= KEPT) return server
    serverAt = clock.now()
    server = weir.discover().catch((error: unknown) => {
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
      throw failed('This sign-in was not started here; start again', error)
    }
  }

  const readInfo = async (server: oauth.AuthorizationServer, accessToken: string, subject: string) => {
    const response = await oauth.userInfoRequest(server, client, accessToken, options)
    return oauth.processUserInfoResponse(server, client, subject, response)
  }

  return {
    name: new URL(oidcIssuer).host,

    async begin(redirectUri) {
      const { authorization_endpoint: endpoint } = await discover()
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
      if (clock.now() > until) throw failed('This sign-in took too long; start again')
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
        const claims = oauth.getValidatedIdTokenClaims(tokens)
        // With an access token, claims of a scope are there. Source: OpenID Connect Core 1.0, section 5.4.
        const isElsewhere = claims?.email === undefined && server.userinfo_endpoint !== undefined
        return {
          token: tokens.id_token as string,
          info: claims && isElsewhere ? await readInfo(server, tokens.access_token, claims.sub) : undefined,
        }
      } catch (error) {
        if (error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied')
          throw failed('The identity provider says that the sign-in was refused or cancelled', error)
        log.warn('A sign-in by the identity provider failed', { cause: describeError(error) })
        if (isApiError(error)) throw error
        throw failed('The identity provider’s answer cannot be used; start again', error)
      }
    },
  }
}
