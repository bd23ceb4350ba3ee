import { readMinutes, readNumber } from '../structured/values/number.ts'
import type { PageText, Span } from './page-text.ts'

/** Indexed numbers of one text, and positions of each. */
const MAX_NUMBERS = 100_000
const MAX_PLACES = 20

const NUMBER = /([-−]?\p{Nd}[\p{Nd}.,'’\u00a0\u202f]{0,30})(?:[千천万萬만億亿억][\p{Nd}.,千천万萬만億亿억]{0,20})?/gu
/** What may make a number negative: `-$5`, `($5)`, `5-`. */
const SIGN_BEFORE = /(?:(?<![\p{L}\p{N}])[-−–]|\()?(?:\p{Lu}{0,3}\p{Sc}|\p{Lu}{3})? ?\(?$/u
const MAX_SIGN = 6
const SIGN_BEHIND = /^(?:\)|-(?![\p{L}\p{N}]))/u
/** The word behind a number, which may multiply it. */
const BEHIND = /^\s?\p{L}*/u
const MAX_BEHIND = 13
const DURATION =
  /^(?:PT\d[\dHMS.]{0,20}|\d{1,6}(?:[.,]\d{1,2})? ?(?:hours?|hrs?|h|minutes?|mins?|stunden?|std)(?![a-z])\.?(?:,? (?:and )?\d{1,4} ?(?:minutes?|mins?)(?![a-z]))?)/i
/** Characters of the longest one. */
const MAX_DURATION = 60

/** The numbers and durations of a text, indexed by value. */
export class Numbers {
  readonly #places = new Map<number, Span[]>()
  readonly #minutes = new Map<number, Span[]>()
  #count = 0

  constructor({ raw }: PageText) {
    for (const found of raw.matchAll(NUMBER)) {
      if (++this.#count > MAX_NUMBERS) break
      const span = { from: found.index, to: found.index + found[0].length }
      // `1万2000` is 12000, `3.7 million` is 3700000, and of `5千克` it is the 5.
      const behind = BEHIND.exec(raw.slice(span.to, span.to + MAX_BEHIND))![0]
      const before = SIGN_BEFORE.exec(raw.slice(Math.max(0, found.index - MAX_SIGN), found.index))?.[0] ?? ''
      const sign = SIGN_BEHIND.exec(raw.slice(span.to, span.to + 2))?.[0] ?? ''
      const isSigned = sign !== '' || /[-−–(]/.test(before)
      const forms = [found[0] + behind, found[1]!, ...(isSigned ? [before + found[1] + sign] : [])]
      const read = new Set(forms.flatMap((form) => [readNumber(form, false), readNumber(form, true)]))
      // After a digit or a letter it is a dash: 10-20.
      const isDash = /[-−]/.test(found[0][0]!) && /[\p{L}\p{N}]/u.test(raw[found.index - 1] ?? '')
      for (const number of read) if (number !== null) add(this.#places, isDash ? -number : number, span)
      this.#addDuration(raw, found.index)
    }
  }

  #addDuration(raw: string, number: number): void {
    const from = raw.startsWith('PT', number - 2) ? number - 2 : number
    const written = DURATION.exec(raw.slice(from, from + MAX_DURATION))?.[0]
    const minutes = written === undefined ? null : readMinutes(written)
    if (minutes !== null) add(this.#minutes, minutes, { from, to: from + written!.length })
  }

  /** Where a number occurs, also as a duration of that many minutes. */
  of(number: number): readonly Span[] {
    return this.#places.get(number) ?? this.#minutes.get(number) ?? []
  }

  /** Where a duration occurs. */
  lasting(minutes: number): readonly Span[] {
    return this.#minutes.get(minutes) ?? []
  }
}

const add = (places: Map<number, Span[]>, number: number, span: Span) => {
  const known = places.get(number)
  if (known === undefined) places.set(number, [span])
  else if (known.length < MAX_PLACES) known.push(span)
}
