const SMALL_THEN_CAPITAL = /([\p{Ll}\d])(\p{Lu})/gu
const CAPITALS_THEN_WORD = /(\p{Lu})(\p{Lu}\p{Ll})/gu

/** The words of a name as code, vocabularies and people write them: `priceCurrency`, `price_currency`, `Price`. */
export const wordsOf = (name: string): string[] =>
  name
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(SMALL_THEN_CAPITAL, '$1 $2')
    .replace(CAPITALS_THEN_WORD, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** A name in the form in which it is compared: its words without separators, so that `e-mail` equals `email`. */
export const keyOf = (name: string): string => wordsOf(name).join('')

/** Keys for the singular and the plural. */
export const numbersOf = (key: string): string[] => {
  if (key.endsWith('ies')) return [key, `${key.slice(0, -3)}y`]
  return key.endsWith('s') ? [key, key.slice(0, -1)] : [key, `${key}s`]
}
