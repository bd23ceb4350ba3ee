import type { StatedRoute } from './check-route.ts'

/** A name in a path, such as `id` of `/v1/jobs/:id`. */
const PARAMETER = /\/:([^/?]+)/g
const nameless = (path: string) => path.replace(PARAMETER, '/:')

/** The paths and ids that routes have taken. No two routes may share one. */
export class RouteClaims {
  /** The plugin of each route, by its method and its path without parameter names. */
  readonly #owners = new Map<string, string>()
  /** The plugin of each `operationId`. Variants of one operation may share theirs within a plugin. */
  readonly #ids = new Map<string, string>()
  /** The parameter names in paths, by the path before them, each with a route that has it. */
  readonly #parameters = new Map<string, { name: string; route: string }>()

  /** Claims a route for a plugin. Returns why it is refused, for its author; undefined if it is not. */
  take(plugin: string, { method, path, hooks }: StatedRoute): string | undefined {
    const route = `${method} ${path}`
    return (
      this.#takeId(plugin, route, hooks.detail?.operationId) ??
      this.#takePath(plugin, route) ??
      this.#takeParameters(route)
    )
  }

  #takeId(plugin: string, route: string, id: string | undefined): string | undefined {
    if (id === undefined) return undefined
    const user = this.#ids.get(id) ?? plugin
    if (user !== plugin)
      return `the route ${route} has the operationId ${id}, as one of the plugin ${user} has; rename that of yours`
    this.#ids.set(id, plugin)
    return undefined
  }

  #takePath(plugin: string, route: string): string | undefined {
    const owner = this.#owners.get(nameless(route))
    if (owner === plugin) return `the route ${route} is there twice`
    if (owner !== undefined)
      return `the route ${route} is taken by the plugin ${owner}; leave one of them out of WEIR_PLUGINS`
    this.#owners.set(nameless(route), plugin)
    return undefined
  }

  /** Elysia allows one parameter name in a place; with two it would answer no request at all. */
  #takeParameters(route: string): string | undefined {
    for (const { index, 1: name = '' } of route.matchAll(PARAMETER)) {
      const place = nameless(route.slice(0, index))
      const first = this.#parameters.get(place) ?? { name, route }
      if (first.name !== name)
        return `the route ${route} calls ${name} what ${first.route} calls ${first.name}; name it alike`
      this.#parameters.set(place, first)
    }
    return undefined
  }
}
