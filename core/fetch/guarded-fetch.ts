import { isTimeUp } from '../abort.ts'
import type { GuardedFetch, GuardedInit, GuardedResponse } from '../contracts/fetch.ts'
import { portOf } from '../egress-rules/bad-ports.ts'
import { EgressFailure, isUnreachable, type RequestContext, toCallerError } from '../egress-rules/egress-failure.ts'
import type { EgressRules } from '../egress-rules/egress-rules.ts'
import { createResolve, type Resolve } from '../egress-rules/resolve.ts'
import { createResolveAndCheck, type ResolveAndCheck } from '../egress-rules/resolve-and-check.ts'
import { SilentFamily } from '../egress-rules/silent-family.ts'
import { dialThrough } from '../proxy/proxy-pool.ts'
import { chooseTransport } from '../runtime/choose-transport.ts'
import { parseHttpUrl } from '../url/http-url.ts'
import { WireRecorder } from './exchange/wire-recorder.ts'
import { createGuardedResponse } from './guarded-response.ts'
import { NavigationCookies } from './navigation-cookies.ts'
import { followRedirect, type HopRequest, isRedirect, redirectTarget } from './redirect.ts'
import { outgoingHeaders } from './request-headers.ts'
import { abandon } from './stream.ts'
import type { Incoming, Transport } from './transport.ts'

const MAX_REDIRECTS = 10
const MAX_BYTES = 50 * 1024 * 1024
/**
 * Milliseconds until a fetch without a signal is aborted: the longest time that a request to the service may take
 * (spec section 4.3).
 */
const MAX_TIME = 120_000
/**
 * The most header fields of one response, and their bytes. Bun refuses more than 253 fields; browsers accept 256 KiB.
 */
const MAX_HEADERS = 250
const MAX_HEADER_BYTES = 256 * 1024
/** A redirect's body of up to this many bytes is read to its end, so that the connection can be reused. */
const SMALL_BODY = 16 * 1024

export interface GuardedFetchOptions {
  rules: EgressRules
  /** Default: the system's DNS servers. */
  resolve?: Resolve
  /** Default: the one that suits the runtime. */
  transport?: Transport
}

/** The only fetch in the code base; `GuardedFetch` describes what it guarantees. */
export function createGuardedFetch({
  rules,
  resolve = createResolve(),
  transport = chooseTransport(),
}: GuardedFetchOptions): GuardedFetch {
  const resolveAndCheck = createResolveAndCheck(rules, resolve)
  const silent = new SilentFamily()
  return async (input, init = {}) => {
    const context: RequestContext = {
      url: input,
      redirected: false,
      signal: init.signal ?? AbortSignal.timeout(MAX_TIME),
    }
    try {
      const recorder = init.keepExchanges ? new WireRecorder() : undefined
      return await navigate(firstRequest(input, init), { init, context, resolveAndCheck, silent, transport, recorder })
    } catch (error) {
      throw toCallerError(error, context)
    }
  }
}

function firstRequest(input: URL | string, { method = 'GET', headers, body }: GuardedInit): HopRequest {
  const parsed = parseHttpUrl(String(input))
  if ('problem' in parsed) throw new EgressFailure(parsed.problem)
  return { url: parsed.url, method: method.toUpperCase(), headers: outgoingHeaders(headers), body }
}

interface Navigation {
  init: GuardedInit
  context: RequestContext
  resolveAndCheck: ResolveAndCheck
  silent: SilentFamily
  transport: Transport
  recorder: WireRecorder | undefined
}

/** Follows redirects to the final response. Each hop is resolved, checked and pinned like the first. */
async function navigate(request: HopRequest, navigation: Navigation): Promise<GuardedResponse> {
  const { init, context, resolveAndCheck, recorder } = navigation
  const { maxRedirects = MAX_REDIRECTS, maxBytes = MAX_BYTES, decode = true, mayFollow, onHop } = init
  const cookies = init.cookies ? new NavigationCookies() : undefined
  for (let redirects = 0; ; redirects++) {
    const started = performance.now()
    context.signal.throwIfAborted()
    const addresses = await resolveAndCheck(request.url, context.signal)
    const cookie = cookies?.header(request.url, request.headers.cookie)
    const answer = await send(cookie ? withCookie(request, cookie) : request, addresses, navigation)
    try {
      // No final response has a status below 200; browsers show none of them.
      if (answer.status < 200) throw new EgressFailure('malformed_response')
      limitHeaders(answer.headers)
      context.redirected ||= isRedirect(answer)
      const target = maxRedirects > 0 ? redirectTarget(answer, request.url) : undefined
      const isAnswer = !target || (await mayFollow?.(target)) === false
      if (isAnswer) return createGuardedResponse(answer, request.url, { maxBytes, decode, context, recorder })
      if (redirects === maxRedirects) throw new EgressFailure('too_many_redirects')
      await discard(answer, recorder !== undefined)
      await cookies?.keep(request.url, answer.headers)
      const { status, headers } = answer
      onHop?.({ url: request.url, status, headers, ms: performance.now() - started })
      request = followRedirect(request, answer.status, target)
    } catch (error) {
      // Whoever started reading the body also cancels it.
      if (answer.body && !answer.body.locked) await abandon(answer.body)
      throw error
    }
  }
}

const withCookie = (request: HopRequest, cookie: string): HopRequest => ({
  ...request,
  headers: { ...request.headers, cookie },
})

/** Tries the host's next address only if no connection was made, so that nothing is sent twice. */
async function send(
  request: HopRequest,
  addresses: readonly string[],
  { init, context, silent, transport, recorder }: Navigation,
): Promise<Incoming> {
  const { url, method, body } = request
  const headers = { ...request.headers, host: url.host }
  const { insecure = false, proxy } = init
  const outgoing = { url, method, headers, body, signal: context.signal, insecure }
  if (proxy) {
    const tunnel = () => dialThrough(proxy, { addresses, port: portOf(url) }, context.signal)
    const request = { ...outgoing, address: addresses[0]!, tunnel }
    return transport(recorder?.record(request) ?? request)
  }
  for (const [i, address] of silent.inOrder(addresses).entries()) {
    try {
      const request = { ...outgoing, address }
      return await transport(recorder?.record(request) ?? request)
    } catch (error) {
      recorder?.forget()
      if (isTimeUp(context.signal)) silent.note(address, addresses)
      if (i === addresses.length - 1 || context.signal.aborted || !isUnreachable(error)) throw error
    }
  }
  throw new EgressFailure('dns')
}

function limitHeaders(headers: Headers): void {
  let count = 0
  let bytes = 0
  for (const [name, value] of headers) {
    count += 1
    bytes += name.length + value.length
  }
  if (count > MAX_HEADERS || bytes > MAX_HEADER_BYTES) throw new EgressFailure('too_large')
}

/**
 * Reads and discards a redirect's body if it is short, or may be, for an archive. Whether it arrived whole does not
 * affect where it leads.
 */
async function discard({ headers, body }: Incoming, isKept: boolean): Promise<void> {
  if (!body) return
  const reader = body.getReader()
  const size = headers.get('content-length')
  const isShort = size === null ? isKept : Number(size) <= SMALL_BODY
  let left = isShort ? SMALL_BODY : 0
  try {
    while (left > 0) {
      const { done, value } = await reader.read()
      if (done) return
      left -= value.byteLength
    }
  } catch {
    return
  }
  await abandon(reader)
}
