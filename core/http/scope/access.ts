import type { TSchema } from '@sinclair/typebox'
import type { Admission } from '../../auth/caller.ts'
import { AccessShape, AccessWord } from '../../host/shapes/access-shape.ts'
import { findMisfit } from '../../host/shapes/find-misfit.ts'

/** Who may use a route, and which limit it counts against. The server does not start with a route that lacks it. */
export type Access = NonNullable<AccessRules['as']> | AccessRules
export interface AccessRules {
  /**
   * `anyone` needs no key; `key` accepts a key or a session token; `session` a session token, or an administrator's
   * key; `admin` an administrator's credential; `optional` checks a key if one is sent, and leaves `caller` undefined
   * otherwise. Default: `key`.
   */
  as?: Admission['as']
  /**
   * The family of limits that the request counts against; false for none, if its calls to other routes count.
   * Default: `calls`, the account's calls per minute, and none for `anyone` and `admin`.
   */
  limit?: string | false
  /** Whether the family counts jobs, so that a refused request does not count. */
  countsJobs?: true
  /** The permission that the key must have; `any`: at least one; or `none`. Default: the plugin's name. */
  permission?: string
  /** Whether a token of the operator's identity provider is accepted too, and for which resource. */
  oidc?: Admission['oidc']
  /** Maximum bytes of a body. Default: 1 MiB. */
  maxBody?: number
  /** Gives the handler the unparsed body as `rawBody`, of at most `max` bytes: for signed bodies. */
  rawBody?: { max: number }
  /** False for a POST whose answer must not be stored for its `Idempotency-Key`, because it contains a secret. */
  idempotent?: false
  /** An alternative name of the `Idempotency-Key` header, in lower case. */
  keyHeader?: string
  /**
   * For a GET that may be upgraded to a WebSocket, by `socket` in the handler. The credential may come as the
   * subprotocol.
   */
  socket?: true
  /** Added to every answer, refusals too. Names in lower case. */
  headers?: Readonly<Record<string, string>>
  /** The `WWW-Authenticate` of a 401, if not just `Bearer`; for a refused token, its `error` is added. */
  challenge?: () => string
}

/** An access with all defaults filled in. */
export interface RouteRequirements extends Admission {
  /** A family of limits, `calls`, or undefined if nothing is counted. */
  limit: string | undefined
  countsJobs: boolean
  maxBody: number
  rawBody: { max: number } | undefined
  idempotent: boolean
  keyHeader: string | undefined
  socket: boolean
  headers: Readonly<Record<string, string>>
  challenge: (() => string) | undefined
  /** Why the access is invalid, which keeps the server from starting. */
  misfit?: string
}

/** Maximum bytes of a body, unless the route says otherwise. Source: decisions 1.3. */
const MAX_BODY = 1024 * 1024

/** The type makes sure that the shape has every field. */
const accessShape: TSchema & { properties: Record<keyof AccessRules, TSchema> } = AccessShape

/** What is wrong with an access, such as a misspelt field; undefined if nothing is. */
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
    // Requests with the same key are compared by their JSON.
    idempotent: rules.rawBody ? false : (rules.idempotent ?? as === 'key'),
    keyHeader: rules.keyHeader,
    socket: rules.socket ?? false,
    headers: rules.headers ?? {},
    challenge: rules.challenge,
    misfit: misfitOf(access),
  }
}

const usualLimit = (as: Admission['as']) => (as === 'anyone' || as === 'admin' ? undefined : 'calls')
