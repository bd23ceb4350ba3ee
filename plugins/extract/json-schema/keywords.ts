import { isObject, type JsonObject } from 'weirjs/toolkit'
import { isForbiddenName } from './json.ts'
import { LIST, MAP, ONE } from './subschemas.ts'

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

type Check = (value: unknown) => boolean
const isText: Check = (value) => typeof value === 'string'
const isFlag: Check = (value) => typeof value === 'boolean'
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value)
const isCount: Check = (value) => Number.isInteger(value) && (value as number) >= 0
const isType: Check = (value) => TYPES.includes(value as string)
const isNames: Check = (value) => Array.isArray(value) && value.every(isText)
const isMapOf = (check: Check): Check => {
  return (value) => isObject(value) && Object.values(value).every(check)
}
const isSchema: Check = (value) => isObject(value) || typeof value === 'boolean'
const isSchemas: Check = (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema)

const COUNT = 'a whole number from 0'
const BOUND = 'a number, or in draft 4 true or false'
const SCHEMA = 'a schema: an object, true or false'

/** What the value of a keyword must be. */
const FORMS: Record<string, readonly [said: string, check: Check]> = {
  type: [
    `one of ${TYPES.join(', ')}, or a list of them`,
    (value) => isType(value) || (Array.isArray(value) && value.length > 0 && value.every(isType)),
  ],
  $ref: ['text', isText],
  description: ['text', isText],
  title: ['text', isText],
  enum: ['a list of at least one value', (value) => Array.isArray(value) && value.length > 0],
  format: ['text', isText],
  pattern: ['text', isText],
  nullable: ['true or false', isFlag],
  required: ['a list of names of properties', isNames],
  dependentRequired: ['an object of lists of names', isMapOf(isNames)],
  dependencies: ['an object of schemas or lists of names', isMapOf((value) => isSchema(value) || isNames(value))],
  minimum: ['a number', isNumber],
  maximum: ['a number', isNumber],
  exclusiveMinimum: [BOUND, (value) => isNumber(value) || isFlag(value)],
  exclusiveMaximum: [BOUND, (value) => isNumber(value) || isFlag(value)],
  multipleOf: ['a number above 0', (value) => isNumber(value) && (value as number) > 0],
  uniqueItems: ['true or false', isFlag],
  items: [`${SCHEMA}, or a list of schemas`, (value) => isSchema(value) || isSchemas(value)],
}
for (const kind of ['Length', 'Items', 'Properties', 'Contains'])
  for (const bound of ['min', 'max']) FORMS[bound + kind] = [COUNT, isCount]
for (const keyword of ONE.keys()) FORMS[keyword] ??= [SCHEMA, isSchema]
for (const keyword of LIST.keys()) FORMS[keyword] ??= ['a list of at least one schema', isSchemas]
for (const keyword of MAP.keys()) FORMS[keyword] ??= ['an object of schemas', isMapOf(isSchema)]

/** Keywords of JSON Schema that are not supported. Ignoring them would accept answers that they refuse. */
const UNKNOWN: Record<string, string> = {
  $dynamicRef: 'use $ref',
  $recursiveRef: 'use $ref',
  unevaluatedItems: 'use items',
  unevaluatedProperties: 'use additionalProperties',
}

/** What is wrong with a schema's own keywords, as sentences. Unknown names are annotations, and are ignored. */
export const keywordIssues = (schema: JsonObject, path: string): string[] => {
  const issues: string[] = []
  for (const [keyword, value] of Object.entries(schema)) {
    const at = `${path}/${keyword}`
    const form = Object.hasOwn(FORMS, keyword) ? FORMS[keyword] : undefined
    if (Object.hasOwn(UNKNOWN, keyword)) issues.push(`${at} is not supported: ${UNKNOWN[keyword]}.`)
    else if (form && !form[1](value)) issues.push(`${at} must be ${form[0]}.`)
    else if (keyword === 'required' && (value as string[]).some(isForbiddenName))
      issues.push(`${at} has a name that is not allowed: __proto__, constructor and prototype are not.`)
  }
  return issues
}
