import { asciiDigits } from 'weirjs/toolkit'
import type { DateShape } from './date-shape.ts'
import { eastAsianShapes } from './east-asian-date.ts'
import { monthOf } from './month-names.ts'
import { thaiShape, yearInThai } from './thai-date.ts'

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

const MONTH = '(\\p{L}[\\p{L}\\p{M}]{1,11})'
const YEAR = '((?:19|20)\\d\\d)'
const DAY = '(\\d{1,2})'
/**
 * What may be between a day, a month and a year: `3rd of March, 2024`, `3 de marzo del 2024`, `1er mars 2024`,
 * `3-Mar-2024`.
 */
const GAP = "(?:st|nd|rd|th|er|de?n|[ºª])?[\\s.,،/-]{0,3}(?:(?:of|de|del)\\s{1,2}|d['’])?"

/** Locales that write the month first. */
const MONTH_FIRST = /^(?:en|en-US|en-PH|es-(?:US|PA|PR)|fil)$/i

const figures: readonly DateShape[] = [
  ...eastAsianShapes,
  {
    pattern: /(?<![\d./-])((?:19|20)\d\d)([-/.])\s?(\d{1,2})\2\s?(\d{1,2})(?!\d)/g,
    read: ([, year, , month, day]) => [Number(year), Number(month), Number(day)],
  },
  {
    pattern: /(?<![\d./-])(\d{1,2})\s?([-/.|])\s?(\d{1,2})\s?\2\s?((?:19|20|25)?\d\d)(?!\d|[-/.]\d)/g,
    read: ([, left, mark, right, year], language) => {
      // Two-digit years are common only with full stops; otherwise it is as likely a version or a fraction.
      if (year!.length === 2 && mark !== '.') return undefined
      const isBuddhist = year!.startsWith('25') && year!.length === 4
      if (isBuddhist && !/^th\b/i.test(language ?? '')) return undefined
      const monthFirst =
        mark !== '.' &&
        (Number(right) > 12 || (mark === '/' && Number(left) <= 12 && MONTH_FIRST.test(language ?? 'en')))
      const [month, day] = monthFirst ? [left, right] : [right, left]
      const full = Number(year!.length === 2 ? `20${year}` : year)
      return [isBuddhist ? yearInThai(full) : full, Number(month), Number(day)]
    },
  },
]

const words: readonly DateShape[] = [
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

/** A month may have a name of two words, or two names: `15 كانون الثاني 2024`, `15 آذار/مارس 2024`. */
const arabic: DateShape = {
  pattern:
    /(?<!\d)(\d{1,2})\s((?:كانون|تشرين)\s[ء-ي]{5,6}|[ء-ي]{2,8})(?:\s?\/\s?[ء-ي]{3,8})?[\s،]{1,2}((?:19|20)\d\d)(?!\d)/g,
  read: ([, day, month, year], language) => [Number(year), monthOf(month!, language), Number(day)],
}

const vietnamese: DateShape = {
  pattern: new RegExp(`(?<!\\d)${DAY}\\stháng\\s(\\d{1,2})(?:,?\\snăm|,)?\\s${YEAR}(?!\\d)`, 'giu'),
  read: ([, day, month, year]) => [Number(year), Number(month), Number(day)],
}

const shapes = [...figures, ...words, arabic, vietnamese, thaiShape]

const isDay = (year: number, month: number, day: number) =>
  month >= 1 && month <= 12 && day >= 1 && day <= 31 && new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day

/** Digits as in every date, which most texts have not. */
const DIGITS = /(?:19|20|25)\d\d|\d\.\s?\d{1,2}\.\s?\d\d|年\s?[\d一二三四五六七八九十]|[\u0e01-\u0e2e]\.?\s{0,2}\d\d/

/** Whether a text may contain a date. */
export const mayHoldDate = (text: string): boolean => DIGITS.test(asciiDigits(text))

/**
 * The first date in a text, in words of its language or in numbers; null if there is none. In `4/5/2024` the language
 * decides which number is the month (plain `en` means the United States). A day without a year is not a date.
 */
export function findDate(text: string, language: string | null = null): WrittenDay | null {
  const written = asciiDigits(text)
  if (!DIGITS.test(written)) return null
  let first: WrittenDay | null = null
  for (const { pattern, read } of /\p{L}[\p{L}\p{M}]/u.test(written) ? shapes : figures) {
    pattern.lastIndex = 0
    for (let match = pattern.exec(written); match !== null; match = pattern.exec(written)) {
      if (first !== null && match.index >= first.index) break
      const [year, month, day] = read(match, language) ?? []
      if (year === undefined || month === undefined || day === undefined || !isDay(year, month, day)) continue
      first = { year, month, day, index: match.index, end: match.index + match[0].length }
    }
  }
  return first
}
