import type { JsonObject } from 'weirjs/toolkit'

/**
 * Names through which a careless consumer of the result could modify the prototype of all objects. Source: threats
 * T23.
 */
export const isForbiddenName = (name: string) => name === '__proto__' || name === 'constructor' || name === 'prototype'

/** What is notable about some JSON: its depth, and refused names. */
export interface Survey {
  nesting: number
  /** The first one, with its path. */
  forbidden: string | null
}

/** Scans JSON without recursion, so that any depth is safe. */
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

/** Deeper JSON is not scanned further: no schema and no answer nests this deep. */
export const MAX_NESTING = 64

/** A JSON pointer to a part of what another points to. */
export const pathTo = (path: string, name: string | number) =>
  `${path}/${typeof name === 'number' ? name : name.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** The name that a part of such a pointer encodes. */
export const unescaped = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

/** A path as messages show it. */
export const shown = (path: string) => (path === '' ? 'The whole' : path)
