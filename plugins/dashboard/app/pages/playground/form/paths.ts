export type Values = Readonly<Record<string, unknown>>

/** Whether a value is a group of values. */
export const isGroup = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a dotted path such as `options.maxPages`. */
export function valueAt(values: Values, path: string): unknown {
  let value: unknown = values
  for (const name of path.split('.')) value = isGroup(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return value
}

/** A copy of the values with another one at the path; undefined removes it, and a group that is then empty. */
export function withValue(values: Values, path: string, value: unknown): Values {
  const [name = '', ...rest] = path.split('.')
  const before = values[name]
  const next = rest.length === 0 ? value : withValue(isGroup(before) ? before : {}, rest.join('.'), value)
  const isEmpty = next === undefined || (rest.length > 0 && Object.keys(next as object).length === 0)
  const { [name]: _, ...others } = values
  if (isEmpty) return others
  return name in values ? { ...values, [name]: next } : { ...others, [name]: next }
}
