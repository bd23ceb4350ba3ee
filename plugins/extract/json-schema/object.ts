import { isObject, type JsonObject } from 'weirjs/toolkit'
import { pathTo, shown } from './json.ts'
import { matches } from './scalar.ts'
import type { Visit } from './visit.ts'

/** The issues of an object. */
export const objectIssues = (visit: Visit, schema: JsonObject, value: JsonObject, path: string): string[] => {
  const names = Object.keys(value)
  visit.steps.take(names.length / 8)
  return [
    ...nameIssues(visit, schema, value, names, path),
    ...names.flatMap((name) => propertyIssues(visit, schema, value, name, path)),
    ...dependencyIssues(visit, schema, value, path),
  ]
}

const nameIssues = (visit: Visit, schema: JsonObject, value: JsonObject, names: string[], path: string): string[] => {
  const { required, minProperties, maxProperties, propertyNames } = schema
  const issues: string[] = []
  if (Array.isArray(required)) {
    visit.steps.take(required.length / 8)
    for (const name of required as string[])
      if (!Object.hasOwn(value, name)) issues.push(`${pathTo(path, name)} is required but missing.`)
  }
  if (names.length < Number(minProperties ?? 0))
    issues.push(`${shown(path)} needs at least ${minProperties} properties.`)
  if (names.length > Number(maxProperties ?? names.length))
    issues.push(`${shown(path)} may have at most ${maxProperties} properties.`)
  if (propertyNames !== undefined)
    for (const name of names) issues.push(...visit.issues(propertyNames, name, pathTo(path, name)))
  return issues
}

const propertyIssues = (visit: Visit, schema: JsonObject, value: JsonObject, name: string, path: string): string[] => {
  const { properties, patternProperties, additionalProperties } = schema
  const below = pathTo(path, name)
  const issues: string[] = []
  let isKnown = false
  if (isObject(properties) && Object.hasOwn(properties, name)) {
    isKnown = true
    issues.push(...visit.issues(properties[name], value[name], below))
  }
  if (isObject(patternProperties))
    for (const [source, part] of Object.entries(patternProperties)) {
      if (!matches(visit, source, name)) continue
      isKnown = true
      issues.push(...visit.issues(part, value[name], below))
    }
  if (isKnown || additionalProperties === undefined) return issues
  if (additionalProperties === false) return [`${below} is not a property of the schema.`]
  return visit.issues(additionalProperties, value[name], below)
}

const dependencyIssues = (visit: Visit, schema: JsonObject, value: JsonObject, path: string): string[] => {
  const given = [schema.dependencies, schema.dependentSchemas, schema.dependentRequired].filter(isObject)
  return given.flatMap((dependencies) =>
    Object.entries(dependencies).flatMap(([name, wanted]) => {
      if (!Object.hasOwn(value, name)) return []
      if (!Array.isArray(wanted)) return visit.issues(wanted, value, path)
      const missing = (wanted as string[]).filter((other) => !Object.hasOwn(value, other))
      return missing.map((other) => `${pathTo(path, other)} is required together with ${name}, but missing.`)
    }),
  )
}
