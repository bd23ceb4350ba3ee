import { isIP } from 'node:net'
import { portOf } from '../egress-rules/bad-ports.ts'
import { plainHost } from '../egress-rules/egress-rules.ts'
import { contentEncodings, type Outgoing, type Transport } from '../fetch/transport.ts'

/**
 * A transport on Bun's own `fetch`, which connects to an address instead of a name. `serverName` sets the name for
 * SNI and for the certificate. Connections are pooled per name, and never shared between verified and unverified
 * requests. Bun's proxies would tunnel neither plain HTTP nor SOCKS. Source: threats 4.1.
 */
export const bunTransport: Transport = async (request) => {
  // Only `node:http` gives access to its connection. It is large, so it is loaded when first needed.
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
    // Bun would decompress whole chunks, however large they become, on the one thread that serves all fetches.
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

/**
 * The fewest options possible, above all no `checkServerIdentity`: any option takes the connection out of the pool.
 */
function tlsOptions({ url, insecure }: Outgoing) {
  if (url.protocol !== 'https:') return undefined
  const name = url.hostname.startsWith('[') || isIP(url.hostname) ? undefined : plainHost(url.hostname)
  return { ...(name && { serverName: name }), ...(insecure && { rejectUnauthorized: false }) }
}
