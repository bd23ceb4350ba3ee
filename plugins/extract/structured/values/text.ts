import { decodeHTML, decodeHTMLStrict } from 'entities/decode'
import { isObject } from 'weirjs/toolkit'
import { listOf, type Thing, valuesAt } from '../thing.ts'

/** Properties that name a thing, best first. */
const CALLED = [
  'name',
  'headline',
  'title',
  'legalName',
  'alternateName',
  'text',
  'value',
  'ratingValue',
  'price',
  'url',
  'contentUrl',
]
const ADDRESS = ['streetAddress', 'postalCode', 'addressLocality', 'addressRegion', 'addressCountry']
/** The deepest nesting of steps in sections. */
const DEEPEST = 5

/** The text of a thing, or its name; null if it has neither. */
export const textOf = (value: unknown, depth = 0): string | null => {
  if (typeof value === 'string') return plain(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (!isObject(value) || depth > DEEPEST) return null
  for (const name of CALLED) {
    const [own] = listOf(value[name])
    const text = own === undefined ? null : textOf(own, depth + 1)
    if (text !== null) return withUnit(value, name, text)
  }
  const hours = hoursOf(value)
  if (hours !== null) return hours
  const range = [value.minValue, value.maxValue].flatMap((end) => textOf(end, depth + 1) ?? [])
  if (range.length > 0) return withUnit(value, 'value', [...new Set(range)].join('–'))
  const parts = ADDRESS.flatMap((name) => valuesAt(value, [name]).slice(0, 1)).map((part) => textOf(part, depth + 1))
  const address = parts.filter((part) => part !== null).join(', ')
  if (address !== '') return address
  return isObject(value.address) ? textOf(value.address, depth + 1) : null
}

/** Units by their common code. Source: UN/CEFACT, recommendation 20. */
const UNITS: Readonly<Record<string, string>> = {
  KGM: 'kg',
  GRM: 'g',
  LBR: 'lb',
  ONZ: 'oz',
  MTR: 'm',
  CMT: 'cm',
  MMT: 'mm',
  INH: 'in',
  FOT: 'ft',
  LTR: 'l',
  MLT: 'ml',
  MTK: 'm²',
  WTT: 'W',
  KWT: 'kW',
  VLT: 'V',
}

const withUnit = (thing: Thing, name: string, text: string): string => {
  const unit = name === 'value' ? (thing.unitText ?? UNITS[String(thing.unitCode)] ?? thing.currency) : undefined
  return typeof unit === 'string' ? `${text} ${unit}` : text
}

/** Opening hours: `Monday, Tuesday 09:00–17:00`. From midnight to midnight means closed. */
const hoursOf = ({ dayOfWeek, opens, closes }: Thing): string | null => {
  if (typeof opens !== 'string' || typeof closes !== 'string') return null
  const days = listOf(dayOfWeek).flatMap((day) => (typeof day === 'string' ? day.split('/').at(-1)! : []))
  const [from, to] = [opens, closes].map((time) => time.slice(0, 'hh:mm'.length))
  return [days.join(', '), from === '00:00' && to === from ? 'closed' : `${from}–${to}`].join(' ').trim()
}

/** The texts of a list: one per item, per step of a section, or per line of a text. */
export const textsOf = (value: unknown, depth = 0): string[] => {
  if (Array.isArray(value)) return value.flatMap((each) => textsOf(each, depth))
  if (isObject(value) && depth < DEEPEST && Array.isArray(value.itemListElement) && value.type !== 'HowToStep')
    return textsOf(value.itemListElement, depth + 1)
  // A step is identified by its text; what is given as its name is a shortened copy.
  if (isObject(value) && value.type === 'HowToStep' && typeof value.text === 'string') return textsOf(value.text)
  if (typeof value === 'string')
    return withBreaks(value)
      .split(/\n+/)
      .map(plain)
      .filter((text) => text !== '')
  const text = textOf(value)
  return text === null || text === '' ? [] : [text]
}

const withBreaks = (text: string) => text.replace(/<(?:br|\/p|\/li|\/div)\b[^<>]{0,100}>/gi, '\n')

/** Markup within words and before punctuation, which separates nothing. */
const INLINE = /<\/?(?:a|abbr|b|em|i|mark|s|small|span|strong|sub|sup|u)(?:\s[^<>]{0,2000})?>/gi

/** A text without the markup and entities that some pages leave in their data, with single spaces. */
const plain = (text: string): string => {
  const bare = /<[a-z/!]/i.test(text) ? text.replace(INLINE, '').replace(/<[^<>]{0,2000}>/g, ' ') : text
  // Some data are encoded twice.
  const decoded = bare.includes('&') ? decodeHTMLStrict(decodeHTML(bare)) : bare
  return decoded.replace(/\s+/g, ' ').trim()
}
