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

export interface ScopeHost {
  guards: Guards
  /** By method and path, such as `POST /v1/scrape`; filled when the plugin's routes are known. */
  inputs: ReadonlyMap<string, RouteInput>
  log: Log
  clock?: Clock
}

/**
 * The scope in which a plugin's routes live: prefix, Swagger tag, error wording, `access`, `caller` and `warnings`.
 *
 * The order, and nothing else: authenticate, permission, read the body, the route's own `transform`, defaults,
 * schema, the route's own `beforeHandle` (its refusals that need the caller), a repeated request's answer, limit and
 * place in flight, the work. Elysia runs a route's own hooks before those of a macro, which is what puts them there.
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
      state.code = known.code
      if (known.status >= 500)
        log.warn(known.message, {
          request: state.id,
          plugin: plugin.name,
          code: known.code,
          cause: describeError(known.cause ?? known),
        })
      if (known.retryAfter !== undefined) state.headers['retry-after'] = String(Math.ceil(known.retryAfter))
      if (known.status === 401) state.headers['www-authenticate'] = state.challenge
      Object.assign(state.headers, refusalHeaders(known))
      set.status = rules.status?.[known.code] ?? known.status
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
 * What a plugin's `routes` gets: an Elysia app with `access` on each route, and `caller` and `warnings` in its
 * handlers.
 */
export type PluginApp = ReturnType<typeof pluginScope>
