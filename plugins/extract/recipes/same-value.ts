import { readNumber } from '../structured/values/number.ts'

/** Codes of the currencies that a sign may stand for. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN'],
  '€': ['EUR'],
  '£': ['GBP'],
  '¥': ['JPY', 'CNY'],
  '₹': ['INR'],
  '₽': ['RUB'],
  '₩': ['KRW'],
  '₺': ['TRY'],
  '₴': ['UAH'],
  zł: ['PLN'],
}
/** Characters by which another spelling may exceed twice the length. */
const LONGER = 40
const AMOUNT = /^(?<before>\p{Sc}|[A-Z]{3})?\s?(?<number>\d[\d.,'’\s]{0,30})(?<after>\p{Sc}|[A-Z]{3}|zł)?$/u

/**
 * Whether a page's value is what a model returned, in another spelling: other white space, quotation marks or dashes,
 * or the same amount or number in other digits. A value that says more or less is a different one.
 */
export function isSameValue(given: unknown, wanted: unknown): boolean {
  if (given === wanted) return true
  if (typeof given !== 'string' || typeof wanted !== 'string') return false
  if (given.length > 2 * wanted.length + LONGER) return false
  const [one, other] = [plain(given), plain(wanted)]
  return one === other ? one !== '' : isSameAmount(one, other)
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[‘’‚]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‐‑‒–—]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()

function isSameAmount(one: string, other: string): boolean {
  const [first, second] = [AMOUNT.exec(one)?.groups, AMOUNT.exec(other)?.groups]
  if (!first || !second) return false
  const [paid, charged] = [first, second].map(({ before, after }) => currenciesOf(before ?? after))
  if (paid === undefined ? charged !== undefined : !charged?.some((code) => paid.includes(code))) return false
  return numbersOf(first.number!).some((number) => numbersOf(second.number!).includes(number))
}

const currenciesOf = (sign: string | undefined): readonly string[] | undefined =>
  sign === undefined ? undefined : (CODES[sign] ?? [sign])

/** What a number may be: `1.234` is one number or another, depending on the language. */
const numbersOf = (text: string): number[] =>
  [true, false].flatMap((commaIsPoint) => readNumber(text, commaIsPoint) ?? [])
