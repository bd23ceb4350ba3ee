import { type Attempt, deadline, defineEngine } from 'weirjs'
import { pageHeaders } from 'weirjs/engines/lightweight'
import { Config } from './schema.ts'

/** Fetches pages as their servers send them. */
export default defineEngine({
  name: 'kettle_2',
  api: 1,
  supports: {},
  config: Config,
  open: ({ config, fetch }) => ({
    async fetch(request, { signal }) {
      using time = deadline(signal, request.timeout)
      const headers = pageHeaders({ ...request, userAgent: request.userAgent ?? config.userAgent })
      const trace: Attempt[] = []
      const page = await fetch(request.url, {
        headers,
        signal: time.signal,
        maxBytes: request.maxBytes,
        insecure: request.skipTlsVerification,
        mayFollow: request.mayFollow,
        cookies: true,
        onHop: ({ url, status, ms }) =>
          trace.push({ engine: 'kettle_2', url: url.href, status, reason: 'redirect', ms: Math.round(ms) }),
      })
      return { url: page.url, status: page.status, headers: page.headers, body: await page.bytes(), trace }
    },
  }),
})
