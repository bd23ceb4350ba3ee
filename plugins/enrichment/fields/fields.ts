import { ApiError } from 'weirjs'
import type { FieldType } from '../schema.ts'

/** A field of each row; its default type is text. */
export interface AskedField {
  name: string
  prompt: string
  type?: FieldType
}

/** The columns of every row besides the caller's fields. */
const columns = [
  ...['email', 'domain', 'discovery', 'company'],
  ...['enrichment_status', 'credits_used', 'processing_time_ms', 'error'],
] as const

/** Reserved names, including those with a special meaning in JavaScript objects. */
const reserved = new Set<string>([...columns, '__proto__', 'constructor', 'prototype'])

/** Throws 400 for a name that conflicts with a column or another field. */
export function checkFields(fields: readonly AskedField[]) {
  const seen = new Set<string>()
  for (const [i, { name }] of fields.entries()) {
    const refuse = (why: string) =>
      new ApiError('invalid_request', `fields.${i}.name ${why}`, { parameter: `fields.${i}.name` })
    const key = name.toLowerCase()
    const [outer = ''] = key.split('.')
    if (name !== name.trim() || /[\p{Cc}\p{Cs}]/u.test(name))
      throw refuse('must have neither white space at its ends nor control characters')
    if (reserved.has(key) || (key.includes('.') && (outer === 'company' || outer === 'discovery')))
      throw refuse(`must not be one of the columns that every row has: ${columns.join(', ')}; choose another name`)
    if (seen.has(key)) throw refuse('is also the name of another field; choose another')
    seen.add(key)
  }
}

const types: Readonly<Record<FieldType, readonly string[]>> = {
  text: ['string'],
  number: ['number'],
  boolean: ['boolean'],
  json: ['object', 'array', 'string', 'number', 'boolean'],
}

/** The fields as a schema, each null if unknown. Its title lets the extraction match it to things of schema.org. */
export const schemaOf = (fields: readonly AskedField[]): Record<string, unknown> => ({
  type: 'object',
  title: 'Organization',
  properties: Object.fromEntries(
    fields.map(({ name, prompt, type = 'text' }) => [name, { type: [...types[type], 'null'], description: prompt }]),
  ),
  required: fields.map(({ name }) => name),
})
