import type { TSchema } from '@sinclair/typebox'
import { Elysia, ParseError, ValidationError } from 'elysia'
import { actorOf } from '../auth/actor.ts'
import { type Admission, type Caller, isAdministrator } from '../auth/caller.ts'
import { type Clock, systemClock } from '../clock.ts'
import { andThen, type MaybePromise } from '../concurrency/maybe-promise.ts'
import type { JobKeeper } from '../contracts/jobs/job-start.ts'
import { FORBIDDEN_REMEDY } from '../egress-rules/egress-failure.ts'
import { ApiError, type ErrorRules, internalError, isApiError, renderError } from '../errors.ts'
import { AccessShape, AccessWord } from '../host/shapes/access-shape.ts'
import { findMisfit } from '../host/shapes/find-misfit.ts'
import { completeRefusal, refusalHeaders } from '../limits/limits.ts'
import { describeError, type Log } from '../log.ts'
import { unknownNames } from '../schema.ts'
import { readBody, readBytes } from './body/body.ts'
import { SMALL } from './body/content-coding.ts'
import type { IncomingBody } from './body/incoming-bodies.ts'
import { isLarge, jsonParts, MAX_ANSWER, streamJson } from './body/json-stream.ts'
import { API } from './paths.ts'
import type { RequestState } from './request-state.ts'
import type { OpenSocket } from './sockets/socket.ts'
import { fromQuery, refusal, refusalOf, withDefaults } from './validation.ts'

/** Who may use a route, and what it counts against: `as` alone, or more. A route without it stops the start. */
export type Access = NonNullable<AccessRules['as']> | AccessRules
export interface AccessRules {
  /**
   * `anyone` needs no key; `key` takes a key or a session token; `session` a session token, or an administrator's
   * key; `admin` an administrator's; `optional` looks at a key where one is sent, and `caller` is undefined
   * otherwise. Default `key`.
   */
  as?: Admission['as']
  /**
   * The family that the request counts against; false: none, as what it asks of the API counts. Default: `calls`, the
   * account's calls a minute, and none for `anyone` and `admin`.
   */
  limit?: string | false
  /** Whether that family counts jobs, so that a request which is refused has counted none. */
  countsJobs?: true
  /** The permission that the key must hold; `any`: one at least; `none`. Default: the plugin's name. */
  permission?: string
  /** Whether a token of the operator's identity provider is taken too. */
  oidc?: true
  /** The most bytes of a body. Default: 1 MiB. */
  maxBody?: number
  /** Whether `rawBody` in the handler is the body's bytes as they came, at most so many: for what is signed. */
  rawBody?: { max: number }
  /** False for a POST whose answer must not be kept for its `Idempotency-Key`, as it holds a secret. */
  idempotent?: false
  /** Another header that an `Idempotency-Key` may come in, in lower case. */
  keyHeader?: string
  /**
   * For a GET that a WebSocket may ask for, whose credential may come as its subprotocol: `socket` in the handler
   * opens it.
   */
  socket?: true
  /** On every answer, refusals too. Names in lower case. */
  headers?: Readonly<Record<string, string>>
  /** What 401 asks for in `WWW-Authenticate`, where that is not `Bearer` alone. */
  challenge?: () => string
}

/** Bytes of an answer up to which it is written at once. */
export const ONE_PIECE = 1024 * 1024
const NO_BYTES = new Uint8Array(0)
/** Unknown parameters that a warning names. */
const MAX_NAMED = 20

/** An access with nothing left open. */
export interface Wanted extends Admission {
  /** The family, `calls`, or undefined where nothing is counted. */
  limit: string | undefined
  countsJobs: boolean
  maxBody: number
  rawBody: { max: number } | undefined
  idempotent: boolean
  keyHeader: string | undefined
  socket: boolean
  headers: Readonly<Record<string, string>>
  challenge: (() => string) | undefined
  /** Why it is no access at all, which stops the start. */
  misfit?: string
}

/** Bytes of a body, unless the route takes more. Source: decisions 1.3. */
export const MAX_BODY = 1024 * 1024

