/**
 * A part of an OpenAPI document as Swagger UI shows it: references are replaced by their targets, except recursive
 * ones, and each `allOf` by one schema. It replaces the library's own function, which reads the whole document again
 * for each operation that is opened and takes seconds for one of this size. Its source runs in the browser, so it may
 * use nothing from outside.
 */
export function resolveSubtree(document: unknown, path: readonly string[]): unknown {
  type Node = Record<string, unknown>
  const isObject = (value: unknown): value is Node =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
  const at = (value: unknown, name: string) => (isObject(value) ? value[name] : undefined)
  /** Source: RFC 6901, section 4. */
  const named = (ref: string) => ref.slice('#/'.length).split('/').map(unescaped).reduce(at, document)
  const unescaped = (name: string) => name.replaceAll('~1', '/').replaceAll('~0', '~')

  const both = (left: unknown, right: unknown): unknown => {
    if (Array.isArray(left) && Array.isArray(right)) return [...new Set([...left, ...right])]
    return isObject(left) && isObject(right) ? merged(left, right) : right
  }
  const merged = (left: Node, right: Node): Node => {
    const sum = { ...left }
    for (const [name, value] of Object.entries(right)) sum[name] = name in sum ? both(sum[name], value) : value
    return sum
  }

  const resolved = (value: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => resolved(one, within))
    if (!isObject(value)) return value
    const { $ref: ref } = value
    if (typeof ref === 'string' && ref.startsWith('#/')) {
      if (within.includes(ref)) return value
      const target = resolved(named(ref), [...within, ref])
      // Swagger UI reads the schema's name from this.
      return isObject(target) ? { ...target, $$ref: ref } : target
    }
    const node = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolved(one, within)]))
    const { allOf, ...rest } = node
    return Array.isArray(allOf) ? [...allOf, rest].filter(isObject).reduce(merged, {}) : node
  }
  return resolved(path.reduce(at, document), [])
}
