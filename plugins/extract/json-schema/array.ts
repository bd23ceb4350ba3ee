import { canonicalJson, isObject, type JsonObject } from 'weirjs/toolkit'
import { pathTo, shown } from './json.ts'
import type { Visit } from './visit.ts'

/** Characters of JSON compared per step. */
const CHARACTERS_PER_STEP = 64

/** What is wrong with an array. */
export const arrayIssues = (visit: Visit, schema: JsonObject, items: readonly unknown[], path: string): string[] => {
  const { minItems, maxItems, uniqueItems } = schema
  const issues: string[] = []
  if (items.length < Number(minItems ?? 0)) issues.push(`${shown(path)} needs at least ${minItems} items.`)
  if (items.length > Number(maxItems ?? items.length)) issues.push(`${shown(path)} may have at most ${maxItems} items.`)
  if (uniqueItems === true && !areUnique(visit, items)) issues.push(`${shown(path)} has a duplicate item.`)

  // Before 2020-12 a list of schemas was called `items`, and the schema of the others `additionalItems`.
  const first = Array.isArray(schema.items) ? schema.items : Array.isArray(schema.prefixItems) ? schema.prefixItems : []
  const others = Array.isArray(schema.items) ? schema.additionalItems : schema.items
  for (const [i, item] of items.entries()) {
    const part = i < first.length ? first[i] : others
    if (part !== undefined) issues.push(...visit.issues(part, item, pathTo(path, i)))
  }
  return [...issues, ...containsIssues(visit, schema, items, path)]
}

const containsIssues = (visit: Visit, schema: JsonObject, items: readonly unknown[], path: string): string[] => {
  const { contains, minContains, maxContains } = schema
  if (!isObject(contains) && typeof contains !== 'boolean') return []
  const least = typeof minContains === 'number' ? minContains : 1
  const most = typeof maxContains === 'number' ? maxContains : Number.POSITIVE_INFINITY
  const found = items.filter((item, i) => visit.issues(contains, item, pathTo(path, i)).length === 0).length
  if (found < least) return [`${shown(path)} needs at least ${least} items that match "contains", but has ${found}.`]
  return found > most ? [`${shown(path)} may have at most ${most} items that match "contains", but has ${found}.`] : []
}

const areUnique = (visit: Visit, items: readonly unknown[]): boolean => {
  const texts = items.map((item) => {
    const text = canonicalJson(item)
    visit.steps.take(1 + text.length / CHARACTERS_PER_STEP)
    return text
  })
  return new Set(texts).size === texts.length
}
