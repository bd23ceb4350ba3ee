import { type Attempt, deadline, defineEngine } from 'weirjs'
import { pageHeaders } from './page-headers.ts'

export { pageHeaders } from './page-headers.ts'

/** Fetches a page as it is sent, without a browser: the cheapest way, and the right one for most pages. */
export default defineEngine({
  name: 'lightweight',
  api: 1,
  supports: { proxy: true },
  cost: 10,
  open: ({ fetch }) => ({
    async fetch(request, { signal }) {
      using time = deadline(signal, request.timeout)
      const trace: Attempt[] = []
      const redirectHeaders: Headers[] = []
      const page = await fetch(request.url, {
        headers: pageHeaders(request),
        signal: time.signal,
        maxBytes: request.maxBytes,
        proxy: request.proxy,
        insecure: request.skipTlsVerification,
        cookies: true,
        keepExchanges: request.keepExchanges,
        mayFollow: request.mayFollow,
        onHop({ url, status, headers, ms }) {
          redirectHeaders.push(headers)
          trace.push({ engine: 'lightweight', url: url.href, status, reason: 'redirect', ms: Math.round(ms) })
        },
      })
      const { url, status, headers } = page
      const body = await page.bytes()
      return { url, status, headers, redirectHeaders, body, exchanges: page.exchanges, trace }
    },
  }),
})
