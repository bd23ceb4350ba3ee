import type { Proxy } from '../../contracts/proxy.ts'
import { openTunnel, TunnelFailure } from '../../proxy/tunnel.ts'
import { type Finding, fails, works } from './finding.ts'

/** Milliseconds for one proxy; longer than connecting may take. */
const PROXY_TIME = 6000
/** A reserved address that nobody uses: what a proxy answers about it does not matter. Source: RFC 5737. */
const UNUSED_TARGET = { addresses: ['192.0.2.1'], port: 443 }

/** Checks each proxy, named by its position in the setting: whether it accepts connections and our credentials. */
export async function tryProxies(list: readonly Proxy[]): Promise<Finding[]> {
  return Promise.all(
    list.map(async ({ url, country }, i) => {
      const what = `proxy ${i + 1}`
      try {
        const stream = await openTunnel(url, UNUSED_TARGET, AbortSignal.timeout(PROXY_TIME))
        stream.destroy()
      } catch (error) {
        if (error instanceof TunnelFailure && error.isProxyFault)
          return fails(what, `${error.message}: see WEIR_PROXIES`)
      }
      return works(what, country ? `accepts connections, exit in ${country}` : 'accepts connections')
    }),
  )
}
