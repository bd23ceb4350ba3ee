import { asciiDigits } from 'weirjs/toolkit'
import { type AgeForm, ageForms, nameOf } from './calendar.ts'
import { SPACELESS } from './spaceless.ts'

/** When two texts were fetched, in epoch milliseconds, and the time zone of the monitor. */
export interface Times {
  earlier: number
  later: number
  timezone: string
}

const HOUR = 3_600_000
/** Milliseconds by which the day on a page may differ from UTC, because of time zones and caches of a day. */
const EARLIEST = -36 * HOUR
const LATEST = 14 * HOUR
const STEP = HOUR / 2
/** Minutes by which a time of day may lag behind. */
const LATE = 5
/** Longer lines are not checked for dates. */
const MAX_LINE = 2000
/** A line of up to this many characters may consist of nothing but a time. */
const SHORT = 40

const word = /\d+|\p{L}[\p{L}\p{M}]*/gu

/** Whether a line is short enough to be checked. */
export const mayBeClockwork = (line: string): boolean => line.length <= MAX_LINE

/**
 * Whether two lines differ only by the passing of time: by dates and times that are those of the two fetches, and by
 * ages of events at the same time.
 */
export function isClockwork(before: string, now: string, times: Times): boolean {
  if (!mayBeClockwork(before) || !mayBeClockwork(now) || !areAlike(before, now)) return false
  const [was, is] = [withoutAges(asciiDigits(before), times.earlier), withoutAges(asciiDigits(now), times.later)]
  if (was.instants.length !== is.instants.length) return false
  const isSame = was.instants.every(({ at, unit }, i) => {
    const other = is.instants[i]!
    return Math.abs(at - other.at) <= 1.2 * Math.max(unit, other.unit)
  })
  return isSame && (was.text === is.text || datesFollow(was.text, is.text, times))
}

/** A quick check: whether a long line still begins or ends in the same way. */
function areAlike(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length)
  if (shorter < SHORT) return true
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let end = 0
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  return start + end >= shorter / 4
}

/** A line without its ages, and the times that these refer to. */
function withoutAges(line: string, at: number): { text: string; instants: { at: number; unit: number }[] } {
  const instants: { at: number; unit: number }[] = []
  // The Turkish İ would become two characters.
  const lower = line.replaceAll('İ', 'i').toLowerCase()
  let text = ''
  let end = 0
  for (const { 0: digits, index } of lower.matchAll(/\d{1,4}/g)) {
    const after = index + digits.length
    const form = index < end || lower.length !== line.length ? undefined : formAt(lower, index, after)
    if (!form) continue
    instants.push({ at: at - Number(digits) * form.unit, unit: Math.abs(form.unit) })
    text += `${line.slice(end, index - form.before.length)}\u0000`
    end = after + form.after.length
  }
  return { text: text + line.slice(end), instants }
}

const letter = /[\p{L}\p{N}]/u
/** In a script without spaces, text may follow at once: `3時間前に更新`. */
const endsWord = new RegExp(`(?![${SPACELESS}])\\p{L}$`, 'u')
function formAt(line: string, index: number, after: number): AgeForm | undefined {
  return ageForms.find(
    (form) =>
      line.startsWith(form.after, after) &&
      line.slice(0, index).endsWith(form.before) &&
      // "in 3 days" must not match within "begin 3 days".
      !(letter.test(form.before[0] ?? ' ') && letter.test(line[index - form.before.length - 1] ?? ' ')) &&
      !letter.test((endsWord.test(form.after) && line[after + form.after.length]) || ' '),
  )
}

interface Token {
  text: string
  index: number
}
/** Characters that separate the numbers of a date like words; by themselves some of them are days of the week. */
const dateCharacter = /^[年月日号년월일]$/
const tokensOf = (line: string): Token[] =>
  [...line.matchAll(word)].flatMap(({ 0: text, index }) =>
    dateCharacter.test(text) && /\d\s?$/.test(line.slice(Math.max(0, index - 2), index)) ? [] : { text, index },
  )

