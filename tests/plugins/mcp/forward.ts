/** Forwards requests with a key, for clients that cannot send one. Everything else passes unchanged. */
export function forwardWithKey(to: string, key: string) {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 120,
    async fetch(request) {
      const headers = new Headers(request.headers)
      headers.set('authorization', `Bearer ${key}`)
      headers.set('accept-encoding', 'identity')
      const body = request.method === 'GET' ? undefined : await request.arrayBuffer()
      return fetch(to, { method: request.method, headers, body, signal: request.signal })
    },
  })
  return { url: `${server.url.origin}/mcp`, close: () => server.stop(true) }
}
