import { SPACELESS } from './spaceless.ts'

/** Languages whose names of dates and times are recognised. */
const languages =
  'en de fr es it pt nl sv da nb fi pl cs sk hu ro tr el ru uk bg hr sl lt lv et ja zh ko vi id ar he th hi'.split(' ')

const plain = (word: string) => word.toLowerCase().replaceAll('.', '')

/** Days of the week with names of one character: `(金)`, `(금)`. */
const DAY_OF_WEEK = /^[日月火水木金土一二三四五六일월화수목금토]$/

/** Months (0 to 11) and days of the week (0 is Sunday) by their names, long and short. */
const names: ReadonlyMap<string, { month?: number; weekday?: number }> = readNames()

function readNames() {
  const found = new Map<string, { month?: number; weekday?: number }>()
  const add = (text: string, part: { month?: number; weekday?: number }) => {
    for (const word of text.match(/\p{L}[\p{L}\p{M}]*/gu) ?? [])
      if (word.length > 1 || DAY_OF_WEEK.test(word)) found.set(plain(word), { ...found.get(plain(word)), ...part })
  }
  for (const language of languages)
    for (const width of ['long', 'short'] as const) {
      const months = new Intl.DateTimeFormat(language, { month: width, day: 'numeric', timeZone: 'UTC' })
      const weekdays = new Intl.DateTimeFormat(language, { weekday: width, timeZone: 'UTC' })
      const partOf = (format: Intl.DateTimeFormat, at: number, type: string) =>
        format.formatToParts(at).find((part) => part.type === type)?.value ?? ''
      for (let i = 0; i < 12; i++) add(partOf(months, Date.UTC(2026, i, 15), 'month'), { month: i })
      // The 4th of January 2026 is a Sunday.
      for (let i = 0; i < 7; i++) add(partOf(weekdays, Date.UTC(2026, 0, 4 + i), 'weekday'), { weekday: i })
    }
  return found
}

/** The month or weekday that a word names. */
export const nameOf = (word: string) => names.get(plain(word))

const MINUTE = 60_000
const units = {
  second: 1000,
  minute: MINUTE,
  hour: 60 * MINUTE,
  day: 24 * 60 * MINUTE,
  week: 7 * 24 * 60 * MINUTE,
  month: 30.4 * 24 * 60 * MINUTE,
  year: 365.25 * 24 * 60 * MINUTE,
} as const

/** How an age is written: the text before and after its number, and the milliseconds of one unit. */
export interface AgeForm {
  before: string
  after: string
  /** Negative for the future. */
  unit: number
}

/** `Intl` writes a blank behind the number, most Japanese pages do not: `3時間前`. */
const BLANK = new RegExp(`^\\s[${SPACELESS}]`, 'u')

/** "3 hours ago", "in 3 hours", in all languages. */
export const ageForms: readonly AgeForm[] = readAgeForms()

function readAgeForms(): AgeForm[] {
  const forms = new Map<string, AgeForm>()
  for (const language of languages) {
    const format = new Intl.RelativeTimeFormat(language, { numeric: 'always' })
    for (const [unit, length] of Object.entries(units) as [keyof typeof units, number][])
      for (const count of [1, 2, 3, 5, 11, 21])
        for (const sign of [1, -1]) {
          const parts = format.formatToParts(-sign * count, unit)
          const at = parts.findIndex(({ type }) => type === 'integer')
          if (at < 0) continue
          const text = (list: typeof parts) =>
            list
              .map(({ value }) => value)
              .join('')
              .toLowerCase()
          const [before, after] = [text(parts.slice(0, at)), text(parts.slice(at + 1))]
          const spellings = BLANK.test(after) ? [after, after.trimStart()] : [after]
          for (const each of spellings) forms.set(`${before}#${each}`, { before, after: each, unit: sign * length })
        }
  }
  return [...forms.values()].sort((a, b) => b.before.length + b.after.length - a.before.length - a.after.length)
}