/** None of its fields may be forgotten. */
const accessShape: TSchema & { properties: Record<keyof AccessRules, TSchema> } = AccessShape

/** What is wrong with an access: one that is misspelt must not be taken for another. */
const misfitOf = (access: Access) => findMisfit(typeof access === 'string' ? AccessWord : accessShape, access, 'access')

export function wanted(access: Access, plugin: string): Wanted {
  const rules: AccessRules = typeof access === 'string' ? {} : access
  const as = typeof access === 'string' ? access : (rules.as ?? 'key')
  return {
    as,
    limit: rules.limit === false ? undefined : (rules.limit ?? usualLimit(as)),
    countsJobs: rules.countsJobs ?? false,
    permission: rules.permission ?? (as === 'admin' ? 'admin' : plugin),
    oidc: rules.oidc,
    maxBody: rules.maxBody ?? MAX_BODY,
    rawBody: rules.rawBody,
    // What is kept for a key is compared as JSON.
    idempotent: rules.rawBody ? false : (rules.idempotent ?? as === 'key'),
    keyHeader: rules.keyHeader,
    socket: rules.socket ?? false,
    headers: rules.headers ?? {},
    challenge: rules.challenge,
    misfit: misfitOf(access),
  }
}

const usualLimit = (as: Admission['as']) => (as === 'anyone' || as === 'admin' ? undefined : 'calls')

/** What the scope of a plugin asks of the server: who is there, may they, and how often. */
export interface Guards {
  state(request: Request): RequestState
  /** Throws 401 or 403. Undefined where a key is optional and none was sent. */
  authenticate(request: Request, wanted: Wanted): MaybePromise<Caller | undefined>
  /** Makes room for a body that is about to be read; undefined where it needs none. Throws 429. */
  receive(request: Request, most: number): IncomingBody | undefined
  /** Notes the key of a repeated request, and the body that it stands for. */
  key(request: Request, wanted: Wanted, body: unknown): void
  /** The answer that a repeated request had before. Throws 409. */
  repeat(request: Request): MaybePromise<Response | undefined>
  /** How the request is answered by a WebSocket, where it asks for one. */
  socket(request: Request, caller: Caller): OpenSocket | undefined
  /** Counts the request and takes a place in flight. Throws 429. */
  admit(request: Request, wanted: Wanted): MaybePromise<void>
}

/** The schemas of a route, for what Elysia does not do: nested defaults, queries by type, unknown names. */
export interface RouteInput {
  body?: TSchema
  query?: TSchema
}

export interface ScopeHost {
  guards: Guards
  /** By method and path, such as `POST /v1/scrape`; filled when the plugin's routes are known. */
  inputs: ReadonlyMap<string, RouteInput>
  log: Log
  clock?: Clock
}

/**
 * Any error as the one that the caller sees. Elysia words what is wrong with a body before it throws, and fails at
 * that where a value cannot be made text, such as `{ "toString": 1 }`: of a body that is `unchecked` we find out
 * ourselves.
 */
export function toApiError(error: unknown, rules: ErrorRules, unchecked?: RequestState['unchecked']): ApiError {
  if (isApiError(error)) return error
  if (error instanceof ValidationError) {
    return error.type === 'response'
      ? internalError(error)
      : refusal((error.validator as { schema: TSchema }).schema, error.value, rules)
  }
  // What a parse hook throws arrives wrapped.
  if (error instanceof ParseError && error.cause !== undefined) return toApiError(error.cause, rules)
  const wrong = unchecked && refusalOf(unchecked.schema, unchecked.value, rules)
  if (wrong) return wrong
  if (rules.failure) return new ApiError(rules.failure, internalError(error).message, {}, { cause: error })
  return internalError(error)
}

/** With what an administrator may do about it, where it is theirs to mend. */
function forCaller(error: ApiError, caller: Caller | undefined): ApiError {
  const { status, code, message, details, cause, retryAfter } = error
  if (details.reason !== 'forbidden_address' || !caller || !isAdministrator(caller)) return error
  return new ApiError(code, message, { ...details, remedy: FORBIDDEN_REMEDY }, { status, cause, retryAfter })
}

