import { monthNames } from './month-names.ts'

/** A day of the calendar, and where in the text it stands. */
export interface WrittenDay {
  year: number
  /** From 1. */
  month: number
  day: number
  index: number
}

const MONTH = '(\\p{L}[\\p{L}\\p{M}]{2,11})'
const YEAR = '((?:19|20)\\d\\d)'
const DAY = '(\\d{1,2})'
/** What stands between a day, a month and a year: `3rd of March, 2024`, `3 de marzo del 2024`, `1er mars 2024`, `3-Mar-2024`. */
const GAP = "(?:st|nd|rd|th|er|de?n|[ºª])?[\\s.,/-]{0,3}(?:(?:of|de|del|d['’])\\s{0,2})?"

const dayMonthYear = new RegExp(`(?<![\\d\\p{L}])${DAY}${GAP}${MONTH}${GAP}${YEAR}(?!\\d)`, 'giu')
const monthDayYear = new RegExp(
  `(?<!\\p{L})${MONTH}\\.?\\s{1,3}${DAY}(?:st|nd|rd|th)?[\\s.,]{1,3}${YEAR}(?!\\d)`,
  'giu',
)
const yearMonthDay = new RegExp(`(?<!\\d)${YEAR}[\\s.,]{1,3}(?:m\\.\\s)?${MONTH}\\.?\\s{1,2}${DAY}(?!\\d)`, 'giu')
const ideographic = /(?<!\d)((?:19|20)\d\d)\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일号號]/g
const yearFirst = /(?<![\d./-])((?:19|20)\d\d)([-/.])\s?(\d{1,2})\2\s?(\d{1,2})(?![\d])/g
const yearLast = /(?<![\d./-])(\d{1,2})([-/.])\s?(\d{1,2})\2\s?((?:19|20)?\d\d)(?![\d]|[-/.]\d)/g

/** Regions that write the month first. */
const MONTH_FIRST = /^(?:en|en-US|en-PH|es-(?:US|PA|PR)|fil)$/i

const isDay = (year: number, month: number, day: number) =>
  month >= 1 && month <= 12 && day >= 1 && day <= 31 && new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day

/**
 * The first date that is written in a text, in words of its language or in figures; null without one. Of `4/5/2024` the
 * language tells which is the month. A date without its year is none.
 */
export function findDate(text: string, language: string | null = null): WrittenDay | null {
  if (!/\d/.test(text)) return null
  let first: WrittenDay | null = null
  const offer = (index: number, year: number, month: number | undefined, day: number) => {
    if (month !== undefined && isDay(year, month, day) && (!first || index < first.index))
      first = { year, month, day, index }
  }
  for (const { index, 1: year, 2: month, 3: day } of text.matchAll(ideographic)) offer(index, +year!, +month!, +day!)
  for (const { index, 1: year, 3: month, 4: day } of text.matchAll(yearFirst)) offer(index, +year!, +month!, +day!)
  for (const { index, 1: left, 2: mark, 3: right, 4: last } of text.matchAll(yearLast)) {
    // A year of two figures is common with full stops alone; with others it is as likely a version or a fraction.
    if (last!.length === 2 && mark !== '.') continue
    const year = last!.length === 2 ? 2000 + +last! : +last!
    const monthFirst =
      mark !== '.' && +right! > 12 ? true : mark === '/' && +left! <= 12 && MONTH_FIRST.test(language ?? 'en')
    offer(index, year, monthFirst ? +left! : +right!, monthFirst ? +right! : +left!)
  }
  if (/\p{L}{3}/u.test(text)) {
    const monthOf = (name: string | undefined) => monthOfName(name!.toLowerCase(), language)
    for (const { index, 1: day, 2: month, 3: year } of text.matchAll(dayMonthYear))
      offer(index, +year!, monthOf(month), +day!)
    for (const { index, 1: month, 2: day, 3: year } of text.matchAll(monthDayYear))
      offer(index, +year!, monthOf(month), +day!)
    for (const { index, 1: year, 2: month, 3: day } of text.matchAll(yearMonthDay))
      offer(index, +year!, monthOf(month), +day!)
  }
  return first
}

/** By the page's language; by all common ones where that knows no such name, since a page's language is often declared wrong. */
const monthOfName = (name: string, language: string | null) =>
  monthNames(language).get(name) ?? monthNames(null).get(name)
