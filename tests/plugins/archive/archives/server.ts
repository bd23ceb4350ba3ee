/** A request to an archive. */
export interface Asked {
  /** The path and query as they were sent. */
  path: string
  query: URLSearchParams
  headers: Headers
  /** The time by the clock of the test. */
  at: number
}

export type Answers = (asked: Asked) => Response | undefined | Promise<Response | undefined>

/** An archive on loopback that can be made to fail. */
export interface ArchiveServer {
  url: string
  host: string
  asked: Asked[]
  /** Responses that it gives before the correct ones, one per request. */
  faults: Answers[]
  stop(): void
}

export function startArchive(answers: Answers, now: () => number = Date.now): ArchiveServer {
  const asked: Asked[] = []
  const faults: Answers[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      // The archived address is in the path unchanged; a parser would change it.
      const path = request.url.slice(new URL(request.url).origin.length)
      const one: Asked = { path, query: new URL(request.url).searchParams, headers: request.headers, at: now() }
      asked.push(one)
      return (await faults.shift()?.(one)) ?? (await answers(one)) ?? new Response('Not here', { status: 404 })
    },
  })
  return {
    url: server.url.origin,
    host: server.url.host,
    asked,
    faults,
    stop: () => void server.stop(true),
  }
}

export const status = (code: number, headers?: Record<string, string>) => () =>
  new Response('<html><body>Something went wrong', {
    status: code,
    headers: { 'content-type': 'text/html', ...headers },
  })