/** Whether lines differ only in dates and times, and these are those of the two fetches. */
function datesFollow(before: string, now: string, { earlier, later, timezone }: Times): boolean {
  const [was, is] = [tokensOf(before), tokensOf(now)]
  if (was.length !== is.length || before.replace(word, '\u0000') !== now.replace(word, '\u0000')) return false
  const changed = was.flatMap(({ text }, i) => (text === is[i]!.text ? [] : [i]))
  for (let offset = EARLIEST; offset <= LATEST; offset += STEP) {
    const [old, current] = [new Date(earlier + offset), new Date(later + offset)]
    const dated = (i: number) => isPartOfDate(was, i, old) && isPartOfDate(is, i, current)
    if (changed.every((i) => dated(i) || isOrdinal(was, is, i))) return true
  }
  // Any change of hours and minutes could be explained by some time zone, so only the known ones are tried.
  const clocks: [number, number][] = [
    [0, 0],
    [zoneOffset(timezone, earlier), zoneOffset(timezone, later)],
  ]
  return clocks.some(([o, n]) => {
    const [old, current] = [new Date(earlier + o), new Date(later + n)]
    return changed.every(
      (i) =>
        (isPartOfDate(was, i, old) && isPartOfDate(is, i, current)) ||
        isOrdinal(was, is, i) ||
        (isPartOfTime(was, before, i, old) && isPartOfTime(is, now, i, current)),
    )
  })
}

function zoneOffset(timezone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'))
  return local - Math.floor(at / 60_000) * 60_000
}

const isNumber = (text: string | undefined): text is string => text !== undefined && /^\d+$/.test(text)

/** A number is a day or a month only next to another part of the same date. */
function isPartOfDate(tokens: readonly Token[], i: number, date: Date): boolean {
  const { text } = tokens[i]!
  if (!isNumber(text)) return isName(text, date)
  const value = Number(text)
  if (text.length === 4) return value === date.getUTCFullYear()
  const beside = [tokens[i - 1]?.text, tokens[i + 1]?.text]
  const year = date.getUTCFullYear()
  const isShortYear = (other: string | undefined) => isNumber(other) && other.length === 2 && +other === year % 100
  const isYear = (other: string | undefined) =>
    isShortYear(other) || (isNumber(other) && other.length === 4 && +other === year)
  const isMonth = (other: string | undefined) => isNumber(other) && +other === date.getUTCMonth() + 1
  const isDay = (other: string | undefined) => isNumber(other) && +other === date.getUTCDate()
  const near = [tokens[i - 2]?.text, ...beside, tokens[i + 2]?.text]
  if (near.some((other) => isNumber(other) && /^(?:19|20|21)\d\d$/.test(other) && !isYear(other))) return false
  const named = beside.some((other) => other !== undefined && !isNumber(other) && isName(other, date))
  if (value === date.getUTCDate() && (named || (beside.some(isMonth) && near.some(isYear)))) return true
  if (value === date.getUTCMonth() + 1 && beside.some(isDay) && near.some(isYear)) return true
  return isShortYear(text) && (beside.some(isMonth) || (beside.some(isDay) && near.some(isMonth)))
}

function isName(text: string, date: Date): boolean {
  const name = nameOf(text)
  return name?.month === date.getUTCMonth() || name?.weekday === date.getUTCDay()
}

/** The letters of "1st" and "2nd". */
const isOrdinal = (was: readonly Token[], is: readonly Token[], i: number) =>
  /^(?:st|nd|rd|th)$/i.test(was[i]!.text) && /^(?:st|nd|rd|th)$/i.test(is[i]!.text) && isNumber(was[i - 1]?.text)

/** Whether a token is the hour, the minute or the seconds of a time with colons. */
function isPartOfTime(tokens: readonly Token[], line: string, i: number, date: Date): boolean {
  const { text, index } = tokens[i]!
  if (/^[ap]m?$/i.test(text)) return /^a/i.test(text) === date.getUTCHours() < 12
  if (!isNumber(text)) return false
  // Fractions of a second.
  if (line[index - 1] === '.' && i > 0) return isPartOfTime(tokens, line, i - 1, date)
  const colonBefore = line[index - 1] === ':'
  const colonAfter = line[index + text.length] === ':'
  if (!colonBefore && !colonAfter) return false
  const [hourAt, isSecond] = colonBefore
    ? line[tokens[i - 1]!.index - 1] === ':'
      ? [i - 2, true]
      : [i - 1, false]
    : [i, false]
  if (isSecond) return Number(text) < 60
  const [hour, minute] = [Number(tokens[hourAt]?.text), Number(tokens[hourAt + 1]?.text)]
  const shown = hour * 60 + minute
  const passed = date.getUTCHours() * 60 + date.getUTCMinutes()
  return [0, 12 * 60].some((half) => (((passed - shown - half) % 1440) + 1440 + 1) % 1440 <= LATE + 1)
}
