import { withoutMarks } from 'weirjs/toolkit'
import type { PageWords } from '../page-index.ts'
import { addressWords, toIndex } from '../words.ts'

/**
 * Postgres' limits of positions per word, of any position, and of a word's length. Source: Postgres, Text Search
 * Limitations.
 */
const MAX_PLACES = 255
const LAST_PLACE = 16_383
const MAX_WORD = 200
/** A gap of positions between two parts of a page, so that no phrase matches across them. */
const APART = 8

/** A word in its indexed form: without marks, in lower case, and prefixed with the number of its partition. */
export const lexeme = (partition: number, word: string) => `${partition.toString(36)}:${word.slice(0, MAX_WORD)}`

/** The words of a text, without marks, as people also search without them. */
export const wordsOf = (text: string): string[] =>
  withoutMarks(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? []

/**
 * The words of a page with their positions, as a Postgres tsvector: words of the title have the weight `A`, down to
 * `D` for the text.
 */
export function toVector(partition: number, { url, title, headings, text }: PageWords): string {
  const places = new Map<string, string[]>()
  let place = 1
  for (const [weight, part] of [
    ['A', toIndex(title)],
    ['B', toIndex(headings)],
    ['C', toIndex(addressWords(url))],
    ['D', toIndex(text)],
  ] as const) {
    for (const word of wordsOf(part)) {
      const name = lexeme(partition, word)
      const known = places.get(name)
      if (!known) places.set(name, [`${Math.min(place, LAST_PLACE)}${weight}`])
      else if (known.length < MAX_PLACES) known.push(`${Math.min(place, LAST_PLACE)}${weight}`)
      place++
    }
    place += APART
  }
  return [...places].map(([name, at]) => `'${name}':${at.join(',')}`).join(' ')
}
