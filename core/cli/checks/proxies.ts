import type { Proxy } from '../../contracts/proxy.ts'
import { openTunnel, TunnelFailure } from '../../proxy/tunnel.ts'
import { type Finding, fails, works } from './finding.ts'

/** Milliseconds for one proxy; longer than it may take to connect. */
const PROXY_TIME = 6000
/** An address that is nobody's: what a proxy says of it does not matter. Source: RFC 5737. */
const NOWHERE = { addresses: ['192.0.2.1'], port: 443 }

/** Each proxy by its place in the setting: whether it takes connections, and our credentials. */
export async function tryProxies(list: readonly Proxy[]): Promise<Finding[]> {
  return Promise.all(
    list.map(async ({ url, country }, i) => {
      const what = `proxy ${i + 1}`
      try {
        const stream = await openTunnel(url, NOWHERE, AbortSignal.timeout(PROXY_TIME))
        stream.destroy()
      } catch (error) {
        if (error instanceof TunnelFailure && error.isProxyFault)
          return fails(what, `${error.message}: see WEIR_PROXIES`)
      }
      return works(what, country ? `takes connections, exit in ${country}` : 'takes connections')
    }),
  )
}
