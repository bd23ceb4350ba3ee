/** The languages whose month names are tried if a page does not declare its language. */
const COMMON =
  'en de fr es it pt nl pl cs sk sv da nb fi ru uk tr hu ro el hr sl bg sr lt lv et ca id ms ar he hi'.split(' ')

const english: ReadonlyMap<string, number> = namesOf(
  'january february march april may june july august september october november december',
  'jan feb mar apr may jun jul aug sep oct nov dec',
).set('sept', 9)

function namesOf(...lists: readonly string[]): Map<string, number> {
  return new Map(lists.flatMap((list) => list.split(' ').map((name, at): [string, number] => [name, at + 1])))
}

const byLanguage = new Map<string, ReadonlyMap<string, number>>([['en', english]])
let common: ReadonlyMap<string, number> | undefined

/**
 * The names of the months, in lower case without full stops, in a language and in English; in all common languages if
 * the language is unknown.
 */
export function monthNames(language: string | null): ReadonlyMap<string, number> {
  if (language === null) {
    // If a name means different months in two languages (Czech and Polish `srpen`, Croatian `listopad`), the first
    // counts.
    common ??= new Map(COMMON.flatMap((each) => [...monthNames(each)]).reverse())
    return common
  }
  const key = language.toLowerCase().split(/[-_]/)[0] ?? ''
  let names = byLanguage.get(key)
  if (!names) {
    names = /^[a-z]{2,3}$/.test(key) ? new Map([...english, ...localNames(key)]) : english
    byLanguage.set(key, names)
  }
  return names
}

/** Long and short names, by themselves and as in a date (`март`, `марта`, `мар`). */
function localNames(language: string): [string, number][] {
  const shapes: Intl.DateTimeFormatOptions[] = [
    { month: 'long' },
    { month: 'short' },
    { month: 'long', day: 'numeric', year: 'numeric' },
    { month: 'short', day: 'numeric', year: 'numeric' },
  ]
  return shapes.flatMap((shape) => {
    const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory`, { ...shape, timeZone: 'UTC' })
    return Array.from({ length: 12 }, (_, at) => at + 1).flatMap((month): [string, number][] => {
      const part = format.formatToParts(Date.UTC(2024, month - 1, 15)).find(({ type }) => type === 'month')
      const name = part?.value.toLowerCase().replaceAll('.', '') ?? ''
      return /^\p{L}[\p{L}\p{M}]*$/u.test(name) ? [[name, month]] : []
    })
  })
}
