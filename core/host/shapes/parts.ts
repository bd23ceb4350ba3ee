import { Kind, TypeRegistry } from '@sinclair/typebox'
import { t } from '../../schema.ts'

TypeRegistry.Set('Schema', (_, value) => typeof value === 'object' && value !== null && Kind in value)

/** Each has its wording as its description where TypeBox offers none. */
const function_ = t.Unsafe<(...args: never[]) => unknown>({ [Kind]: 'Function', description: 'a function' })
export const schema = t.Unsafe<object>({
  [Kind]: 'Schema',
  description: 'a schema that t makes, such as t.Object({…})',
})
export { function_ as function }

/** The names that plugins, engines, their permissions and their providers may have. */
export const EXTENSION_NAME = /^[a-z][a-z0-9_-]*$/
const NAME_WORDS = 'a name in lower-case letters, digits, _ and -'

/** What a route may ask for instead of a permission: any caller, or none. */
const TAKEN_PERMISSIONS = ['any', 'none']
/** Names that no plugin may have; `core` owns the tables of the core. */
export const TAKEN_NAMES: readonly string[] = [...TAKEN_PERMISSIONS, 'core']

export const name = t.String({ pattern: EXTENSION_NAME.source, description: NAME_WORDS })
export const permission = t.String({
  pattern: `^(?!(?:${TAKEN_PERMISSIONS.join('|')})$)${EXTENSION_NAME.source.slice(1)}`,
  description: `${NAME_WORDS}, but for ${TAKEN_PERMISSIONS.join(' and ')}`,
})

export const closed = { additionalProperties: false } as const

/** Settings: the environment is read only for names of this form. */
export const SETTING_NAME = /^WEIR_[A-Z0-9_]+$/
