import { findDate } from './date/written-date.ts'

const ISO = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

/** A time of day behind a date, as in RFC 2822 or with `am` and `pm`. */
const TIME =
  /^,?\s{1,3}(\d\d?):(\d\d)(?::(\d\d))?(?:\s?([ap])\.?m\.?)?(?:\s?(Z|GMT|UTC?|[ECMP][SD]T|[+-]\d\d:?\d\d))?(?:\s\([A-Z]{1,5}\))?$/i

/**
 * A time as ISO 8601 in UTC with milliseconds, or only a date (`2024-03-01`) if no hour is given; null for anything
 * else. Reads ISO 8601, RFC 2822 and dates in words or numbers of a language; a time without a zone is read as UTC.
 */
export function isoTime(text: string, language: string | null = null): string | null {
  const value = text.trim()
  const iso = ISO.exec(value)
  if (iso) {
    const [, year, month, day, hour, minute, second = '00', zone = 'Z'] = iso
    const valid = validDay(Number(year), Number(month), Number(day))
    if (valid === null || hour === undefined) return valid
    const offset = zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`
    return utc(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`)
  }
  const found = findDate(value, language)
  const day = found && validDay(found.year, found.month, found.day)
  const time = found && TIME.exec(value.slice(found.end))
  if (day === null || !time) return day
  const [, written, minute, second = '00', half, zone = 'GMT'] = time
  const hour = half ? (Number(written) % 12) + (/p/i.test(half) ? 12 : 0) : Number(written)
  const offset = /^[zgu]/i.test(zone) ? 'GMT' : zone.toUpperCase().replace(':', '')
  // Engines differ in what `Date.parse` accepts beyond ISO; all of them parse RFC 2822 alike.
  const clock = `${String(hour).padStart(2, '0')}:${minute}:${second}`
  return utc(`${new Date(day).toUTCString().slice(0, 16)} ${clock} ${offset}`) ?? day
}

/** The day of a time (`2024-03-01`) as it is written, whatever it is in UTC; null if `isoTime` gives none. */
export function isoDay(text: string, language: string | null = null): string | null {
  const iso = ISO.exec(text.trim())
  if (iso) return validDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const found = findDate(text, language)
  return found && validDay(found.year, found.month, found.day)
}

/**
 * A day such as `2024-03-01`; null if it does not exist, such as the 31st of April, or if it is of the first century,
 * as .NET writes a day that is not known.
 */
export function validDay(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day))
  // Engines read the years before 100 as those of the 20th century.
  const exists = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return exists ? at.toISOString().slice(0, 10) : null
}

function utc(text: string): string | null {
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}
