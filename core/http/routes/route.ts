/** A route that requests are matched with. */
export interface Route {
  method: string
  /** Whether its path has no parameters. */
  isLiteral: boolean
  /** Whether it takes all paths below its own. */
  isWildcard: boolean
  isOf(pathname: string): boolean
}

export function routeOf(method: string, path: string): Route {
  // Compiled on first use: there are hundreds of routes, and most processes never need them.
  let pattern: RegExp | undefined
  return {
    method,
    isLiteral: !/[:*]/.test(path),
    isWildcard: path.endsWith('*'),
    isOf(pathname) {
      pattern ??= patternOf(path)
      return pattern.test(pathname)
    },
  }
}

/** The root of a mount is written with a closing slash. */
export const withoutSlash = (path: string) => path.replace(/\/$/, '')

/** `/v1/jobs/:id` and `/dashboard/*` as patterns. Elysia accepts a trailing slash too. */
const patternOf = (path: string) => new RegExp(`^${withoutSlash(path).slice(1).split('/').map(partOf).join('')}/?$`)
const partOf = (part: string) =>
  part === '*' ? '/.*' : part.startsWith(':') ? (part.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+') : `/${escaped(part)}`
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
