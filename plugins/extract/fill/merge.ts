import { isObject } from 'weirjs/toolkit'

/** Whether a value says nothing. */
export const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/**
 * Merges two parts of a document: the first value that says something, lists concatenated without duplicates, objects
 * property by property.
 */
export function merge(one: unknown, other: unknown): unknown {
  if (isEmpty(other)) return one === undefined ? other : one
  if (isEmpty(one)) return other
  if (Array.isArray(one) && Array.isArray(other)) return mergeLists(one, other)
  if (!isObject(one) || !isObject(other)) return one
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...names].map((name) => [name, merge(one[name], other[name])]))
}

function mergeLists(one: readonly unknown[], other: readonly unknown[]): unknown[] {
  const seen = new Set<string>()
  return [...one, ...other].filter((item) => {
    const key = JSON.stringify(item)
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}
