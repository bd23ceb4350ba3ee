import { ValueErrorType } from '@sinclair/typebox/errors'
import { Value } from '@sinclair/typebox/value'
import { isObject } from '../../json.ts'
import { allowed, dotted, type TSchema } from '../../schema.ts'
import { SETTING_NAME } from './parts.ts'

const wordsOf = (schema: TSchema) => schema.description ?? allowed(schema)

/**
 * The first mismatch between a plugin or an engine and its shape, with what is allowed there, as a sentence without
 * its full stop; undefined if all is well.
 */
export function findMisfit(shape: TSchema, value: unknown, within = ''): string | undefined {
  // Much cheaper, and all that most starts need.
  if (Value.Check(shape, value)) return undefined
  const [first] = Value.Errors(shape, value)
  if (!first) return undefined
  const path = [within, dotted(first.path)].filter((part) => part !== '').join('.')
  const meant = (first.schema.anyOf as TSchema[] | undefined)?.find(({ type }) => type === 'object')
  if (meant && isObject(first.value)) return findMisfit(meant, first.value, path)
  if (first.type === ValueErrorType.ObjectAdditionalProperties) {
    const known = Object.keys(first.schema.properties as object).join(', ')
    return `there is no field ${path}; those there are ${known}`
  }
  return first.value === undefined
    ? `${path} is missing: ${wordsOf(first.schema)}`
    : `${path} must be ${wordsOf(first.schema)}`
}

/** Checks the names of settings: the environment is read only for names of one form. */
export function findBadSetting(config: TSchema | undefined): string | undefined {
  const fields = Object.entries((config?.properties ?? {}) as Record<string, TSchema & { env?: unknown }>)
  const [field, bad] = fields.find(([, { env }]) => env !== undefined && !SETTING_NAME.test(String(env))) ?? []
  return bad && `config.${field} has the env ${JSON.stringify(bad.env)}, which is never read: it must begin with WEIR_`
}
