/** The answer of a local server at a path: a body, or a whole response. */
export type Reply = string | Uint8Array<ArrayBuffer> | Response | ((request: Request) => Response | Promise<Response>)

/** A server of this machine that plays an online service, and records its requests. */
export interface FarEnd {
  url: string
  /** By path with query. */
  replies: Record<string, Reply>
  asked: { method: string; path: string; headers: Headers; body: string }[]
  stop(): void
}

export function startFarEnd(replies: Record<string, Reply> = {}): FarEnd {
  const asked: FarEnd['asked'] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const path = `${pathname}${search}`
      asked.push({ method: request.method, path, headers: request.headers, body: await request.clone().text() })
      const reply = far.replies[path] ?? far.replies[pathname]
      if (reply === undefined) return new Response('<h1>Not here</h1>', { status: 404, headers: html })
      if (typeof reply === 'function') return reply(request)
      return reply instanceof Response ? reply.clone() : new Response(reply, { headers: html })
    },
  })
  const far: FarEnd = { url: server.url.href.replace(/\/$/, ''), replies, asked, stop: () => void server.stop(true) }
  return far
}

const html = { 'content-type': 'text/html; charset=utf-8' }

/** A redirect to another address. */
export const redirect = (to: string): Response => new Response(null, { status: 302, headers: { location: to } })
