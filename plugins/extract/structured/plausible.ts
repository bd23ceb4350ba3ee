import type { WantedProperty } from './look-up.ts'

/** Placeholders in forms. */
const PROMPT = /^(?:enter|select|choose|please|type|pick|bitte|wählen|geben|saisir|sélectionnez|seleccione)\s/i
/** Words of a label after a value on the same line. */
const LABEL_WORDS = 3
/** Pictures that belong to the site, not to its content. */
const SIGN = /(?:^|[^a-z])(?:logo|placeholder|favicon|sprite|spacer)(?:[^a-z]|$)/i

/**
 * Limits for plausible values: words of a description in the text, characters of a step without a full stop, and
 * ingredients with amounts.
 */
const MIN_WORDS = 4
const MIN_STEP = 45
const MIN_AMOUNTS = 0.3

const CODES = new Set(['sku', 'gtin', 'mpn', 'isbn', 'model', 'asin'])
const LONG = new Set(['description', 'text', 'ingredients', 'instructions', 'review', 'reviews', 'skills'])

/**
 * The part of a value that may belong to its property; null if none can, as a wrong value is worse than none. Items
 * of schema.org are trusted, except for site icons and obfuscated addresses; what follows a label in the text may be
 * anything.
 */
export const plausible = (value: unknown, isText: boolean, wanted: WantedProperty): unknown => {
  const name = wanted.concept?.names[0] ?? wanted.key
  if (typeof value === 'string') return plausibleText(value, isText, name)
  return isText && Array.isArray(value) && !isPlausibleList(value, name) ? null : value
}

function plausibleText(value: string, isText: boolean, name: string): string | null {
  if (name === 'email' && !/[^\s@]@[^\s@]+\.[^\s@]/.test(value)) return null
  if (name === 'image' && isSign(value)) return null
  if (!isText) return value
  if (PROMPT.test(value) && !LONG.has(name)) return null
  if (name === 'description') return value.split(/\s+/, MIN_WORDS).length < MIN_WORDS ? null : value
  if (LONG.has(name)) return value
  const own = withoutNextLabel(value)
  if (name === 'telephone') return phoneOf(own)
  return CODES.has(name) ? codeOf(own) : own
}

/** A phone number in digits at the start of a longer text. */
const PHONE = /^[^\p{L}\d]{0,4}\d[\d\s()./–-]{3,30}\d/u
/** The most characters of a phone number with words. */
const MAX_PHONE = 40

const phoneOf = (text: string): string | null => {
  if (text.replace(/\D/g, '').length < 5) return null
  if (text.length <= MAX_PHONE) return text
  return PHONE.exec(text)?.[0] ?? null
}

/** Where a label starts that the page sets apart only visually: `291 kcalProtein: 5 g`. */
const GLUED_LABEL = /(?<=[\p{Ll}\d])(?=\p{Lu}\p{Ll}{1,30}:)/gu

/** `AU4 Category: Cups`, without what is another value. */
function withoutNextLabel(text: string): string {
  const words = text.replace(GLUED_LABEL, ' ').split(/\s+/)
  const next = words.findIndex(
    (word, i) =>
      i > 0 && /^\p{Lu}/u.test(word) && words.slice(i, i + LABEL_WORDS).some((each) => /\p{L}:$/u.test(each)),
  )
  return next < 0 ? text : words.slice(0, next).join(' ')
}

/** The code at the start of a text; prose after it is not part of it. */
const codeOf = (text: string): string | null => {
  const [first = '', ...others] = text.split(/\s+/)
  if (others.length === 0) return first
  return others.some((word) => /\p{Ll}/u.test(word)) ? (/\d/.test(first) ? first : null) : text
}

const isSign = (address: string) => SIGN.test(address.split(/[?#]/, 1)[0]!.split('/').at(-1)!)

/** Steps are sentences, and ingredients have amounts. */
function isPlausibleList(list: readonly unknown[], name: string): boolean {
  const texts = list.filter((each) => typeof each === 'string')
  if (texts.length < list.length) return true
  if (name === 'instructions') {
    const sentences = texts.filter((text) => text.length >= MIN_STEP || /[.!?。]$/.test(text.trim()))
    return sentences.length > texts.length / 2
  }
  if (name !== 'ingredients') return true
  return texts.length > 1 && texts.filter((text) => /[\p{Nd}\p{No}]/u.test(text)).length >= MIN_AMOUNTS * texts.length
}
