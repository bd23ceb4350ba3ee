import { hasCredential } from '../auth/credential.ts'
import type { MaybePromise } from '../concurrency/maybe-promise.ts'
import type { Usage } from '../contracts/accounts.ts'
import { isApiError } from '../errors.ts'
import { describeError, type Log } from '../log.ts'
import type { ServiceMetrics } from '../metrics/service-metrics.ts'
import type { Peer } from '../runtime/runtime.ts'
import { discard, mustClose } from './body/body.ts'
import { ONE_PIECE } from './body/large-answer.ts'
import { whenSent } from './body/when-sent.ts'
import type { Cidr } from './client-address.ts'
import type { Cors } from './cors.ts'
import type { Fallback } from './fallback.ts'
import { pathOf, showPath, takeIn } from './incoming.ts'
import { prepare } from './outgoing.ts'
import type { OwnRoutes } from './own/own-routes.ts'
import { RequestState } from './request-state.ts'
import type { Routes } from './routes/routes.ts'

interface AnswerParts {
  /** Answers requests to the routes of plugins. */
  fetch(request: Request): MaybePromise<Response>
  own: OwnRoutes
  routes: Routes
  fallback: Fallback
  cors: Cors
  /** Where the state of each request is kept until it has been answered. */
  states: WeakMap<Request, RequestState>
  trusted: readonly Cidr[]
  metrics: ServiceMetrics
  usage: Usage
  log: Log
}

/** Answers a request by the server's own routes or a plugin's, and adds what every answer has. It never throws. */
export type Answer = (request: Request, peer: Peer, outer?: RequestState) => Promise<Response>

export function createAnswer({
  fetch,
  own,
  routes,
  fallback,
  cors,
  states,
  trusted,
  metrics,
  usage,
  log,
}: AnswerParts): Answer {
  const readLimits = async (state: RequestState, read: () => Promise<Record<string, string>>) => {
    try {
      return await read()
    } catch (error) {
      log.warn('The limits of a request could not be read', { request: state.id, cause: describeError(error) })
      return {}
    }
  }

  /** Adds the shared headers, counts the account's usage and writes the log line. */
  const finish = (request: Request, pathname: string, state: RequestState, response: Response) => {
    for (const name in state.headers) response.headers.set(name, state.headers[name] as string)
    // A cache in front may store the answer to any header but `Authorization`, such as one with a key.
    if (hasCredential(request) && !response.headers.has('cache-control'))
      response.headers.set('cache-control', 'no-store')
    cors.allow(request, response)
    if (response.headers.get('content-type') === 'text/event-stream') state.peer.keepOpen()
    else if (!state.isPart) state.peer.answered?.()
    const ms = Math.round((performance.now() - state.started) * 10) / 10
    metrics.request(routes.familyOf(pathname), response.status, ms)
    const account = state.caller?.account.id
    const failed = response.status >= 400
    if (account && state.endpoint) usage.request(account, { endpoint: state.endpoint, ms, failed })
    log.info('request', {
      request: state.id,
      method: request.method,
      path: showPath(pathname),
      status: response.status,
      ms,
      account,
      code: state.code,
    })
  }

  return async (original, peer, outer) => {
    const taken = takeIn(original)
    const refused = isApiError(taken)
    const request = refused ? original : taken
    const state = new RequestState(request, peer, trusted)
    state.isPart = outer !== undefined
    if (outer) state.takesOidc = outer.takesOidc
    states.set(request, state)
    const pathname = refused && !URL.canParse(request.url) ? '' : pathOf(request.url)
    let response: Response
    try {
      if (refused) throw taken
      const owned = request.method === 'GET' ? own(pathname, request, state) : cors.preflight(request)
      response =
        (owned && (await owned)) ??
        (routes.mistakes(request.method, pathname) ? fallback.notTaken(state, pathname) : await fetch(request))
    } catch (error) {
      response = fallback.failed(state, error, pathname)
    }
    // An answer whose length is known is in memory as a whole.
    state.isLong ||= !state.isSmall && Number(response.headers.get('content-length')) > ONE_PIECE
    try {
      if (state.keyed) response = await state.keyed.request.end(response)
      const prepared = prepare(original, response, state.isSmall)
      response = prepared instanceof Promise ? await prepared : prepared
    } catch (error) {
      response = fallback.failed(state, error, pathname)
    }
    // A request that is part of another one shares its place in flight.
    if (state.release && state.isLong && !outer) response = whenSent(response, state.release, original.signal)
    else state.release?.()
    if (state.uncounted) Object.assign(state.headers, await readLimits(state, state.uncounted))
    if (state.giveBack && response.status >= 400) {
      const limits = await readLimits(state, state.giveBack)
      // A 429 carries the headers of the limit that refused it.
      if (response.status !== 429) Object.assign(state.headers, limits)
    }
    if (mustClose(original, response.status)) {
      state.headers.connection = 'close'
      await discard(original)
    }
    finish(original, pathname, state, response)
    return response
  }
}
