import { readError, WeirError } from './error.ts'
import { unkeyed } from './openapi.ts'
import type { CallOptions, Method } from './operations.ts'
import { pause, pauseBefore, type RetryOptions } from './retry.ts'

/** Where the service is, and the caller's credential. */
export interface WeirOptions extends RetryOptions {
  /** Such as `http://127.0.0.1:3000`; a path after it is kept. */
  url: string | URL
  /** An API key, or a session token. */
  key?: string
  /** Sends requests instead of the runtime's `fetch`. */
  fetch?: (request: Request) => Promise<Response>
}

type Values = Readonly<Record<string, string | number | boolean | null | undefined>>
/** A serialized request. */
export interface Outgoing extends CallOptions {
  path?: Values
  query?: Values
  body?: unknown
}

/**
 * Sends a request, with retries, and returns a successful response as `read` has read it. Throws WeirError, or the
 * signal's reason.
 */
export interface Send {
  (method: Method, path: string, request?: Outgoing): Promise<Response>
  <T>(method: Method, path: string, request: Outgoing | undefined, read: (answer: Response) => Promise<T>): Promise<T>
}

/** `/v1/jobs/job_1` for `/v1/jobs/{jobId}`. */
const fill = (path: string, values: Values = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '')))

function queryOf(values: Values = {}): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

/** 128 random bits; `crypto.randomUUID` does not exist on pages without TLS. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const unreachable = (base: string, cause: unknown) =>
  new WeirError(
    `${base} cannot be reached: check that the service runs there and, from a page of another origin, that its WEIR_CORS_ORIGINS includes that origin`,
    { status: 0, code: 'unreachable', cause },
  )

const brokenOff = (base: string, cause: unknown) =>
  new WeirError(`${base} ended its answer early`, { status: 0, code: 'unreachable', cause })

/** Browsers reveal neither the status nor the URL of one. */
const isRedirect = ({ type, status }: Response) => type === 'opaqueredirect' || (status >= 300 && status < 400)

function redirected(base: string, { status, headers }: Response): WeirError {
  const to = headers.get('location')
  const where = to === null ? 'elsewhere' : `to ${to}`
  return new WeirError(`${base} leads ${where}: give the address that it leads to as url`, {
    status,
    code: 'redirected',
  })
}

export function createSend({ url, key, fetch: request = (one) => fetch(one), ...retry }: WeirOptions): Send {
  const base = String(url).replace(/\/+$/, '')
  if (!URL.canParse(base)) throw new TypeError(`url must be the address of a Weir, such as http://127.0.0.1:3000`)

  return async <T>(
    method: Method,
    path: string,
    { path: values, query, body, signal, headers, idempotencyKey }: Outgoing = {},
    read?: (answer: Response) => Promise<T>,
  ) => {
    const isKeyed = method === 'POST' && !unkeyed.includes(path)
    const address = `${base}${fill(path, values)}${queryOf(query)}`
    const sent: Record<string, string> = { ...headers }
    if (key !== undefined) sent.authorization = `Bearer ${key}`
    if (body !== undefined) sent['content-type'] = 'application/json'
    if (isKeyed) sent['idempotency-key'] = idempotencyKey ?? randomKey()
    const init = { method, headers: sent, body: body === undefined ? undefined : JSON.stringify(body), signal }

    for (let attempt = 1; ; attempt++) {
      // A redirected POST would arrive as a GET.
      const answer = await request(new Request(address, { ...init, redirect: 'manual' })).catch((cause: unknown) =>
        unreachable(base, cause),
      )
      let error: WeirError
      if (!(answer instanceof Response)) error = answer
      else if (isRedirect(answer)) throw redirected(base, answer)
      else if (!answer.ok) error = await readError(answer)
      else if (read === undefined) return answer
      else {
        const whole = await read(answer).catch((cause: unknown) => brokenOff(base, cause))
        if (!(whole instanceof WeirError)) return whole
        error = whole
      }
      signal?.throwIfAborted()
      const wait = pauseBefore(attempt, error, { ...retry, repeatable: method !== 'POST' || isKeyed })
      if (wait === undefined) throw error
      await pause(wait, signal)
    }
  }
}
