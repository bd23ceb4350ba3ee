import { isIP } from 'node:net'
import { portOf } from '../egress-rules/bad-ports.ts'
import { plainHost } from '../egress-rules/egress-rules.ts'
import { contentEncodings, type Outgoing, type Transport } from '../fetch/transport.ts'

/**
 * Bun's own `fetch`, given an address instead of a name. `serverName` sets the name that is requested and that the
 * certificate must have; connections are pooled per name, and never shared between verified and unverified requests.
 * Its proxy support would tunnel neither plain HTTP nor SOCKS. Source: threats 4.1.
 */
export const bunTransport: Transport = async (request) => {
  // Only `node:http` exposes its connection. It is large, and loaded when it is first needed.
  if (request.tunnel || request.wire) return (await import('./node-transport.ts')).nodeTransport(request)
  const { url, address, method, headers, body, signal } = request
  const host = isIP(address) === 6 ? `[${address}]` : address
  const target = `${url.protocol}//${host}:${portOf(url)}${url.pathname}${url.search}`
  // `proxy: false`, because the environment may name one (threats T13).
  const response = await fetch(target, {
    method,
    headers,
    body,
    signal,
    redirect: 'manual',
    proxy: false,
    // Bun decodes a complete body, however large it becomes, on the one thread that serves all fetches.
    decompress: false,
    tls: tlsOptions(request),
  } as unknown as BunFetchRequestInit)
  return {
    status: response.status,
    headers: response.headers,
    get body() {
      return response.body
    },
    bytes: () => response.bytes(),
    encodings: contentEncodings(response.headers),
  }
}

/** Sets no options unless needed, least of all `checkServerIdentity`: each takes the connection out of the pool. */
function tlsOptions({ url, insecure }: Outgoing) {
  if (url.protocol !== 'https:') return undefined
  const name = url.hostname.startsWith('[') || isIP(url.hostname) ? undefined : plainHost(url.hostname)
  return { ...(name && { serverName: name }), ...(insecure && { rejectUnauthorized: false }) }
}
