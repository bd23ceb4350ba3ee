import { readMinutes, readNumber } from '../structured/values/number.ts'
import { wordsOf } from '../structured/words.ts'
import type { PageSource } from './page-sources.ts'
import type { PageText, Span } from './page-text.ts'
import { writtenDates } from './written-dates.ts'

/** Parts of one text that are searched for separately, and the fewest characters of each. */
const MAX_PARTS = 50
const MIN_PART = 3

/** Where a value occurs in a text, verbatim or in another spelling; null if it does not. */
export const findValue = (
  source: PageSource,
  value: string | number,
  names: readonly string[],
  language: string,
): Span | null => {
  if (typeof value === 'number') return best(source.text, source.numbers.of(value), names)
  const { text } = source
  return (
    text.find(value, names) ??
    findDate(text, value, language) ??
    findDuration(source, value, names) ??
    findAmount(source, value, names) ??
    findAddress(text, value, names) ??
    // `in_stock` stands for words of the page.
    (/^[\w-]{2,60}$/.test(value) ? text.find(wordsOf(value).join(' '), names) : null) ??
    findParts(text, value, names)
  )
}

const best = (text: PageText, spans: readonly Span[], names: readonly string[]): Span | null =>
  spans.find((span) => text.isNamed(span, names)) ?? spans[0] ?? null

const first = <T>(list: readonly T[], find: (each: T) => Span | null): Span | null => {
  for (const each of list) {
    const found = find(each)
    if (found) return found
  }
  return null
}

const findDate = (text: PageText, value: string, language: string): Span | null => {
  const written = writtenDates(value, language)
  return written.length === 0 ? null : text.findAround(value.slice(0, 4), written)
}

const findDuration = ({ text, numbers }: PageSource, value: string, names: readonly string[]): Span | null => {
  const minutes = value.length <= 40 ? readMinutes(value) : null
  return minutes === null ? null : best(text, numbers.lasting(minutes), names)
}

/** A text that is one number and little else. */
const AMOUNT = /^[^\d-]{0,4}[\d.,'’\s]{1,20}[^\d-]{0,4}$/

/** `EUR 24.50` for `24,50 €`: a text that is little more than a number. */
const findAmount = ({ text, numbers }: PageSource, value: string, names: readonly string[]): Span | null => {
  if (value.length > 20 || !AMOUNT.test(value)) return null
  const number = readNumber(value, false)
  return number === null ? null : best(text, numbers.of(number), names)
}

/** An absolute URL that the page writes as a relative one, or with different escapes. */
const findAddress = (text: PageText, value: string, names: readonly string[]): Span | null => {
  const address = /^https?:/.test(value) ? URL.parse(value) : null
  if (address === null) return null
  const path = address.pathname + address.search
  const forms = [address.href, address.href.replace(/\/$/, ''), ...(path.length > 1 ? [path] : [])]
  return first(forms, (form) => text.find(form, names))
}

/** A composed text: each of its parts occurs somewhere. */
const findParts = (text: PageText, value: string, names: readonly string[]): Span | null => {
  const lines = value.split(/\n|; |, /).flatMap((line) => (line.length > 200 ? line.split(/(?<=[.!?]) /) : [line]))
  const parts = lines.map((part) => part.trim()).filter((part) => part.length >= MIN_PART)
  if (parts.length < 2 || parts.length > MAX_PARTS) return null
  const spans = parts.map((part) => text.find(part, names))
  return spans.every((span) => span !== null) ? spans[0]! : null
}
