import { Kind, type TSchema } from '@sinclair/typebox'
import type { AnyElysia } from 'elysia'
import { SettingError } from '../config.ts'
import type { Plugin } from '../contracts/plugin.ts'
import { ApiError, type ErrorRules, renderError } from '../errors.ts'
import { showPath } from './incoming.ts'
import { API, isWithin, ownPaths } from './paths.ts'
import type { RouteRequirements } from './scope/access.ts'
import type { RouteInput } from './scope/access-hooks.ts'

/** All routes of all plugins: the checks at start, and the answers for what no route takes. */
export interface Routes {
  /**
   * Takes in a plugin's routes. Throws SettingError for one without `access`, of an unknown limit or
   * permission, or that is taken.
   */
  add(plugin: Plugin, scope: AnyElysia, inputs: Map<string, RouteInput>): void
  /** `/v1/jobs` or `/dashboard` of any path below it, `other` where no plugin is: one of few, to count by. */
  familyOf(pathname: string): string
  /** Whether a plugin answers it. */
  takes(method: string, pathname: string): boolean
  /** Whether only a name in a path would take it, which another method's route is: `batch` is no id of a job. */
  mistakes(method: string, pathname: string): boolean
  /** 405 with the methods that the path takes, or 404, as the path's family words it. */
  refuse(pathname: string): { error: ApiError; body: Record<string, unknown> }
  /** The body of a failure, as the path's family words it. */
  render(pathname: string, error: ApiError): Record<string, unknown>
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** The root of a mount is written with a closing slash. */
const withoutSlash = (path: string) => path.replace(/\/$/, '')
/** `/v1/jobs/:id` and `/dashboard/*` as patterns. Elysia takes a closing slash too. */
const patternOf = (path: string) => new RegExp(`^${withoutSlash(path).slice(1).split('/').map(partOf).join('')}/?$`)
const partOf = (part: string) =>
  part === '*' ? '/.*' : part.startsWith(':') ? (part.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+') : `/${escaped(part)}`

/** A name in a path, such as `id` of `/v1/jobs/:id`. */
const PARAMETER = /\/:([^/?]+)/g
const nameless = (path: string) => path.replace(PARAMETER, '/:')

/** What is no schema among those that a route states, by its place in them; Elysia would fail with each request. */
function nonSchema({ body, query, params, headers, response }: Stated): string | undefined {
  const replies = isSchema(response)
    ? {}
    : Object.fromEntries(Object.entries(response ?? {}).map(([status, one]) => [`response.${status}`, one]))
  const all = { body, query, params, headers, ...replies }
  return Object.entries(all).find(([, one]) => one !== undefined && !isSchema(one))?.[0]
}
const isSchema = (value: unknown): value is TSchema => typeof value === 'object' && value !== null && Kind in value

/** What a route says of its input and its replies. */
interface Stated {
  body?: unknown
  query?: unknown
  params?: unknown
  headers?: unknown
  response?: object
}

/** What routes may name: the families of limits, and what keys may be permitted. */
export interface KnownNames {
  families: ReadonlySet<string>
  permissions: readonly string[]
}

interface Route {
  method: string
  /** Without names in it. */
  isLiteral: boolean
  /** Made when it is first asked: most starts refuse nothing, and there are hundreds. */
  isOf(pathname: string): boolean
}

function routeOf(method: string, path: string): Route {
  let pattern: RegExp | undefined
  return {
    method,
    isLiteral: !/[:*]/.test(path),
    isOf(pathname) {
      pattern ??= patternOf(path)
      return pattern.test(pathname)
    },
  }
}

export function createRoutes(known: KnownNames): Routes {
  /** Whether no key can be made for it, except one that may do all. */
  const isUnknown = ({ as, permission }: RouteRequirements) =>
    (as === 'key' || as === 'optional') && ![...known.permissions, 'any', 'none'].includes(permission)
  const routes = ownPaths.map((path) => routeOf('GET', path))
  /** The methods of each path of the API that has no names in it. */
  const literal = new Map<string, string[]>()
  /** The plugin of each route, by its method and its path without the names in it. */
  const owners = new Map<string, string>()
  /** The plugin of each `operationId`. Forms of one operation, all of one plugin, may share theirs. */
  const ids = new Map<unknown, string>()
  /** The names in paths, by what stands before them, each with a route that has it. */
  const parameters = new Map<string, { name: string; route: string }>()
  const families = new Map<string, ErrorRules>()
  /** `/v1/archive` of `/v1/archive/search`; elsewhere the mount, as deep as one goes. */
  const familyOf = (path: string): string => {
    const end = path.indexOf('/', API.length + 1)
    if (isWithin(path, API)) return end < 0 ? path : path.slice(0, end)
    for (let outer = path; outer !== ''; outer = outer.slice(0, outer.lastIndexOf('/')))
      if (families.has(outer) || ownPaths.includes(outer)) return outer
    return path
  }
  const render = (pathname: string, error: ApiError) =>
    families.get(familyOf(pathname))?.family?.render(error) ?? renderError(error)
  return {
    add(plugin, scope, inputs) {
      for (const mount of plugin.mounts ?? []) families.set(mount.path, plugin.errors ?? {})
      const refuse = (why: string) => {
        throw new SettingError(`Plugin ${plugin.name}: ${why}`)
      }
      if (!scope?.routes) refuse('its routes give no app: return the one that they were given')
      for (const { method, path, hooks } of scope.routes) {
        const name = `${method} ${path}`
        const access = (hooks.detail as { 'x-access'?: RouteRequirements } | undefined)?.['x-access']
        if (!access) refuse(`the route ${name} states no access; add access: 'key', or what fits`)
        if (access?.misfit) refuse(`the route ${name}: ${access.misfit}`)
        if (access?.limit !== undefined && !known.families.has(access.limit))
          refuse(`the route ${name} counts against ${access.limit}, which no plugin declares in its limits`)
        if (access && isUnknown(access))
          refuse(`the route ${name} asks for ${access.permission}, which no plugin has among its permissions`)
        if (isWithin(path, `${API}${API}`)) refuse(`the route ${name} begins with ${API} by itself: leave that out`)
        const wrong = nonSchema(hooks)
        if (wrong) refuse(`the ${wrong} of the route ${name} is no schema: make it by t, such as t.Object({…})`)
        const id: unknown = hooks.detail?.operationId
        const user = ids.get(id) ?? plugin.name
        if (user !== plugin.name)
          refuse(`the route ${name} has the operationId ${id}, as one of the plugin ${user} has; rename that of yours`)
        if (id !== undefined) ids.set(id, user)
        const owner = owners.get(nameless(name))
        if (owner === plugin.name) refuse(`the route ${name} is there twice`)
        if (owner !== undefined)
          refuse(`the route ${name} is taken by the plugin ${owner}; leave one of them out of WEIR_PLUGINS`)
        owners.set(nameless(name), plugin.name)
        // Elysia has one name for a place, and would answer no request at all.
        for (const { index, 1: parameter = '' } of name.matchAll(PARAMETER)) {
          const place = nameless(name.slice(0, index))
          const first = parameters.get(place) ?? { name: parameter, route: name }
          if (first.name !== parameter)
            refuse(`the route ${name} calls ${parameter} what ${first.route} calls ${first.name}; name it alike`)
          parameters.set(place, first)
        }
        const route = routeOf(method, path)
        routes.push(route)
        if (route.isLiteral && isWithin(path, API)) literal.set(path, [...(literal.get(path) ?? []), method])
        if (isWithin(path, API)) families.set(familyOf(path), plugin.errors ?? {})
        if (access?.rawBody && hooks.body)
          refuse(`the route ${name} states rawBody and a schema of its body; leave one of them out`)
        // Elysia would close an object that says nothing of further names; ours are taken and warned of.
        for (const schema of [hooks.body, hooks.query])
          if (schema?.type === 'object') schema.additionalProperties ??= true
        inputs.set(name, { body: hooks.body, query: hooks.query })
      }
    },
    familyOf(pathname) {
      const family = familyOf(pathname)
      return families.has(family) || ownPaths.includes(family) ? family : 'other'
    },
    takes: (method, pathname) => routes.some((route) => route.method === method && route.isOf(pathname)),
    mistakes(method, pathname) {
      const methods = literal.get(withoutSlash(pathname))
      return methods !== undefined && !methods.includes(method)
    },
    refuse(pathname) {
      const matching = routes.filter((route) => route.isOf(pathname)).map(({ method }) => method)
      const methods = literal.get(withoutSlash(pathname)) ?? matching
      // What answers GET answers HEAD.
      const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
      const path = showPath(pathname)
      const error =
        allowed.length > 0
          ? new ApiError('method_not_allowed', `${path} takes ${allowed.join(', ')}`, { allowed })
          : new ApiError('not_found', 'There is no such path; /docs lists what there is', { path })
      return { error, body: render(pathname, error) }
    },
    render,
  }
}