/** A large answer as it is written in parts: in one piece it would hold up everybody. Undefined for any other. */
function inParts(value: unknown, status: number, { failure = 'internal_error' }: ErrorRules): Response | undefined {
  if (!isLarge(value, ONE_PIECE)) return undefined
  if (isLarge(value, MAX_ANSWER)) {
    const message = 'The answer would be larger than 64 MiB; ask for fewer formats, or for fewer pages at once'
    throw new ApiError(failure, message, { reason: 'too_large', maximum: MAX_ANSWER })
  }
  const { body, headers } = streamJson(jsonParts(value))
  return new Response(body, { status, headers })
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
      const known = completeRefusal(forCaller(toApiError(error, rules, state.unchecked), state.caller), clock.now())
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
    .macro('access', (access: Access) => {
      const want = wanted(access, plugin.name)
      /** Finds out once who sends a request. */
      const authenticate = (request: Request): MaybePromise<void> => {
        const state = guards.state(request)
        if (state.isAuthenticated) return
        state.isAuthenticated = true
        Object.assign(state.headers, want.headers)
        if (want.challenge) state.challenge = want.challenge()
        if (want.as !== 'anyone')
          return andThen(guards.authenticate(request, want), (caller) => {
            state.caller = caller
          })
      }
      return {
        // Before the body is read: a stranger learns nothing of the schema and sends nothing.
        parse: (async ({ request }: { request: Request }) => {
          await authenticate(request)
          const most = want.rawBody?.max ?? want.maxBody
          const incoming = guards.receive(request, most)
          try {
            if (!want.rawBody) return await readBody(request, most, incoming?.arrived)
            guards.state(request).rawBody = await readBytes(request, most, incoming?.arrived)
            // Not undefined: Elysia would go on to its own parsers.
            return null
          } finally {
            incoming?.left()
          }
        }) as never,
        // Requests without a body skip `parse`. The context is never handed on whole: Elysia reads this source for
        // what it uses, and would parse cookies and headers too.
        async transform(context: { request: Request; route: string; body: unknown; query: Record<string, string> }) {
          const authentication = authenticate(context.request)
          if (authentication) await authentication
          if (want.limit !== undefined && want.limit !== 'calls')
            guards.state(context.request).endpoint = want.permission
          const input = inputs.get(`${context.request.method} ${context.route}`)
          if (input?.body) {
            if (context.body === undefined || context.body === null)
              throw new ApiError('invalid_request', 'The request needs a JSON object as its body')
            const unknown = new Set(unknownNames(input.body, context.body))
            for (const name of [...unknown].slice(0, MAX_NAMED))
              guards.state(context.request).warnings.push(`unknown parameter: ${name.slice(0, 100)}`)
            context.body = withDefaults(input.body, context.body)
            guards.state(context.request).unchecked = { schema: input.body, value: context.body }
          }
          guards.key(context.request, want, context.body)
          if (input?.query) context.query = fromQuery(input.query, context.query) as Record<string, string>
        },
        // A copy: Elysia merges into it what another route says that was given the same details.
        detail: { 'x-access': { ...want } } as object,
        resolve: ({ request }: { request: Request }) => {
          const state = guards.state(request)
          return {
            caller: state.caller as Caller,
            warnings: state.warnings,
            // Few ask, and it is not cheap.
            address: () => state.address,
            /** Where the request comes from, for what signs in. */
            origin: () => ({ address: state.address, requestId: state.id }),
            /** Who sent this, for the audit log. */
            actor: () => actorOf(state.caller, { address: state.address, requestId: state.id }),
            /** Where the route's access says `rawBody`; empty elsewhere. */
            rawBody: state.rawBody ?? NO_BYTES,
            idempotency: state.keyed?.request as JobKeeper | undefined,
            /** Where the route's access says `socket` and the request asks for one. */
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
    })
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
