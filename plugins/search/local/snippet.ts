import type { Term } from './parse-query.ts'
import { normalise } from './words.ts'

/** Characters of a snippet, and those of them before the first word that was asked for. */
const LENGTH = 240
const BEFORE = 60
/** Places of words that are weighed. */
const MOST_PLACES = 2000

interface Place {
  at: number
  term: number
}

/** As words compare: without accents and case. */
const fold = (text: string) =>
  // Letters without accents are most of all.
  (/[^\u0000-\u007f]/.test(text) ? text.normalize('NFD').replace(/\p{Mn}/gu, '') : text).toLowerCase()

/** What two forms of a word share: the endings of words of some length are left out. */
const stem = (word: string) => (word.length > 4 ? word.slice(0, Math.max(4, word.length - 3)) : word)

/**
 * The part of a text in which most of the words stand that were asked for, rare ones before frequent ones. Without
 * any, its beginning.
 */
export function snippetOf(text: string, terms: readonly Pick<Term, 'indexed'>[]): string {
  const places = placesOf(text, terms)
  if (places.length === 0) return cut(text, 0)
  const frequency = new Map<number, number>()
  for (const { term } of places) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  let best = { at: 0, weight: -1 }
  let from = 0
  for (let to = 0; to < places.length; to++) {
    while (places[to]!.at - places[from]!.at > LENGTH - BEFORE) from++
    const terms = new Set(places.slice(from, to + 1).map(({ term }) => term))
    const weight = [...terms].reduce((sum, term) => sum + 1 + 1 / frequency.get(term)!, 0)
    if (weight > best.weight) best = { at: places[from]!.at, weight }
  }
  return cut(text, Math.max(0, best.at - BEFORE))
}

/** Where words of the terms stand. */
function placesOf(text: string, terms: readonly Pick<Term, 'indexed'>[]): Place[] {
  const words = terms.flatMap(({ indexed }, term) =>
    indexed.split(' ').map((word) => ({ word: fold(normalise(word)), term })),
  )
  const stems = new Map(words.map(({ word, term }) => [stem(word), { word, term }]))
  const places: Place[] = []
  const wide = words.filter(({ word }) => /[^\u0000-\u024f]/.test(word))
  for (const { word, term } of wide) {
    for (let at = text.indexOf(word); at >= 0 && places.length < MOST_PLACES; at = text.indexOf(word, at + 1))
      places.push({ at, term })
  }
  if (wide.length < words.length) {
    for (const { 0: found, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
      if (places.length >= MOST_PLACES) break
      const asked = stems.get(stem(fold(found)))
      if (asked) places.push({ at: index, term: asked.term })
    }
  }
  return places.sort((a, b) => a.at - b.at)
}

/** A part of a text, between words where it has any. */
function cut(text: string, from: number): string {
  const start = from === 0 ? 0 : from + (/^\S{0,30}\s/.exec(text.slice(from, from + 31))?.[0].length ?? 0)
  const end = start + LENGTH
  const part = text.slice(start, end).toWellFormed()
  const tail = part.slice(-31)
  const lastSpace = (/^.*\s/s.exec(tail)?.[0].length ?? tail.length + 1) - 1
  const whole = end >= text.length ? part : part.slice(0, part.length - tail.length + lastSpace)
  return `${start > 0 ? '… ' : ''}${whole.trim()}${end < text.length ? ' …' : ''}`
}
