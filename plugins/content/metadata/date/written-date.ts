import { monthNames } from './month-names.ts'

/** A calendar day, and its position in the text. */
export interface WrittenDay {
  year: number
  /** From 1. */
  month: number
  day: number
  index: number
  /** After its last character. */
  end: number
}

interface Shape {
  pattern: RegExp
  /** The year, month and day of a match; undefined if it is not a date. */
  read(match: RegExpExecArray, language: string | null): readonly [number, number | undefined, number] | undefined
}

const MONTH = '(\\p{L}[\\p{L}\\p{M}]{2,11})'
const YEAR = '((?:19|20)\\d\\d)'
const DAY = '(\\d{1,2})'
/**
 * What may be between a day, a month and a year: `3rd of March, 2024`, `3 de marzo del 2024`, `1er mars 2024`,
 * `3-Mar-2024`.
 */
const GAP = "(?:st|nd|rd|th|er|de?n|[ºª])?[\\s.,/-]{0,3}(?:(?:of|de|del)\\s{1,2}|d['’])?"

/** Locales that write the month first. */
const MONTH_FIRST = /^(?:en|en-US|en-PH|es-(?:US|PA|PR)|fil)$/i

const figures: readonly Shape[] = [
  {
    pattern: /(?<!\d)((?:19|20)\d\d)\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일号號]/g,
    read: ([, year, month, day]) => [Number(year), Number(month), Number(day)],
  },
  {
    pattern: /(?<![\d./-])((?:19|20)\d\d)([-/.])\s?(\d{1,2})\2\s?(\d{1,2})(?!\d)/g,
    read: ([, year, , month, day]) => [Number(year), Number(month), Number(day)],
  },
  {
    pattern: /(?<![\d./-])(\d{1,2})\s?([-/.|])\s?(\d{1,2})\s?\2\s?((?:19|20)?\d\d)(?!\d|[-/.]\d)/g,
    read: ([, left, mark, right, year], language) => {
      // Two-digit years are common only with full stops; otherwise it is as likely a version or a fraction.
      if (year!.length === 2 && mark !== '.') return undefined
      const monthFirst =
        mark !== '.' &&
        (Number(right) > 12 || (mark === '/' && Number(left) <= 12 && MONTH_FIRST.test(language ?? 'en')))
      const [month, day] = monthFirst ? [left, right] : [right, left]
      return [Number(year!.length === 2 ? `20${year}` : year), Number(month), Number(day)]
    },
  },
]

const words: readonly Shape[] = [
  {
    pattern: new RegExp(`(?<!\\d)${DAY}${GAP}${MONTH}${GAP}${YEAR}(?!\\d)`, 'giu'),
    read: ([, day, month, year], language) => [Number(year), monthOf(month!, language), Number(day)],
  },
  {
    pattern: new RegExp(`(?<!\\p{L})${MONTH}\\.?\\s{1,3}${DAY}(?:st|nd|rd|th)?[\\s.,]{1,3}${YEAR}(?!\\d)`, 'giu'),
    read: ([, month, day, year], language) => [Number(year), monthOf(month!, language), Number(day)],
  },
  {
    pattern: new RegExp(`(?<!\\d)${YEAR}[\\s.,]{1,3}(?:m\\.\\s)?${MONTH}\\.?\\s{1,2}${DAY}(?!\\d)`, 'giu'),
    read: ([, year, month, day], language) => [Number(year), monthOf(month!, language), Number(day)],
  },
]

const shapes = [...figures, ...words]

/**
 * The month in the page's language; in all common languages if that has no such name, because pages often declare the
 * wrong language.
 */
function monthOf(name: string, language: string | null): number | undefined {
  const lower = name.toLowerCase()
  return monthNames(language).get(lower) ?? monthNames(null).get(lower)
}

const isDay = (year: number, month: number, day: number) =>
  month >= 1 && month <= 12 && day >= 1 && day <= 31 && new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day

/** Whether a text has digits as in every date. Most texts have none. */
export const mayHoldDate = (text: string): boolean => /(?:19|20)\d\d|\d\.\s?\d{1,2}\.\s?\d\d/.test(text)

/**
 * The first date in a text, in words of its language or in numbers; null if there is none. In `4/5/2024` the language
 * decides which number is the month (plain `en` means the United States). A day without a year is not a date.
 */
export function findDate(text: string, language: string | null = null): WrittenDay | null {
  if (!mayHoldDate(text)) return null
  let first: WrittenDay | null = null
  for (const { pattern, read } of /\p{L}{3}/u.test(text) ? shapes : figures) {
    pattern.lastIndex = 0
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      if (first !== null && match.index >= first.index) break
      const [year, month, day] = read(match, language) ?? []
      if (year === undefined || month === undefined || day === undefined || !isDay(year, month, day)) continue
      first = { year, month, day, index: match.index, end: match.index + match[0].length }
    }
  }
  return first
}
