/** A route as it is found by a request's path. */
export interface Route {
  method: string
  /** Without names in it. */
  isLiteral: boolean
  isOf(pathname: string): boolean
}

export function routeOf(method: string, path: string): Route {
  // Made when it is first asked for: most starts refuse nothing, and there are hundreds.
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

/** The root of a mount is written with a closing slash. */
export const withoutSlash = (path: string) => path.replace(/\/$/, '')

/** `/v1/jobs/:id` and `/dashboard/*` as patterns. Elysia takes a closing slash too. */
const patternOf = (path: string) => new RegExp(`^${withoutSlash(path).slice(1).split('/').map(partOf).join('')}/?$`)
const partOf = (part: string) =>
  part === '*' ? '/.*' : part.startsWith(':') ? (part.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+') : `/${escaped(part)}`
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
