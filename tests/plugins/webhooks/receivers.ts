import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A delivery as it was received. */
export interface Received {
  path: string
  headers: Headers
  body: Uint8Array
  // biome-ignore lint/suspicious/noExplicitAny: what the test expects is what it checks
  json: any
}

/** Answers a delivery; `nth` is 1 for the first on its path. */
export type Behave = (response: ServerResponse, nth: number, request: IncomingMessage) => void

export const status =
  (code: number, headers: Record<string, string> = {}): Behave =>
  (response) =>
    response.writeHead(code, headers).end()

/** Receivers of webhooks on loopback, each at its own path. */
export interface Receivers {
  /** Makes a new address. Without `behave` it accepts everything. */
  make(behave?: Behave): string
  /** Changes the behaviour of a receiver from now on. */
  change(url: string, behave: Behave): void
  got(url: string): Received[]
  all: Received[]
  origin: string
  stop(): void
}

export async function startReceivers(host = '127.0.0.1'): Promise<Receivers> {
  const behaviours = new Map<string, Behave>()
  const all: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = new Uint8Array(Buffer.concat(chunks))
    const path = request.url ?? ''
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
    )
    all.push({ path, headers, body, json: body.length > 0 ? JSON.parse(new TextDecoder().decode(body)) : undefined })
    const nth = all.filter((one) => one.path === path).length
    ;(behaviours.get(path) ?? status(200))(response, nth, request)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`
  let made = 0
  return {
    make(behave = status(200)) {
      const path = `/hook/${++made}`
      behaviours.set(path, behave)
      return origin + path
    },
    change: (url, behave) => void behaviours.set(new URL(url).pathname, behave),
    got: (url) => all.filter(({ path }) => path === new URL(url).pathname),
    all,
    origin,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A clock that tests move forward. */
export function startClock() {
  let ahead = 0
  return {
    now: () => Date.now() + ahead,
    pass(milliseconds: number) {
      ahead += milliseconds
    },
  }
}
