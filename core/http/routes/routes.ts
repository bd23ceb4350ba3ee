import type { AnyElysia } from 'elysia'
import { SettingError } from '../../config.ts'
import type { Plugin } from '../../contracts/plugin.ts'
import { ApiError, type ErrorRules, renderError } from '../../errors.ts'
import { showPath } from '../incoming.ts'
import { API, isWithin, ownPaths } from '../paths.ts'
import type { RouteInput } from '../scope/access-hooks.ts'
import { findFault, type KnownNames } from './check-route.ts'
import { routeOf, withoutSlash } from './route.ts'
import { RouteClaims } from './route-claims.ts'

/** All routes of all plugins: their checks at start, and the answers to requests that match none. */
export interface Routes {
  /**
   * Adds a plugin's routes. Throws SettingError for one without `access`, with an unknown limit or permission, or
   * whose path is taken.
   */
  add(plugin: Plugin, scope: AnyElysia, inputs: Map<string, RouteInput>): void
  /** `/v1/jobs` or `/dashboard` for any path below it, `other` for unknown paths: one of a few, for metrics. */
  familyOf(pathname: string): string
  /** Whether a route of a plugin matches. */
  takes(method: string, pathname: string): boolean
  /** Whether only a parameter would match it, though another method has a literal route: `batch` is no job id. */
  mistakes(method: string, pathname: string): boolean
  /** 405 with the methods that the path accepts, or 404, in the path's error format, and with its routes' headers. */
  refuse(pathname: string): {
    error: ApiError
    body: Record<string, unknown>
    headers: Readonly<Record<string, string>>
  }
  /** The body of a failure, in the path's error format. */
  render(pathname: string, error: ApiError): Record<string, unknown>
}

export function createRoutes(known: KnownNames): Routes {
  const routes = ownPaths.map((path) => routeOf('GET', path))
  /** The methods of each path without parameters. */
  const literal = new Map<string, string[]>()
  /** The headers of every answer at such a path. */
  const headers = new Map<string, Readonly<Record<string, string>>>()
  const claims = new RouteClaims()
  const families = new Map<string, ErrorRules>()
  /** `/v1/archive` for `/v1/archive/search`; elsewhere the innermost mount. */
  const familyOf = (path: string): string => {
    const end = path.indexOf('/', API.length + 1)
    if (isWithin(path, API)) return end < 0 ? path : path.slice(0, end)
    for (let outer = path; outer !== ''; outer = outer.slice(0, outer.lastIndexOf('/')))
      if (families.has(outer) || ownPaths.includes(outer)) return outer
    return path
  }
  const render = (pathname: string, error: ApiError) =>
    families.get(familyOf(pathname))?.family?.render(error) ?? renderError(error)
  const matching = (pathname: string) => routes.filter((route) => route.isOf(pathname))
  return {
    add(plugin, scope, inputs) {
      for (const mount of plugin.mounts ?? []) families.set(mount.path, plugin.errors ?? {})
      const refuse = (why: string) => {
        throw new SettingError(`Plugin ${plugin.name}: ${why}`)
      }
      if (!scope?.routes) refuse('its routes give no app: return the one that they were given')
      for (const stated of scope.routes) {
        const fault = findFault(stated, known) ?? claims.take(plugin.name, stated)
        if (fault) refuse(fault)
        const { method, path, hooks } = stated
        const route = routeOf(method, path)
        routes.push(route)
        if (route.isLiteral) {
          literal.set(path, [...(literal.get(path) ?? []), method])
          headers.set(path, { ...headers.get(path), ...hooks.detail?.['x-access']?.headers })
        }
        if (isWithin(path, API)) families.set(familyOf(path), plugin.errors ?? {})
        // Elysia would forbid unknown fields by default. We accept them with a warning.
        for (const schema of [hooks.body, hooks.query])
          if (schema?.type === 'object') schema.additionalProperties ??= true
        inputs.set(`${method} ${path}`, { body: hooks.body, query: hooks.query })
      }
    },
    familyOf(pathname) {
      const family = familyOf(pathname)
      return families.has(family) || ownPaths.includes(family) ? family : 'other'
    },
    takes: (method, pathname) => routes.some((route) => route.method === method && route.isOf(pathname)),
    mistakes(method, pathname) {
      const methods = literal.get(withoutSlash(pathname))
      if (methods === undefined || methods.includes(method)) return false
      return !matching(pathname).some((route) => route.isWildcard && route.method === method)
    },
    refuse(pathname) {
      const at = withoutSlash(pathname)
      const own = literal.get(at)
      const others = matching(pathname).filter((route) => own === undefined || route.isWildcard)
      const methods = new Set([...(own ?? []), ...others.map(({ method }) => method)])
      // Every GET route answers HEAD too.
      const allowed = [...methods].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
      const path = showPath(pathname)
      const error =
        allowed.length > 0
          ? new ApiError('method_not_allowed', `${path} accepts ${allowed.join(', ')}`, { allowed })
          : new ApiError('not_found', 'There is no such path; /docs lists all paths', { path })
      return { error, body: render(pathname, error), headers: headers.get(at) ?? {} }
    },
    render,
  }
}
