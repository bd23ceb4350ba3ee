import { internalError, isApiError } from '../errors.ts'
import { describeError, type Log } from '../log.ts'
import type { RequestState } from './request-state.ts'
import type { Routes } from './routes/routes.ts'

/** Answers for requests that no plugin answers. */
export type Fallback = ReturnType<typeof createFallback>

export function createFallback(routes: Routes, log: Log) {
  /** For a request that matches no route: 404, or 405. */
  const notTaken = (state: RequestState, pathname: string): Response => {
    const { error: refusal, body, headers } = routes.refuse(pathname)
    state.code = refusal.code
    Object.assign(state.headers, headers)
    if (refusal.status === 405) state.headers.allow = (refusal.details.allowed as string[]).join(', ')
    return Response.json(body, { status: refusal.status })
  }

  /** For a failure outside of any plugin. */
  const failed = (state: RequestState, error: unknown, pathname: string): Response => {
    if (isApiError(error)) {
      state.code = error.code
      return Response.json(routes.render(pathname, error), { status: error.status })
    }
    log.error('A request failed outside of any plugin', { request: state.id, cause: describeError(error) })
    return Response.json(routes.render(pathname, internalError(error)), { status: 500 })
  }

  return { notTaken, failed }
}
