/** What an archive was asked. */
export interface Asked {
  /** Path and query, as they were sent. */
  path: string
  query: URLSearchParams
  headers: Headers
  /** By the clock of the test. */
  at: number
}

export type Answers = (asked: Asked) => Response | undefined | Promise<Response | undefined>

/** An archive on loopback, which can be made to fail. */
export interface ArchiveServer {
  url: string
  host: string
  asked: Asked[]
  /** Answers that it gives next, before those that are right; one for each request. */
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
      // The address that was archived stands in the path as it is: a parser would change it.
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
