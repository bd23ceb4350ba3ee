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
  let excess = jsonBytes(data) - most
  if (excess <= 0) return { data, warnings: [] }
  const capped = structuredClone(data)
  const lists = listsOf(capped)
  const cut = (own: List, least: number) => {
    let removed = 0
    while (excess > removed && own.list.length > least) {
      own.list.pop()
      removed += own.sizes[own.list.length]! + (own.list.length > 0 ? 1 : 0)
    }
    excess -= removed
    for (let { within } = own; within; { within } = within.list) within.list.sizes[within.index]! -= removed
  }
  // A list with a single entry is emptied only if there is no other; the entry may contain a list that can be cut.
  for (const list of lists.toSorted((one, other) => other.size - one.size)) if (isKept(list)) cut(list, 1)
  for (const list of lists) if (isKept(list)) cut(list, 0)
  if (excess > 0)
    throw new ApiError('extraction_failed', 'The extracted data is larger than 256 KiB: request less at once', {
      reason: 'too_large',
      maximum: most,
    })
  return { data: capped, warnings: ['The result was larger than 256 KiB: the end of its longest list is left out'] }
}

/** A list within the data, with the bytes of its JSON and of each entry, and the entry that it is in. */
interface List {
  list: unknown[]
  size: number
  sizes: number[]
  within: { list: List; index: number } | undefined
}

const isKept = ({ within }: List): boolean =>
  within === undefined || (within.index < within.list.list.length && isKept(within.list))

/** The lists within some data at any depth, outer ones first. Everything is measured once. */
function listsOf(data: unknown): List[] {
  const lists: List[] = []
  const measure = (value: unknown, within: List['within']): number => {
    if (Array.isArray(value)) {
      const own: List = { list: value, size: 0, sizes: [], within }
      lists.push(own)
      own.sizes = value.map((item, index) => measure(item, { list: own, index }))
      own.size = enclosed(own.sizes)
      return own.size
    }
    if (!isObject(value)) return jsonBytes(value)
    const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
    return enclosed(entries.map(([name, inner]) => jsonBytes(name) + 1 + measure(inner, within)))
  }
  measure(data, undefined)
  return lists
}

/** The bytes of a list or an object: its parts, the commas between them, and the brackets. */
const enclosed = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, Math.max(sizes.length + 1, 2))
