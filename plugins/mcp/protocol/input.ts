import { Value } from '@sinclair/typebox/value'
import { allowed, dotted, type TSchema, t } from 'weirjs'
import { ToolFailure } from '../api.ts'
import type { Tool } from '../tools/tool.ts'

/** A schema for converting values: TypeBox converts a number to text only for a plain string. */
function convertible(schema: TSchema): TSchema {
  const { type, enum: words, properties, items } = schema
  if (type === 'string' && words === undefined) return t.String()
  if (items !== undefined) return { ...schema, items: convertible(items) }
  if (properties === undefined) return schema
  const named = Object.entries(properties as Record<string, TSchema>)
  return { ...schema, properties: Object.fromEntries(named.map(([name, inner]) => [name, convertible(inner)])) }
}

/**
 * The arguments of a call as the tool takes them. Models write numbers as text and the like: what can be converted is
 * converted. Throws ToolFailure, which names the argument.
 */
export function readInput({ name, input }: Tool, given: unknown): Record<string, unknown> {
  const names = Object.keys(input.properties)
  const unknown = Object.keys(given as object).find((field) => !names.includes(field))
  if (unknown !== undefined)
    throw new ToolFailure(`${name} takes no ${unknown.slice(0, 100)}. It takes ${names.join(', ')}.`)
  const value = Value.Convert(convertible(input), structuredClone(given)) as Record<string, unknown>
  const [first] = Value.Errors(input, value)
  if (!first) return value
  const field = dotted(first.path)
  throw new ToolFailure(
    first.value === undefined ? `${name} needs ${field}.` : `${field} must be ${allowed(first.schema as TSchema)}.`,
  )
}
