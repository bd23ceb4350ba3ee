import { Kind, type TSchema } from '@sinclair/typebox'
import { API, isWithin } from '../paths.ts'
import type { RouteRequirements } from '../scope/access.ts'

/** A route as Elysia keeps it. */
export interface StatedRoute {
  method: string
  path: string
  hooks: {
    body?: unknown
    query?: unknown
    params?: unknown
    headers?: unknown
    response?: object
    detail?: { operationId?: string; 'x-access'?: RouteRequirements }
  }
}

/** The names that routes may refer to: families of limits, and permissions of keys. */
export interface KnownNames {
  families: ReadonlySet<string>
  permissions: readonly string[]
}

/** What is wrong with a single route, for its author; undefined if nothing is. */
export function findFault({ method, path, hooks }: StatedRoute, known: KnownNames): string | undefined {
  const name = `${method} ${path}`
  const access = hooks.detail?.['x-access']
  if (!access) return `the route ${name} states no access; add access: 'key', or what fits`
  const { misfit, limit, permission, rawBody } = access
  if (misfit) return `the route ${name}: ${misfit}`
  if (limit !== undefined && !known.families.has(limit))
    return `the route ${name} counts against ${limit}, which no plugin declares in its limits`
  if (isUnknown(access, known))
    return `the route ${name} asks for ${permission}, which no plugin has among its permissions`
  if (isWithin(path, `${API}${API}`)) return `the route ${name} begins with ${API} by itself: leave that out`
  const wrong = findNonSchema(hooks)
  if (wrong) return `the ${wrong} of the route ${name} is no schema: make it by t, such as t.Object({…})`
  if (rawBody && hooks.body) return `the route ${name} states rawBody and a schema of its body; leave one of them out`
  return undefined
}

/** Whether no key could have the permission, except one with all permissions. */
const isUnknown = ({ as, permission }: RouteRequirements, { permissions }: KnownNames) =>
  (as === 'key' || as === 'optional') && ![...permissions, 'any', 'none'].includes(permission)

/** The name of the first entry that should be a schema and is not: Elysia would fail at each request. */
function findNonSchema({ body, query, params, headers, response }: StatedRoute['hooks']): string | undefined {
  const replies = isSchema(response)
    ? {}
    : Object.fromEntries(Object.entries(response ?? {}).map(([status, one]) => [`response.${status}`, one]))
  const all = { body, query, params, headers, ...replies }
  return Object.entries(all).find(([, one]) => one !== undefined && !isSchema(one))?.[0]
}
const isSchema = (value: unknown): value is TSchema => typeof value === 'object' && value !== null && Kind in value
