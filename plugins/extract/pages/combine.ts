import { isObject, type JsonObject } from 'weirjs/toolkit'
import { cutLists } from '../fill/cut-lists.ts'
import { isEmpty, merge } from '../fill/merge.ts'

/** What was filled from one page. */
export interface PageData {
  url: string
  data: unknown
}

/**
 * Combines the data of several pages: those of pages that agree on something and contradict each other in nothing
 * become one object; others describe things of their own. Pages that state nothing are left out.
 */
export function combine(
  pages: readonly PageData[],
  schema: JsonObject,
): { extractedData: unknown[]; sourceUrls: string[] } {
  const things: unknown[] = []
  const sourceUrls: string[] = []
  for (const { url, data } of pages) {
    if (saysNothing(data)) continue
    sourceUrls.push(url)
    const same = things.findIndex((thing) => describeOne(thing, data))
    if (same < 0) things.push(data)
    else things[same] = cutLists(merge(things[same], data), schema)
  }
  const [first] = pages
  if (things.length === 0 && first) return { extractedData: [first.data], sourceUrls: [first.url] }
  return { extractedData: things, sourceUrls }
}

const saysNothing = (value: unknown): boolean =>
  isEmpty(value) ||
  (Array.isArray(value) && value.every(saysNothing)) ||
  (isObject(value) && Object.values(value).every(saysNothing))

/** Whether two objects may describe the same thing: they have a text or number in common, and none that differs. */
function describeOne(one: unknown, other: unknown): boolean {
  const { same, different } = compare(one, other)
  return different === 0 && same > 0
}

function compare(one: unknown, other: unknown): { same: number; different: number } {
  if (isEmpty(one) || isEmpty(other) || Array.isArray(one) || Array.isArray(other)) return { same: 0, different: 0 }
  if (!isObject(one) || !isObject(other)) {
    const isSame = textOf(one) === textOf(other)
    // Two products that are both in stock need not be the same one.
    return { same: isSame && typeof one !== 'boolean' ? 1 : 0, different: isSame ? 0 : 1 }
  }
  const counts = Object.keys(one).map((name) => compare(one[name], other[name]))
  return {
    same: counts.reduce((sum, { same }) => sum + same, 0),
    different: counts.reduce((sum, { different }) => sum + different, 0),
  }
}

const textOf = (value: unknown) => String(value).trim().toLowerCase()
