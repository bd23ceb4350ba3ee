import { expect, test } from 'bun:test'
import { checkFields, schemaOf } from '../../../plugins/enrichment/fields/fields.ts'

const refusal = (...names: string[]) => {
  try {
    return checkFields(names.map((name) => ({ name, prompt: 'p' })))
  } catch (error) {
    const { code, message, details } = error as { code: string; message: string; details: unknown }
    return [code, message, details]
  }
}
const columns = 'email, domain, discovery, company, enrichment_status, credits_used, processing_time_ms, error'

test('reserved and duplicate field names are refused, with their index and the reason', () => {
  const refused: [string[], string][] = [
    [['a', ' b'], 'must have neither white space at its ends nor control characters'],
    [['a', 'b '], 'must have neither white space at its ends nor control characters'],
    [['a', 'b\u0000c'], 'must have neither white space at its ends nor control characters'],
    [['a', 'b\ud800'], 'must have neither white space at its ends nor control characters'],
    [['a', 'Email'], `must not be one of the columns that every row has: ${columns}; choose another name`],
    [['a', 'error'], `must not be one of the columns that every row has: ${columns}; choose another name`],
    [['a', '__proto__'], `must not be one of the columns that every row has: ${columns}; choose another name`],
    [['a', 'Company.size'], `must not be one of the columns that every row has: ${columns}; choose another name`],
    [['a', 'discovery.x'], `must not be one of the columns that every row has: ${columns}; choose another name`],
    [['Size', 'size'], 'is also the name of another field; choose another'],
  ]
  for (const [names, why] of refused)
    expect([names, refusal(...names)]).toEqual([
      names,
      ['invalid_request', `fields.1.name ${why}`, { parameter: 'fields.1.name' }],
    ])
})

test('other names are accepted', () => {
  expect(
    refusal('size', 'company size', 'mail.company', 'companies', 'emails', 'Größe', 'a.b', 'a\u00a0b'),
  ).toBeUndefined()
})

test('fields are requested as properties that may be null', () => {
  const schema = schemaOf([
    { name: 'a', prompt: 'What is a?' },
    { name: 'b', prompt: 'B?', type: 'number' },
    { name: 'c', prompt: 'C?', type: 'boolean' },
    { name: 'd', prompt: 'D?', type: 'json' },
  ])
  expect(schema).toEqual({
    type: 'object',
    title: 'Organization',
    properties: {
      a: { type: ['string', 'null'], description: 'What is a?' },
      b: { type: ['number', 'null'], description: 'B?' },
      c: { type: ['boolean', 'null'], description: 'C?' },
      d: { type: ['object', 'array', 'string', 'number', 'boolean', 'null'], description: 'D?' },
    },
    required: ['a', 'b', 'c', 'd'],
  })
})
