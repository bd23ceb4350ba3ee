import type { TSchema } from '@sinclair/typebox'
import { actorOf } from '../../auth/actor.ts'
import type { Caller } from '../../auth/caller.ts'
import { hasCredential } from '../../auth/credential.ts'
import { andThen, type MaybePromise } from '../../concurrency/maybe-promise.ts'
import type { JobKeeper } from '../../contracts/jobs/job-start.ts'
import type { ChargeKeeper } from '../../credits/credits.ts'
import { ApiError } from '../../errors.ts'
import { isObject } from '../../json.ts'
import { t, unknownNames } from '../../schema.ts'
import { readBody, readBytes } from '../body/body.ts'
import { fromQuery, withDefaults } from '../validation.ts'
import { type Access, requirementsOf } from './access.ts'
import type { Guards } from './guards.ts'

const NO_BYTES = new Uint8Array(0)
/** The body of a route that takes none: any parameter in it is unknown. */
const NO_PARAMETERS = t.Object({})
/** Maximum number of unknown parameters that are warned of. */
const MAX_NAMED = 20

/** The schemas of a route, for what Elysia does not do: nested defaults, typed queries, unknown fields. */
export interface RouteInput {
  body?: TSchema
  query?: TSchema
}

/**
 * What `access` adds to a route: the checks before its handler, and what the handler receives. `inputs`: the schemas
 * of the plugin's routes by method and path, such as `POST /v1/scrape`; filled later, once the routes are known.
 */
export const accessHooks =
  (plugin: string, guards: Guards, inputs: ReadonlyMap<string, RouteInput>) => (access: Access) => {
    const want = requirementsOf(access, plugin)
    /** Authenticates a request, once. */
    const authenticate = (request: Request): MaybePromise<void> => {
      const state = guards.state(request)
      if (state.isAuthenticated) return
      state.isAuthenticated = true
      Object.assign(state.headers, want.headers)
      // Clients that log in renew a token that was refused. Source: RFC 6750, section 3.1.
      const wrong = hasCredential(request) ? ', error="invalid_token"' : ''
      if (want.challenge) state.challenge = `${want.challenge()}${wrong}`
      if (want.as !== 'anyone')
        return andThen(guards.authenticate(request, want), (caller) => {
          state.caller = caller
        })
    }
    return {
      // Before the body is read, so that strangers learn nothing about the schema and send no bodies.
      parse: (async ({ request }: { request: Request }) => {
        await authenticate(request)
        const most = want.rawBody?.max ?? want.maxBody
        const incoming = guards.receive(request, most)
        try {
          if (!want.rawBody) return await readBody(request, most, incoming?.arrived)
          guards.state(request).rawBody = await readBytes(request, most, incoming?.arrived)
          // Not undefined, or Elysia would try its own parsers next.
          return null
        } finally {
          incoming?.left()
        }
      }) as never,
      // Requests without a body skip `parse`. The context is never passed on as a whole: Elysia inspects this source
      // to see what it uses, and would otherwise parse cookies and headers too.
      async transform(context: { request: Request; route: string; body: unknown; query: Record<string, string> }) {
        const authentication = authenticate(context.request)
        if (authentication) await authentication
        if (want.limit !== undefined && want.limit !== 'calls') guards.state(context.request).endpoint = want.permission
        const input = inputs.get(`${context.request.method} ${context.route}`)
        const { body } = context
        const hasBody = body !== undefined && body !== null
        if (input?.body && !hasBody)
          throw new ApiError('invalid_request', 'The request needs a JSON object as its body')
        if (hasBody) {
          const unknown = new Set(unknownNames(input?.body ?? NO_PARAMETERS, body))
          for (const name of [...unknown].slice(0, MAX_NAMED))
            guards.state(context.request).warnings.push(`unknown parameter: ${name.slice(0, 100)}`)
          // Elysia merges a body with its defaults by assignment, which would make this one its prototype.
          if (isObject(body)) Reflect.deleteProperty(body, '__proto__')
        }
        if (input?.body) {
          context.body = withDefaults(input.body, body)
          guards.state(context.request).unchecked = { schema: input.body, value: context.body }
        }
        guards.key(context.request, want, context.body)
        if (input?.query) context.query = fromQuery(input.query, context.query) as Record<string, string>
      },
      // A copy, as Elysia would merge the details of other routes into a shared object.
      detail: { 'x-access': { ...want } } as object,
      resolve: ({ request }: { request: Request }) => {
        const state = guards.state(request)
        return {
          caller: state.caller as Caller,
          warnings: state.warnings,
          // A function, as few handlers need it.
          address: () => state.address,
          /** Where the request comes from, for logins. */
          origin: () => ({ address: state.address, requestId: state.id }),
          /** Who sent this, for the audit log. */
          actor: () => actorOf(state.caller, { address: state.address, requestId: state.id }),
          /** The body's bytes if the route's access says `rawBody`; otherwise empty. */
          rawBody: state.rawBody ?? NO_BYTES,
          idempotency: state.keyed?.request as (JobKeeper & ChargeKeeper) | undefined,
          /** Set if the route's access says `socket` and the request asks for a WebSocket. */
          socket: want.socket && state.caller ? guards.socket(request, state.caller) : undefined,
        }
      },
      async beforeHandle({ request }: { request: Request }) {
        guards.state(request).unchecked = undefined
        const before = guards.repeat(request)
        if (before) {
          const answered = await before
          if (answered) return answered
        }
        const admission = guards.admit(request, want)
        if (admission) await admission
        return undefined
      },
    }
  }
