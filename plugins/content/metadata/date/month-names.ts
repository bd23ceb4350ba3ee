import { commonMonthNames } from './common-month-names.ts'
import { otherMonthNames } from './other-month-names.ts'

type MonthNames = ReadonlyMap<string, number>

const readNames = (names: string): MonthNames =>
  new Map(
    names
      .split(' ')
      .flatMap((same, at) => same.split('/').map((name): [string, number] => [name.replace('_', ' '), at + 1])),
  )

const english = readNames(commonMonthNames.en!)
const byLanguage = new Map<string, MonthNames>([['en', english]])
let common: MonthNames | undefined

/**
 * The names of the months, in lower case without full stops, in a language and in English; in all common languages if
 * the language is unknown.
 */
export function monthNames(language: string | null): MonthNames {
  if (language === null) {
    // If a name means different months in two languages (Czech and Polish `srpen`, Croatian `listopad`), the first
    // counts.
    common ??= new Map(
      Object.keys(commonMonthNames)
        .flatMap((each) => [...monthNames(each)])
        .reverse(),
    )
    return common
  }
  const key = language.toLowerCase().split(/[-_]/)[0] ?? ''
  const known = byLanguage.get(key)
  if (known) return known
  const own = ownNames(key)
  if (!own) return english
  const names = new Map([...english, ...own])
  byLanguage.set(key, names)
  return names
}

/** Undefined for what is no language, of which pages can declare any number. */
function ownNames(language: string): MonthNames | undefined {
  if (Object.hasOwn(commonMonthNames, language)) return readNames(commonMonthNames[language]!)
  const isKnown = /^[a-z]{2,3}$/.test(language) && Intl.DateTimeFormat.supportedLocalesOf(language).length > 0
  return isKnown ? namesByIntl(language) : undefined
}

/** Long and short names, by themselves and as in a date (`март`, `марта`, `мар`). */
export function namesByIntl(language: string): MonthNames {
  const shapes: Intl.DateTimeFormatOptions[] = [
    { month: 'long' },
    { month: 'short' },
    { month: 'long', day: 'numeric', year: 'numeric' },
    { month: 'short', day: 'numeric', year: 'numeric' },
  ]
  const names = shapes.flatMap((shape) => {
    const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory`, { ...shape, timeZone: 'UTC' })
    return Array.from({ length: 12 }, (_, at) => at + 1).flatMap((month): [string, number][] => {
      const part = format.formatToParts(Date.UTC(2024, month - 1, 15)).find(({ type }) => type === 'month')
      const name = part?.value.toLowerCase().replaceAll('.', '') ?? ''
      return /^\p{L}[\p{L}\p{M}]*$/u.test(name) ? [[name, month]] : []
    })
  })
  return new Map(names)
}

/** Marks above and below letters, and the dot below letters of Hindi: both are often left out. */
const MARKS = /[\u0300-\u036f\u0653-\u0655\u093c]/g

/** A name without accents, as pages write it in capitals (`AOUT`, `ΜΑΡΤΙΟΥ`) or on a keyboard without them. */
const bare = (name: string) => name.toLowerCase().normalize('NFD').replace(MARKS, '').replaceAll('ı', 'i')

const bareOf = (names: MonthNames): MonthNames => new Map([...names].map(([name, month]) => [bare(name), month]))

const bareNames = new Map<MonthNames, MonthNames>()
let others: MonthNames | undefined

/**
 * The month with this name in a language, however it is spelled; if that has no such name, in any common language,
 * because pages often declare the wrong one.
 */
export function monthOf(name: string, language: string | null): number | undefined {
  const written = bare(name)
  for (const names of [monthNames(language), monthNames(null)]) {
    if (!bareNames.has(names)) bareNames.set(names, bareOf(names))
    const month = bareNames.get(names)!.get(written)
    if (month !== undefined) return month
  }
  others ??= bareOf(new Map(otherMonthNames.flatMap((names) => [...readNames(names)])))
  return others.get(written)
}
