import type { PlaceMark } from '../surroundings.ts'
import { validDay } from '../time.ts'
import { findDate, type WrittenDay } from './written-date.ts'

/** Where a date was found, and its surroundings. */
export type DateMark =
  | PlaceMark
  // `<meta>`
  | 'metaPublished'
  | 'metaIssued'
  | 'metaModified'
  // Structured data, by the type of what was published.
  | 'ofArticle'
  | 'ofPage'
  | 'ofWork'
  | 'ofOther'
  | 'modified'
  // `<time>`
  | 'time'
  | 'firstTime'
  // Elements with attributes about dates.
  | 'marked'
  | 'firstMarked'
  | 'dateClass'
  // Lines of text, by length.
  | 'bareLine'
  | 'inLine'
  | 'inLongLine'
  | 'firstLine'
  | 'publishedWord'
  | 'updatedWord'
  // The page's URL.
  | 'address'
  | 'inAddressMonth'
  | 'notAddressMonth'

export interface DateCandidate {
  /** `2024-03-01`, in the time zone in which it is written. */
  day: string
  /** As the page gives it for machines, with the time if it has one; otherwise the day. */
  text: string
  marks: Set<DateMark>
}

/** Text before the day on which a member joined or an offer ends. */
const OTHER_DAY =
  /\b(?:joined|member since|registered|founded|registriert|mitglied seit|dabei seit|registrado|inscrit|last post|letzter beitrag|deadline|due|ends?|expires?|until|through|valid|bis|release date|born|geboren)\b[^.\d]{0,20}$/i
/** The characters before a date that are searched for it. */
const MAX_BEFORE = 40

/** A date whose first two numbers are day and month, in either order. */
const DAY_AND_MONTH = /^\d{1,2}\D{1,3}\d{1,2}\D{1,3}\d+$/

const DAY_MS = 86_400_000
/** The most candidates; a page with more is a calendar. */
const MAX_CANDIDATES = 64

/** The days that may be the date of publication; sources with the same day form a single candidate. */
export class DateCandidates {
  readonly #byDay = new Map<string, DateCandidate>()
  /** Days that the page writes year first, which are unambiguous. */
  readonly #certain = new Set<string>()
  readonly #language: string | null
  readonly #now: number

  constructor(language: string | null, now: number) {
    this.#language = language
    this.#now = now
  }

  /** Adds a value for machines: ISO 8601, seconds since 1970, or a date in words. */
  addValue(value: string | null, ...marks: readonly DateMark[]): DateCandidate | undefined {
    const text = value?.trim() ?? ''
    if (text === '' || text.length > 60) return undefined
    const candidate = this.#add(this.#dayOf(text), marks)
    // A value with a time is preferred to a day.
    if (candidate && /^\d{4}-?\d\d-?\d\d[T ]\d/.test(text) && !/[T ]\d/.test(candidate.text)) candidate.text = text
    return candidate
  }

  /** Adds the first date in a text for people. */
  addText(text: string, ...marks: readonly DateMark[]): DateCandidate | undefined {
    const found = findDate(text, this.#language)
    return found === null ? undefined : this.#addWritten(text, found, marks)
  }

  /** Adds each date in a line, at most three, with the words before it and, for the last, the words after it. */
  addTexts(text: string, ...marks: readonly DateMark[]): { candidate: DateCandidate; context: string }[] {
    const added: { candidate: DateCandidate; context: string }[] = []
    let rest = text
    for (let left = 3; left > 0; left--) {
      const found = findDate(rest, this.#language)
      if (!found) break
      const candidate = this.#addWritten(rest, found, marks)
      const behind = rest.slice(found.end)
      if (candidate) added.push({ candidate, context: /\d{4}/.test(behind) ? rest.slice(0, found.end) : rest })
      rest = behind
    }
    return added
  }

  get all(): readonly DateCandidate[] {
    return [...this.#byDay.values()]
  }

  #addWritten(text: string, found: WrittenDay, marks: readonly DateMark[]): DateCandidate | undefined {
    const before = text.slice(Math.max(0, found.index - MAX_BEFORE), found.index)
    return OTHER_DAY.test(before) ? undefined : this.#add(this.#writtenDay(text, found), marks)
  }

  /** In `4/5/2024` the language may suggest the wrong month; a certain day decides. */
  #writtenDay(text: string, { year, month, day, index, end }: WrittenDay): string | null {
    const read = validDay(year, month, day)
    if (day > 12 || day === month || !DAY_AND_MONTH.test(text.slice(index, end))) return read
    const other = validDay(year, day, month)
    return other !== null && this.#certain.has(other) && !this.#certain.has(read ?? '') ? other : read
  }

  #dayOf(text: string): string | null {
    const iso = /^(\d{4})-?(\d\d)-?(\d\d)(?!\d)/.exec(text)
    if (iso) {
      const day = validDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
      if (day !== null) this.#certain.add(day)
      return day
    }
    if (/^1\d{9}(?:\d{3})?$/.test(text)) return new Date(Number(text.padEnd(13, '0'))).toISOString().slice(0, 10)
    const found = findDate(text, this.#language)
    return found && validDay(found.year, found.month, found.day)
  }

  /** A date in the future, or before there were web pages, is something else. */
  #add(day: string | null, marks: readonly DateMark[]): DateCandidate | undefined {
    if (day === null || day < '1990' || Date.parse(day) > this.#now + 2 * DAY_MS) return undefined
    let candidate = this.#byDay.get(day)
    if (!candidate) {
      if (this.#byDay.size === MAX_CANDIDATES) return undefined
      candidate = { day, text: day, marks: new Set() }
      this.#byDay.set(day, candidate)
    }
    for (const mark of marks) candidate.marks.add(mark)
    return candidate
  }
}
