import { ApiError, isObject } from 'weirjs'

/** The most bytes of output. Source: decisions 3.4. */
const MAX_OUTPUT = 256 * 1024

const encoder = new TextEncoder()
export const jsonBytes = (value: unknown): number => encoder.encode(JSON.stringify(value) ?? '').length

/**
 * Limits the size of the data by cutting the end of the longest list. Throws `extraction_failed` if there is no list
 * to cut.
 */
export function capOutput(data: unknown, most = MAX_OUTPUT): { data: unknown; warnings: string[] } {
  if (jsonBytes(data) <= most) return { data, warnings: [] }
  const capped = structuredClone(data)
  for (let excess = jsonBytes(capped) - most; excess > 0; excess = jsonBytes(capped) - most) {
    const list = longestList(capped)
    if (!list || list.length === 0)
      throw new ApiError('extraction_failed', 'The extracted data is larger than 256 KiB: request less at once', {
        reason: 'too_large',
        maximum: most,
      })
    // Its first entry may contain a list that can be cut in turn.
    const least = list.length > 1 ? 1 : 0
    while (excess > 0 && list.length > least) excess -= jsonBytes(list.pop()) + 1
  }
  return { data: capped, warnings: ['The result was larger than 256 KiB: the end of its longest list is left out'] }
}

/** The list with the most JSON at any depth; one with a single entry only if there is no other. */
function longestList(data: unknown): unknown[] | undefined {
  let longest: { list: unknown[]; size: number } | undefined
  const visit = (value: unknown) => {
    if (Array.isArray(value)) {
      const size = value.length > 1 ? jsonBytes(value) : value.length
      if (value.length > 0 && (!longest || size > longest.size)) longest = { list: value, size }
      for (const item of value) visit(item)
    } else if (isObject(value)) for (const inner of Object.values(value)) visit(inner)
  }
  visit(data)
  return longest?.list
}
