/** Currency signs and codes before a number. */
const AMOUNT =
  /^[^\p{N}\p{L}−-]{0,4}(?:[\p{L}.]{1,12}[^\p{N}\p{L}−-]{0,4}){0,2}([-−]?\p{Nd}[\p{Nd}.,'’\u00a0\u202f ]{0,30})/u
const MINUTES: Readonly<Record<string, number>> = { d: 1440, h: 60, m: 1, s: 1 / 60 }

/**
 * The number at the start of a text: `24,50 €`, `$1,299.00`, `4.5 out of 5`, `1.234,56`, `1 299 kr`. Null if there is
 * none; a currency and a word or two may precede it. `commaIsPoint` decides about `1,234` and `1.234`.
 */
export const readNumber = (text: string, commaIsPoint: boolean): number | null => {
  const found = AMOUNT.exec(text.trim())?.[1]
  if (found === undefined) return null
  const sign = /^[-−]/.test(found) ? -1 : 1
  const digits = withoutGroups(found.replace(/^[-−]/, ''), commaIsPoint)
  const number = Number(digits)
  return digits === '' || !Number.isFinite(number) ? null : sign * number
}

/** A number in JavaScript's spelling, without thousands separators. */
const withoutGroups = (text: string, commaIsPoint: boolean): string => {
  // A space only separates thousands; in `12 34` it separates two numbers.
  const grouped = /^\d{1,3}(?:[\s'’]\d{3})+(?=\D|$)(?:[.,]\d+)?/u.exec(text)?.[0] ?? /^[\d.,]+/.exec(text)?.[0] ?? ''
  const bare = /^[\d.,]*\d/.exec(grouped.replace(/[\s'’]/gu, ''))?.[0] ?? ''
  const [comma, point] = [bare.lastIndexOf(','), bare.lastIndexOf('.')]
  if (comma >= 0 && point >= 0) return comma > point ? asPoint(bare, '.', ',') : asPoint(bare, ',', '.')
  const mark = comma >= 0 ? ',' : '.'
  const parts = bare.split(mark)
  if (parts.length === 1) return bare
  const isGrouping = parts.slice(1).every((part) => part.length === 3) && parts[0]!.length <= 3 && parts[0] !== '0'
  if (parts.length > 2) return isGrouping ? parts.join('') : ''
  if (isGrouping && (mark === ',') !== commaIsPoint) return parts.join('')
  return parts.join('.')
}

const asPoint = (text: string, groups: string, point: string) => text.replaceAll(groups, '').replace(point, '.')

/** The minutes of a duration in ISO 8601 or in words: `PT1H30M`, `1 hr 30 min`; null if it is not one. */
export const readMinutes = (text: string): number | null => {
  const iso = /^P(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})(?:\.\d{1,9})?S)?)?$/.exec(text.trim())
  if (iso) {
    const parts = iso.slice(1)
    if (parts.every((part) => part === undefined)) return null
    return parts.reduce((sum, part, i) => sum + Number(part ?? 0) * MINUTES['dhms'[i]!]!, 0)
  }
  let minutes: number | null = null
  const WORDS =
    /(\d{1,6}(?:[.,]\d{1,2})?)\s?(days?|tage?n?|hours?|hrs?|h|stunden?|std|minutes?|minuten?|mins?|m|seconds?|secs?|s)(?![\p{L}])/giu
  for (const [, count, unit] of text.slice(0, 100).matchAll(WORDS)) {
    const letter = unit!.toLowerCase().replace(/^st/, 'h').replace(/^t/, 'd')[0]!
    minutes = (minutes ?? 0) + Number(count!.replace(',', '.')) * MINUTES[letter]!
  }
  return minutes
}

/** Minutes as an ISO 8601 duration. */
export const asDuration = (minutes: number): string => {
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)]
  return `PT${hours > 0 ? `${hours}H` : ''}${rest > 0 || hours === 0 ? `${rest}M` : ''}`
}
