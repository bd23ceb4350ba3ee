import { Kind, TypeRegistry } from '@sinclair/typebox'
import { t } from '../../schema.ts'

TypeRegistry.Set('Schema', (_, value) => typeof value === 'object' && value !== null && Kind in value)

/** Each has its words as its description, where TypeBox has none. */
const function_ = t.Unsafe<(...args: never[]) => unknown>({ [Kind]: 'Function', description: 'a function' })
export const schema = t.Unsafe<object>({
  [Kind]: 'Schema',
  description: 'a schema that t makes, such as t.Object({…})',
})
export { function_ as function }

/** What plugins and engines, their permissions and their providers may be called. */
export const EXTENSION_NAME = /^[a-z][a-z0-9_-]*$/
const NAME_WORDS = 'a name in lower-case letters, digits, _ and -'

/** Which a route asks for in place of a permission: whoever holds one, or nobody. */
const TAKEN_PERMISSIONS = ['any', 'none']
/** What no plugin may be called; `core` owns the tables of the core. */
export const TAKEN_NAMES: readonly string[] = [...TAKEN_PERMISSIONS, 'core']

export const name = t.String({ pattern: EXTENSION_NAME.source, description: NAME_WORDS })
export const permission = t.String({
  pattern: `^(?!(?:${TAKEN_PERMISSIONS.join('|')})$)${EXTENSION_NAME.source.slice(1)}`,
  description: `${NAME_WORDS}, but for ${TAKEN_PERMISSIONS.join(' and ')}`,
})

export const closed = { additionalProperties: false } as const

/** Settings: those that the environment may give are read from it by names of this form alone. */
export const SETTING_NAME = /^WEIR_[A-Z0-9_]+$/
