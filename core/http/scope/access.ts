import type { TSchema } from '@sinclair/typebox'
import type { Admission } from '../../auth/caller.ts'
import { AccessShape, AccessWord } from '../../host/shapes/access-shape.ts'
import { findMisfit } from '../../host/shapes/find-misfit.ts'

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

/** An access with nothing left open. */
export interface RouteRequirements extends Admission {
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
const MAX_BODY = 1024 * 1024

/** None of its fields may be forgotten. */
const accessShape: TSchema & { properties: Record<keyof AccessRules, TSchema> } = AccessShape

/** What is wrong with an access: one that is misspelt must not be taken for another. */
const misfitOf = (access: Access) => findMisfit(typeof access === 'string' ? AccessWord : accessShape, access, 'access')

export function requirementsOf(access: Access, plugin: string): RouteRequirements {
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
