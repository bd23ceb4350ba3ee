import { ApiError } from 'weirjs'
import type { FieldType } from '../schema.ts'

/** One thing that is asked of each row, text unless it says otherwise. */
export interface AskedField {
  name: string
  prompt: string
  type?: FieldType
}

/** What every row has beside the caller's fields. */
const columns = [
  ...['email', 'domain', 'discovery', 'company'],
  ...['enrichment_status', 'credits_used', 'processing_time_ms', 'error'],
] as const

/** Names that are no data of an object. */
const reserved = new Set<string>([...columns, '__proto__', 'constructor', 'prototype'])

/** Throws 400 for a name that would stand for something else in a row. */
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
      throw refuse(`must be none of the columns that every row has: ${columns.join(', ')}; choose another name`)
    if (seen.has(key)) throw refuse('is that of another field too; choose another name')
    seen.add(key)
  }
}

const types: Readonly<Record<FieldType, readonly string[]>> = {
  text: ['string'],
  number: ['number'],
  boolean: ['boolean'],
  json: ['object', 'array', 'string', 'number', 'boolean'],
}

/** The fields as a schema, each null where nobody knows. By its title, things of schema.org are told apart. */
export const schemaOf = (fields: readonly AskedField[]): Record<string, unknown> => ({
  type: 'object',
  title: 'Organization',
  properties: Object.fromEntries(
    fields.map(({ name, prompt, type = 'text' }) => [name, { type: [...types[type], 'null'], description: prompt }]),
  ),
  required: fields.map(({ name }) => name),
})
