import * as oauth from 'oauth4webapi'
import { type GuardedFetch, isObject, parseJson } from 'weirjs'
import { createClient } from './client.ts'

/** A code that was never issued. */
const NO_CODE = { code: 'none', redirect_uri: 'http://localhost/', code_verifier: 'none' }

/**
 * Why the identity provider does not accept this client; undefined if it does. It complains about an invalid code
 * only after it has authenticated the client. Throws if it cannot be reached.
 */
export async function tryClient(
  about: { issuer: string; id: string; secret: string | undefined },
  fetch: GuardedFetch,
): Promise<string | undefined> {
  const { client, options, authenticate, discover } = createClient(about, fetch)
  const server = await discover()
  const code = new URLSearchParams(NO_CODE)
  const auth = authenticate(server)
  const answer = await oauth.genericTokenEndpointRequest(server, client, auth, 'authorization_code', code, options)
  const said = parseJson(await answer.text())
  const error = isObject(said) ? said.error : undefined
  const isRefused = answer.status === 401 || error === 'invalid_client' || error === 'unauthorized_client'
  return isRefused ? 'The identity provider does not accept this client' : undefined
}
