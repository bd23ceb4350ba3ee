import { JsonText } from 'weirjs'
import type { ScrapedPage } from '../service.ts'

/** The approximate number of characters in an answer's JSON. It stops counting soon after `most`. */
export function sizeOf({ data, metadata }: Pick<ScrapedPage, 'data' | 'metadata'>, most: number): number {
  const { content, ...formats } = data
  // The text of `content` stands under the name of its format too, and is kept once.
  const isDuplicate = Object.values(formats).includes(content)
  const left: unknown[] = [formats, metadata, ...(isDuplicate ? [] : [content])]
  let size = 0
  while (left.length > 0 && size <= most) {
    const next = left.pop()
    size += OF_VALUE
    if (next instanceof JsonText) size += next.text.length
    else if (typeof next === 'string') size += next.length
    else if (Array.isArray(next)) for (const inner of next) left.push(inner)
    else if (typeof next === 'object' && next !== null)
      for (const name in next) {
        size += name.length
        left.push((next as Record<string, unknown>)[name])
      }
  }
  return size
}

/** Characters that every value takes, such as quotes and commas. */
const OF_VALUE = 4
