import { withoutMarks } from 'weirjs/toolkit'
import type { Term } from './parse-query.ts'
import { normalise } from './words.ts'

/** The characters of a snippet, and those before its first match. */
const LENGTH = 240
const BEFORE = 60
/** The most matches of each term that are considered. */
const MAX_PLACES = 300

const isOfOtherScript = /[^\u0000-\u024f]/
const isOfWord = /[\p{L}\p{N}\p{M}]/u
/** A stem only has the first characters, so the rest of a longer word does not matter. */
const restOfWord = /[\p{L}\p{N}\p{M}]{0,200}/uy

interface Place {
  at: number
  term: number
}

/** The form in which words are compared: without any marks, in lower case. */
const fold = (text: string) => withoutMarks(text).replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ')

/** The same for a text that is searched, with the position in it of each character. */
function foldInPlace(text: string): { folded: string; placeOf: (at: number) => number } {
  if (!/[^\0-\x7f]/.test(text)) return { folded: text.toLowerCase(), placeOf: (at) => at }
  const known = new Map<string, string>()
  const places: number[] = []
  let folded = ''
  let place = 0
  for (const character of text) {
    const bare = known.get(character) ?? fold(character)
    known.set(character, bare)
    for (let i = 0; i < bare.length; i++) places.push(place)
    folded += bare
    place += character.length
  }
  return { folded, placeOf: (at) => places[at]! }
}

/** The common part of a word's forms: longer words lose their ending. */
const stem = (word: string) => (word.length > 4 ? word.slice(0, Math.max(4, word.length - 3)) : word)

/**
 * The part of a text with most of the query's words, where rare words count more. If there are none, the beginning.
 */
export function snippetOf(text: string, terms: readonly Pick<Term, 'indexed'>[]): string {
  const places = placesOf(text, terms)
  if (places.length === 0) return cut(text, 0)
  const frequency = new Map<number, number>()
  for (const { term } of places) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const worthOf = (term: number) => 1 + 1 / frequency.get(term)!
  const within = new Map<number, number>()
  let best = { at: 0, weight: -1 }
  let weight = 0
  let from = 0
  for (const { at, term } of places) {
    const before = within.get(term) ?? 0
    if (before === 0) weight += worthOf(term)
    within.set(term, before + 1)
    for (; at - places[from]!.at > LENGTH - BEFORE; from++) {
      const gone = places[from]!.term
      const left = within.get(gone)! - 1
      if (left === 0) weight -= worthOf(gone)
      within.set(gone, left)
    }
    // Sums of fractions may differ in their last digits.
    if (weight > best.weight + 1e-9) best = { at: places[from]!.at, weight }
  }
  return cut(text, Math.max(0, best.at - BEFORE))
}

/** The positions of the terms' words. */
function placesOf(text: string, terms: readonly Pick<Term, 'indexed'>[]): Place[] {
  const { folded, placeOf } = foldInPlace(text)
  // Forms of the same word count as one.
  const words = new Map(
    terms.flatMap(({ indexed }, term) =>
      indexed.split(' ').map((part) => {
        const word = fold(normalise(part))
        return [isOfOtherScript.test(word) ? word : stem(word), term] as const
      }),
    ),
  )
  const places = [...words].flatMap(([word, term]) => {
    const found = isOfOtherScript.test(word) ? anywhere(folded, word) : asWord(folded, word)
    return found.map((at) => ({ at: placeOf(at), term }))
  })
  return places.sort((a, b) => a.at - b.at)
}

/** The positions of a word in a script without spaces. */
function anywhere(text: string, word: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(word); at >= 0 && places.length < MAX_PLACES; at = text.indexOf(word, at + 1))
    places.push(at)
  return places
}

/** The positions of words with this stem. */
function asWord(text: string, wanted: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(wanted); at >= 0 && places.length < MAX_PLACES; at = text.indexOf(wanted, at + 1)) {
    if (at > 0 && isOfWord.test(text[at - 1]!)) continue
    restOfWord.lastIndex = at
    if (stem(restOfWord.exec(text)![0]) === wanted) places.push(at)
  }
  return places
}

/** A part of a text, cut between words if possible. */
function cut(text: string, from: number): string {
  const start = from === 0 ? 0 : from + (/^\S{0,30}\s/.exec(text.slice(from, from + 31))?.[0].length ?? 0)
  const end = start + LENGTH
  const part = text.slice(start, end).toWellFormed()
  const tail = part.slice(-31)
  const lastSpace = (/^.*\s/s.exec(tail)?.[0].length ?? tail.length + 1) - 1
  const whole = end >= text.length ? part : part.slice(0, part.length - tail.length + lastSpace)
  return `${start > 0 ? '… ' : ''}${whole.trim()}${end < text.length ? ' …' : ''}`
}
