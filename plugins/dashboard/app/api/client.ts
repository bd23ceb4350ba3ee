import { BEFORE } from '../service.ts'
import { failureOf, unreachable } from './failure.ts'
import { endSession, token } from './session.ts'

export interface Answer<T = unknown> {
  status: number
  headers: Headers
  /** The whole body: `data` and its siblings. */
  body: { success: boolean; data: T; warnings?: string[] } & Record<string, unknown>
}

export interface CallOptions {
  body?: unknown
  signal?: AbortSignal
  headers?: Record<string, string>
  /** Whether the call signs in: its refusal then does not end a session. */
  signsIn?: true
  /** Whether it is sent even if the page is left meanwhile. */
  keepalive?: true
}

const readJson = (response: Response): Promise<unknown> => response.json().catch(() => undefined)

/** Sends a request as the current user. Throws Failure, or the signal's reason. */
export async function send(method: string, path: string, options: CallOptions = {}): Promise<Response> {
  const { body, signal, headers = {}, signsIn, keepalive } = options
  const presented = signsIn ? null : token.value
  const response = await fetch(`${BEFORE}${path}`, {
    method,
    signal,
    keepalive,
    headers: {
      ...(presented === null ? {} : { authorization: `Bearer ${presented}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    // Responses to one user must not be cached for the next one on this device.
    cache: 'no-store',
    credentials: 'omit',
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : unreachable()
  })
  if (response.ok) return response
  // The session has expired: the shell shows the sign-in form, and returns here.
  if (response.status === 401 && presented !== null && presented === token.value) endSession()
  throw failureOf(response.status, await readJson(response), response.headers.get('x-request-id'))
}

/** The whole response. Throws Failure. */
export async function call<T>(method: string, path: string, options?: CallOptions): Promise<Answer<T>> {
  const response = await send(method, path, options)
  const body = (await readJson(response)) as Answer<T>['body'] | undefined
  if (body === undefined) throw failureOf(response.status, undefined, response.headers.get('x-request-id'))
  return { status: response.status, headers: response.headers, body }
}

const data =
  (method: string) =>
  async <T>(path: string, body?: unknown, options?: CallOptions): Promise<T> =>
    (await call<T>(method, path, { ...options, body })).body.data

/** The `data` of a response. Each throws Failure. */
export const api = {
  get: <T>(path: string, options?: CallOptions) => data('GET')<T>(path, undefined, options),
  post: data('POST'),
  put: data('PUT'),
  patch: data('PATCH'),
  delete: data('DELETE'),
  /** A response whose body is not wrapped in `data`. */
  document: async <T>(path: string): Promise<T> => (await call('GET', path)).body as T,
}

/** Builds `/v1/jobs?limit=20` from its parts; empty and undefined values are left out. */
export function withQuery(path: string, query: Record<string, string | number | boolean | null | undefined>): string {
  const parts = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(parts.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? path : `${path}?${text}`
}
