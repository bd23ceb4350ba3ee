import * as oauth from 'oauth4webapi'
import { ApiError, type GuardedFetch } from 'weirjs'

/** Limits of one request to the provider, in milliseconds and bytes. */
const FETCH_TIME = 10_000
const MAX_BYTES = 256 * 1024
/** Milliseconds until a provider that failed is asked again, as anybody can trigger that. */
export const RETRY_AFTER = 10_000

export const unreachable = (cause?: unknown) =>
  new ApiError(
    'service_unavailable',
    'The identity provider cannot be reached; try again later, or sign in with a password',
    { reason: 'issuer_unreachable' },
    { cause, retryAfter: RETRY_AFTER / 1000 },
  )

/** The library's fetch, backed by the guarded one. */
const asFetch =
  (fetch: GuardedFetch) =>
  async (url: string, { method, headers, body }: oauth.CustomFetchOptions<string, unknown>): Promise<Response> => {
    const answer = await fetch(url, {
      method,
      headers,
      body: body === undefined || body === null ? undefined : String(body),
      signal: AbortSignal.timeout(FETCH_TIME),
      maxBytes: MAX_BYTES,
      // A code must never be forwarded to another URL.
      maxRedirects: 0,
    }).catch((error: unknown) => {
      throw unreachable(error)
    })
    return new Response(await answer.text(), { status: answer.status, headers: answer.headers })
  }

export interface Metadata extends oauth.AuthorizationServer {
  readonly authorization_endpoint: string
}

const isWebUrl = (value: unknown) => typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '')

/** This service as a client of the operator's identity provider. */
export function createClient(
  { issuer, id, secret }: { issuer: string; id: string; secret: string | undefined },
  fetch: GuardedFetch,
) {
  const url = new URL(issuer)
  const client: oauth.Client = { client_id: id }
  const options = {
    [oauth.customFetch]: asFetch(fetch),
    // The operator chose the URL; an issuer in the same network may work without TLS.
    [oauth.allowInsecureRequests]: url.protocol === 'http:',
  }
  return {
    client,
    options,
    /** How the secret is sent: in a header, the default, unless the provider accepts it only in the body. */
    authenticate({ token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer) {
      if (secret === undefined) return oauth.None()
      const inHeader = methods === undefined || methods.includes('client_secret_basic')
      return (inHeader ? oauth.ClientSecretBasic : oauth.ClientSecretPost)(secret)
    },
    /** The provider's metadata. Throws if they cannot be fetched, are not valid, or belong to another provider. */
    async discover(): Promise<Metadata> {
      const found = await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, options))
      // The library treats `https://a` and `https://a/` as equal; token verification does not.
      if (found.issuer !== issuer)
        throw new Error(`it calls itself ${JSON.stringify(found.issuer)}: set WEIR_OIDC_ISSUER to that`)
      // The metadata are kept for a while, and those of a provider that is being set up may be incomplete.
      for (const name of ['authorization_endpoint', 'token_endpoint'] as const)
        if (!isWebUrl(found[name])) throw new Error(`it names no valid ${name}`)
      return { ...found, authorization_endpoint: found.authorization_endpoint as string }
    },
  }
}
