import type { JsonObject } from 'weirjs/toolkit'

/** Names that a careless reader of the result could write into every object's prototype. Source: threats T23. */
export const isForbiddenName = (name: string) => name === '__proto__' || name === 'constructor' || name === 'prototype'

/** What is remarkable in some JSON: how deep it nests, and the names that are refused. */
export interface Survey {
  nesting: number
  /** The first one, with its path. */
  forbidden: string | null
}

/** Looks at all of some JSON. It does not recurse, so that any depth is safe. */
export const survey = (root: unknown): Survey => {
  const found: Survey = { nesting: 0, forbidden: null }
  const open: { value: unknown; path: string; depth: number }[] = [{ value: root, path: '', depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path, depth } = next
    if (typeof value !== 'object' || value === null) continue
    found.nesting = Math.max(found.nesting, depth + 1)
    if (found.nesting > MAX_NESTING) return found
    for (const name of Object.keys(value)) {
      const below = pathTo(path, name)
      if (isForbiddenName(name) && !Array.isArray(value)) found.forbidden ??= below
      open.push({ value: (value as JsonObject)[name], path: below, depth: depth + 1 })
    }
  }
  return found
}

/** Deeper JSON is not looked at further: no schema and no answer nests so deep. */
export const MAX_NESTING = 64

/** A JSON pointer to a part of what another leads to. */
export const pathTo = (path: string, name: string | number) =>
  `${path}/${typeof name === 'number' ? name : name.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** A name as it stood before it was made a part of such a pointer. */
export const unescaped = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

/** A path as messages say it. */
export const shown = (path: string) => (path === '' ? 'The whole' : path)
