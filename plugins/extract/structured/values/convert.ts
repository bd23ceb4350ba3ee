import { isObject } from 'weirjs/toolkit'
import { isoDay, isoTime } from '../../../content/toolkit.ts'
import { FORMATS } from '../../json-schema/formats.ts'
import type { Shape } from '../shape.ts'
import { listOf } from '../thing.ts'
import { keyOf, wordsOf } from '../words.ts'
import { asDuration, readMinutes, readNumber } from './number.ts'
import { textOf, textsOf } from './text.ts'

/** Where a value comes from, and what it is wanted as. */
export interface Place {
  /** The base URL of relative URLs. */
  url: string
  /** The words of the property's name. */
  words: readonly string[]
  /** Whether the page's language has a decimal comma and the value comes from its text. */
  commaIsPoint: boolean
  /** The language of the page, which decides about `3/4/2024`. */
  language?: string | null
  /** Whether the value comes from the page's text, in which a word is no relative URL. */
  isText?: boolean
}

const YES = new Set([
  'true',
  'yes',
  'y',
  '1',
  'ja',
  'oui',
  'si',
  'sim',
  'instock',
  'available',
  'onlineonly',
  'limitedavailability',
  'lieferbar',
  'auflager',
  'verfugbar',
  'enstock',
  'telecommute',
  ...['да', 'так', 'evet', 'tak', 'ano', 'ναι', 'نعم', 'כן', 'ใช่', 'はい', '是', '예', 'हाँ'].map(keyOf),
  ...['在庫あり', '在庫有り', '有货', '有貨', '現貨', '现货', '재고있음', '구매가능', 'в наличии', 'є в наявності'].map(
    keyOf,
  ),
  ...['stokta', 'stokta var', 'dostępny', 'skladem', 'متوفر', 'במלאי', 'διαθέσιμο', 'มีสินค้า', 'en existencia'].map(
    keyOf,
  ),
  ...['disponível', 'disponible', 'disponibile', 'op voorraad', 'i lager', 'på lager', 'em estoque'].map(keyOf),
])
const NO = new Set([
  'false',
  'no',
  'n',
  '0',
  'nein',
  'non',
  'nao',
  'outofstock',
  'soldout',
  'unavailable',
  'notavailable',
  'discontinued',
  'nichtlieferbar',
  'ausverkauft',
  ...['нет', 'ні', 'hayır', 'nie', 'ne', 'όχι', 'لا', 'לא', 'ไม่ใช่', 'いいえ', '否', '아니요', 'नहीं'].map(keyOf),
  ...['在庫なし', '在庫切れ', '売り切れ', '完売', '品切れ', '缺货', '缺貨', '售罄', '품절', '재고없음'].map(keyOf),
  ...['нет в наличии', 'немає в наявності', 'stokta yok', 'tükendi', 'niedostępny', 'vyprodáno', 'esgotado'].map(keyOf),
  ...['غير متوفر', 'אזל מהמלאי', 'εξαντλημένο', 'สินค้าหมด', 'agotado', 'esaurito', 'épuisé', 'rupture de stock'].map(
    keyOf,
  ),
])
const SYMBOLS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₽': 'RUB',
  '₩': 'KRW',
  '₺': 'TRY',
  '₴': 'UAH',
  '₪': 'ILS',
  '฿': 'THB',
  '₫': 'VND',
  '₸': 'KZT',
  '₱': 'PHP',
  '₦': 'NGN',
  R$: 'BRL',
  NT$: 'TWD',
  HK$: 'HKD',
  US$: 'USD',
  円: 'JPY',
  원: 'KRW',
  บาท: 'THB',
  zł: 'PLN',
  Kč: 'CZK',
  Ft: 'HUF',
  TL: 'TRY',
  руб: 'RUB',
  грн: 'UAH',
  лв: 'BGN',
}
/** Properties whose several values are joined to one text. */
export const TOGETHER = new Set([
  'author',
  'authors',
  'keywords',
  'tags',
  'genre',
  'category',
  'cuisine',
  'ingredients',
  'instructions',
  'directions',
  'steps',
  'performer',
  'performers',
  'actors',
  'director',
  'artists',
  'speakers',
  'hours',
  'type',
])
const ADDRESSES = new Set(['uri', 'url', 'iri', 'uri-reference'])

/** A value of a page as a text, number or boolean of a schema; undefined if it cannot be one. */
export const convert = (
  value: unknown,
  { kind, schema }: Shape,
  place: Place,
): string | number | boolean | undefined => {
  if (Array.isArray(schema.enum)) return oneOf(value, schema.enum)
  if ('const' in schema) return oneOf(value, [schema.const])
  if (kind === 'string') return asString(value, schema.format, place)
  const [first] = listOf(value)
  if (kind === 'boolean') return asBoolean(first)
  const number = asNumber(first, place)
  if (number === undefined || (kind === 'integer' && !Number.isInteger(number))) return undefined
  const { minimum, maximum } = schema
  const fits = number >= Number(minimum ?? number) && number <= Number(maximum ?? number)
  return fits ? number : undefined
}

