import { createRemoteJWKSet, customFetch, decodeJwt, errors, jwtVerify, type RemoteJWKSet } from 'jose'
import type { Clock } from '../clock.ts'
import type { GuardedFetch } from '../contracts/fetch.ts'
import { ApiError, isApiError } from '../errors.ts'
import { describeError, type Log } from '../log.ts'
import { unauthorized } from './refusals.ts'

/** What the issuer says about the person of a token, if it keeps that out of the token. */
export interface UserInfo {
  readonly email?: unknown
  readonly email_verified?: unknown
}

export interface TokenUse {
  /** Counts if the token names no e-mail address. */
  info?: UserInfo | undefined
  /** For a token with which a client of the issuer calls this resource: it may be the audience instead. */
  resource?: string | undefined
}

/** Verifies the tokens of an OpenID Connect issuer. Source: decisions 2.8. */
export interface Oidc {
  /** Whether a token claims to be the issuer's. Nothing has been verified at that point. */
  isIssuers(token: string): boolean
  /**
   * The e-mail address that the issuer vouches for. Throws 401 `unauthorized` for a token that is not valid here, and
   * 503 `service_unavailable` (details `reason: 'issuer_unreachable'`) while the issuer's keys cannot be fetched.
   */
  verify(token: string, use?: TokenUse): Promise<string>
  /** Checks that the issuer's document and keys can be fetched. Throws like `verify`. */
  probe(): Promise<void>
}

export interface OidcParts {
  /** Exactly as in the issuer's `iss` claim. */
  issuer: string
  /** Must be in a token's `aud` claim. */
  audience: string
  /** Fetches from the issuer. */
  fetch: GuardedFetch
  clock: Clock
  log: Log
}

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']
/** Allowed difference in seconds between the issuer's clock and ours. */
const SKEW = 30
/** Limits of one response of the issuer, in milliseconds and bytes. */
const FETCH_TIME = 5_000
const MAX_BYTES = 256 * 1024
/** Milliseconds for which the URL of the keys is kept. */
const KEPT = 600_000
/** Milliseconds until an issuer that failed is asked again: anybody can send tokens that name unknown keys. */
const RETRY_AFTER = 10_000

const unreachable = (cause?: unknown) =>
  new ApiError(
    'service_unavailable',
    'The keys of the identity provider cannot be fetched; try again later',
    { reason: 'issuer_unreachable' },
    { cause, retryAfter: RETRY_AFTER / 1000 },
  )

/**
 * Verifies tokens with the keys that the issuer publishes. They and their URL are cached for ten minutes; the keys
 * are fetched again if a token names an unknown one.
 */
export function createOidc({ issuer, audience, fetch, clock, log }: OidcParts): Oidc {
  let failedAt = Number.NEGATIVE_INFINITY

  const read = async (url: string, signal = AbortSignal.timeout(FETCH_TIME)): Promise<unknown> => {
    const since = clock.now() - failedAt
    // A failure of the future was before the clock was set back.
    if (since >= 0 && since < RETRY_AFTER) throw unreachable()
    try {
      const answer = await fetch(url, { signal, maxBytes: MAX_BYTES, headers: { accept: 'application/json' } })
      if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
      return await answer.json()
    } catch (error) {
      throw failed(error)
    }
  }
  const failed = (cause: unknown) => {
    failedAt = clock.now()
    log.warn('The keys of WEIR_OIDC_ISSUER cannot be fetched', { issuer, cause: describeError(cause) })
    return unreachable(cause)
  }

  const discover = async (): Promise<RemoteJWKSet> => {
    const document = (await read(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`)) as {
      issuer?: unknown
      jwks_uri?: unknown
    }
    if (document?.issuer !== issuer)
      throw failed(new Error(`it calls itself ${JSON.stringify(document?.issuer)}: set WEIR_OIDC_ISSUER to that`))
    const at = URL.parse(String(document.jwks_uri))
    if (!at) throw failed(new Error('it names no jwks_uri'))
    return createRemoteJWKSet(at, {
      timeoutDuration: FETCH_TIME,
      [customFetch]: async (url, { signal }) => Response.json(await read(url, signal)),
    })
  }
  let keys: Promise<RemoteJWKSet> | undefined
  let keysAt = Number.NEGATIVE_INFINITY
  const keySet = () => {
    const age = clock.now() - keysAt
    // A key set of the future is from before the clock was set back.
    if (keys && age >= 0 && age <= KEPT) return keys
    keysAt = clock.now()
    keys = discover().catch((error: unknown) => {
      keys = undefined
      throw error
    })
    return keys
  }

  const isIssuers = (token: string) => {
    try {
      return decodeJwt(token).iss === issuer
    } catch (error) {
      if (error instanceof errors.JOSEError) return false
      throw error
    }
  }

  return {
    isIssuers,

    async probe() {
      const set = await keySet()
      await set.reload()
    },

    async verify(token, { info = {}, resource } = {}) {
      // A token of another issuer must never make us ask this one.
      if (!isIssuers(token)) throw unauthorized('This token is not from the configured identity provider')
      const set = await keySet()
      try {
        const { payload } = await jwtVerify(token, set, {
          algorithms: ALGORITHMS,
          issuer,
          audience: resource === undefined ? audience : [audience, resource],
          requiredClaims: ['exp'],
          clockTolerance: SKEW,
          currentDate: new Date(clock.now()),
        })
        const { aud, azp } = payload
        const { email, email_verified } = payload.email === undefined ? info : payload
        // The token of a resource names its client there. Source: RFC 9068.
        if (resource === undefined && Array.isArray(aud) && aud.length > 1 && azp !== audience)
          throw unauthorized('This token was issued to another party')
        if (typeof email !== 'string')
          throw unauthorized('This token has no e-mail address: the identity provider must include `email` in it')
        if (email_verified !== true)
          throw unauthorized('The identity provider has not verified the e-mail address of this token')
        return email
      } catch (error) {
        // The URL of the keys may have changed too.
        if (!set.fresh) keys = undefined
        if (isApiError(error)) throw error
        if (error instanceof errors.JWTExpired) throw unauthorized('This token has expired; sign in again', error)
        if (error instanceof errors.JWKSInvalid) throw failed(error)
        if (error instanceof errors.JOSEError)
          throw unauthorized('This token of the identity provider is not valid here', error)
        // A key that the issuer publishes but nobody may use, such as one of 1024 bits, vouches for nothing.
        log.warn('A key of WEIR_OIDC_ISSUER cannot be used', { issuer, cause: describeError(error) })
        throw unauthorized('The key of this token cannot be used', error)
      }
    },
  }
}
