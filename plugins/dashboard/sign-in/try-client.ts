import * as oauth from 'oauth4webapi'
import { type GuardedFetch, isObject, parseJson } from 'weirjs'
import { createClient } from './client.ts'

/** No code that was ever given. */
const NO_CODE = { code: 'none', redirect_uri: 'http://localhost/', code_verifier: 'none' }

/**
 * Why the identity provider does not take this client, or undefined where it does: of a code that is none it
 * complains once it knows whom it has before it. Throws where it cannot be asked.
 */
export async function tryClient(
  about: { issuer: string; id: string; secret: string | undefined },
  fetch: GuardedFetch,
): Promise<string | undefined> {
  const { client, options, authenticate, discover } = createClient(about, fetch)
  const server = await discover()
  if (server.authorization_endpoint === undefined) return 'The identity provider names no address to sign in at'
  const code = new URLSearchParams(NO_CODE)
  const auth = authenticate(server)
  const answer = await oauth.genericTokenEndpointRequest(server, client, auth, 'authorization_code', code, options)
  const said = parseJson(await answer.text())
  const error = isObject(said) ? said.error : undefined
  const isRefused = answer.status === 401 || error === 'invalid_client' || error === 'unauthorized_client'
  return isRefused ? 'The identity provider does not take this client' : undefined
}
