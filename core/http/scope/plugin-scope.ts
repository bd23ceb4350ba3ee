import { Elysia } from 'elysia'
import { type Clock, systemClock } from '../../clock.ts'
import { type ErrorRules, renderError } from '../../errors.ts'
import { completeRefusal, refusalHeaders } from '../../limits/limits.ts'
import { describeError, type Log } from '../../log.ts'
import { SMALL } from '../body/content-coding.ts'
import { isLarge } from '../body/json-stream.ts'
import { inParts } from '../body/large-answer.ts'
import { API } from '../paths.ts'
import { accessHooks, type RouteInput } from './access-hooks.ts'
import { callerError } from './caller-error.ts'
import type { Guards } from './guards.ts'

/** The status of a request whose caller left, in the log and the metrics, as of nginx. Nobody receives it. */
const CALLER_LEFT = 499

export interface ScopeHost {
  guards: Guards
  /** By method and path, such as `POST /v1/scrape`; filled when the plugin's routes are known. */
  inputs: ReadonlyMap<string, RouteInput>
  log: Log
  clock?: Clock
}

/**
 * The scope of a plugin's routes: prefix, Swagger tag, error format, `access`, `caller` and `warnings`.
 *
 * A request goes through these steps, in this order: authentication, permission, reading the body, the route's own
 * `transform`, defaults, validation, the route's own `beforeHandle` (refusals that need the caller), the earlier
 * answer to a repeated request, limits, the handler. Elysia runs a route's own hooks before those of a macro, hence
 * the order.
 */
export function pluginScope(
  plugin: { name: string; tag: { name: string }; errors?: ErrorRules },
  { guards, inputs, log, clock = systemClock }: ScopeHost,
  prefix: string = API,
) {
  const rules = plugin.errors ?? {}
  return new Elysia({ name: `weir/${plugin.name}${prefix}`, prefix, tags: [plugin.tag.name], normalize: false })
    .onError(({ error, set, request }) => {
      const state = guards.state(request)
      const known = completeRefusal(callerError(error, rules, state), clock.now())
      // What fails then is mostly the work that was aborted.
      const hasLeft = known.status >= 500 && request.signal.aborted
      state.code = hasLeft ? 'cancelled' : known.code
      // What is not configured is no failure, and any caller can ask for it.
      if (known.status >= 500 && !hasLeft && known.code !== 'not_configured')
        log.warn(known.message, {
          request: state.id,
          plugin: plugin.name,
          code: known.code,
          cause: describeError(known.cause ?? known),
        })
      if (known.retryAfter !== undefined) state.headers['retry-after'] = String(Math.ceil(known.retryAfter))
      if (known.status === 401) state.headers['www-authenticate'] = state.challenge
      Object.assign(state.headers, refusalHeaders(known))
      set.status = hasLeft ? CALLER_LEFT : (rules.status?.[known.code] ?? known.status)
      return rules.family?.render(known) ?? renderError(known)
    })
    .macro('access', accessHooks(plugin.name, guards, inputs))
    .onAfterHandle(({ request, responseValue: response }) => {
      const { warnings } = guards.state(request)
      if (warnings.length > 0 && typeof response === 'object' && response !== null && 'success' in response)
        return { ...response, warnings }
      return undefined
    })
    .mapResponse(({ responseValue, request, set }) => {
      if (typeof responseValue !== 'object' || responseValue instanceof Response) return undefined
      const state = guards.state(request)
      state.isSmall = !isLarge(responseValue, SMALL)
      const long = state.isSmall ? undefined : inParts(responseValue, Number(set.status ?? 200), rules)
      state.isLong = long !== undefined
      return long
    })
}

/**
 * What a plugin's `routes` receives: an Elysia app with `access` for its routes, and `caller` and `warnings` in their
 * handlers.
 */
export type PluginApp = ReturnType<typeof pluginScope>
