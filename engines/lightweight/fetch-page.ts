import type { Attempt, EngineKit, Page, PageRequest } from 'weirjs'

/** Fetches a page by the guarded fetch, with these headers, and throws what it throws. The trace names `engine`. */
export async function fetchPage(
  request: PageRequest,
  headers: Headers,
  { engine, fetch, signal }: { engine: string; fetch: EngineKit['fetch']; signal: AbortSignal },
): Promise<Page & { body: Uint8Array }> {
  const trace: Attempt[] = []
  const redirectHeaders: Headers[] = []
  const page = await fetch(request.url, {
    headers,
    signal,
    maxBytes: request.maxBytes,
    proxy: request.proxy,
    insecure: request.skipTlsVerification,
    cookies: true,
    keepExchanges: request.keepExchanges,
    mayFollow: request.mayFollow,
    onHop({ url, status, headers, ms }) {
      redirectHeaders.push(headers)
      trace.push({ engine, url: url.href, status, reason: 'redirect', ms: Math.round(ms) })
    },
  })
  const { url, status } = page
  const body = await page.bytes()
  // The last exchange is complete once the body is.
  return { url, status, headers: page.headers, redirectHeaders, body, exchanges: page.exchanges, trace }
}