/** The enum value that a page means: `InStock` is `in_stock`. */
const oneOf = (value: unknown, values: readonly unknown[]): string | number | boolean | undefined => {
  for (const each of listOf(value)) {
    const text = textOf(each)
    const found = text === null ? undefined : meantBy(text, values)
    if (typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean') return found
  }
  return undefined
}

/** The value that is written like a text, or else the only one with the same words: `C#` is neither `C` nor `C++`. */
const meantBy = (text: string, values: readonly unknown[]): unknown => {
  const written = values.find((one) => String(one).toLowerCase() === text.toLowerCase() && one !== null)
  if (written !== undefined) return written
  const key = keyOf(text)
  const alike = key === '' ? [] : values.filter((one) => one !== null && keyOf(String(one)) === key)
  return alike.length === 1 ? alike[0] : undefined
}

const asString = (value: unknown, format: unknown, place: Place): string | undefined => {
  if (typeof format === 'string' && ADDRESSES.has(format)) return asAddress(value, place)
  if (place.words.some((word) => word === 'url' || word === 'link' || word === 'href')) return asAddress(value, place)
  if (IMAGES.has(place.words.join(''))) return asAddress(value, place) ?? asPlain(value, place)
  const text = asPlain(value, place)
  if (text === undefined) return undefined
  if (format === 'date' || format === 'date-time') return asTime(text, format, place.language)
  if (format === 'duration') return FORMATS.duration!.fits(text) ? text : durationOf(text)
  if (format === 'email') return text.replace(/^mailto:/i, '').split('?')[0]
  if (place.words.at(-1) === 'currency') return asCurrency(text)
  return text
}

const IMAGES = new Set([
  'image',
  'photo',
  'picture',
  'thumbnail',
  'logo',
  'cover',
  'poster',
  'mainimage',
  'images',
  'photos',
])

const asPlain = (value: unknown, { words }: Place): string | undefined => {
  const texts = Array.isArray(value) && TOGETHER.has(words.at(-1) ?? '') ? textsOf(value) : []
  const text = texts.length > 1 ? [...new Set(texts)].join(isLong(texts) ? '\n' : ', ') : textOf(listOf(value)[0])
  return text === null || text === '' ? undefined : text.replace(/^mailto:|^tel:/i, '')
}

const isLong = (texts: readonly string[]) => texts.some((text) => text.length > 60)

/** A relative URL may be any word, but a word or number is hardly ever one. */
const ANY_URL = /^[a-z][a-z\d+.-]{0,20}:|[/#?]|\.[a-z]/i
/** What a URL begins with that is written out in a text. */
const WRITTEN_URL = /^(?:[a-z][a-z\d+.-]{0,20}:|\/|www\.)/i

const asAddress = (value: unknown, { url, isText = false }: Place): string | undefined => {
  for (const each of listOf(value)) {
    const text = isObject(each) ? textOf(each.contentUrl ?? each.url ?? each.id ?? each) : textOf(each)
    const isNone = text === null || /\s/.test(text) || !(isText ? WRITTEN_URL : ANY_URL).test(text)
    const address = isNone ? null : URL.parse(text.replace(/^www\./i, 'https://www.'), url)
    if (address && /^(?:https?|mailto|tel|ftp):$/.test(address.protocol)) return address.href
  }
  return undefined
}

/** The date as the page writes it, whatever it is in UTC; with the time if the page has one. */
const asTime = (text: string, format: 'date' | 'date-time', language: string | null = null): string | undefined => {
  if (format === 'date') return isoDay(text, language) ?? undefined
  if (FORMATS['date-time']!.fits(text)) return text
  const time = isoTime(text, language)
  return time !== null && time.length > 10 ? time : undefined
}

const durationOf = (text: string): string | undefined => {
  const minutes = readMinutes(text)
  return minutes === null ? undefined : asDuration(minutes)
}

const asCurrency = (text: string): string | undefined => {
  const code = /(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/.exec(text)?.[0]
  if (code !== undefined) return code
  const parts = text.split(/[^\p{L}\p{M}\p{Sc}]+/u)
  const named = parts.find((part) => Object.hasOwn(SYMBOLS, part))
  return SYMBOLS[named ?? /\p{Sc}/u.exec(text)?.[0] ?? '']
}

const asBoolean = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value
  const words = wordsOf(textOf(value) ?? '')
  for (const key of [words.join(''), words[0] ?? '']) {
    if (YES.has(key)) return true
    if (NO.has(key)) return false
  }
  return undefined
}

const asNumber = (value: unknown, { commaIsPoint, words }: Place): number | undefined => {
  if (typeof value === 'number') return value
  const text = textOf(value)
  if (text === null) return undefined
  // `1:30` may be hours and minutes, or minutes and seconds.
  if (isTime(words) && /^\d{1,3}:\d\d/.test(text)) return undefined
  if (!/^P[\dT]/.test(text) && !(isTime(words) && /\p{L}/u.test(text)))
    return readNumber(text, commaIsPoint) ?? undefined
  const minutes = readMinutes(text)
  if (minutes === null) return undefined
  if (words.some((word) => /^sec/.test(word))) return Math.round(minutes * 60)
  return words.some((word) => /^h(?:ou)?rs?$/.test(word)) ? minutes / 60 : minutes
}

const isTime = (words: readonly string[]) =>
  words.some((word) => /^(?:time|duration|minutes|hours|seconds|runtime)$/.test(word))
