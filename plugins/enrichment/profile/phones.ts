import { distinct } from './company.ts'

/** A number behind a word for telephone, or with its country's code; fax numbers are none. */
const LABELLED =
  /(?<![\p{L}\p{N}])(?:tel|telefon|telefono|teléfono|telefone|téléphone|phone|fon|call us|hotline|mobile?|mobil|телефон|電話)\.?(?:number|nummer)?[ \t*_|:.\]]{0,6}(\+?\(?\d[\d ()/.-]{5,22}\d)/giu
const INTERNATIONAL = /(?<![\p{L}\p{N}+])(\+\d[\d ()/.-]{6,22}\d)/gu
const FAX = /(?:fax|téléfax|факс)[^\p{L}\p{N}+]{0,8}$/iu

/** Characters of a text that are looked at. */
const MAX_LENGTH = 100_000

export const digitsOf = (text: string) => text.replace(/\D/g, '')

/** Whether it may be a telephone number. Source: ITU-T E.164, at most 15 digits. */
export function isPhone(text: string): boolean {
  const { length } = digitsOf(text)
  return length >= 6 && length <= 15
}

/** Numbers are the same that end in the same digits, with or without the code of a country. */
export const distinctPhones = (phones: Iterable<string>): string[] =>
  distinct(phones, (phone) => (isPhone(phone) ? digitsOf(phone).slice(-7) : ''))

/** The telephone numbers that a text tells, as they are written. */
export function* phonesIn(text: string): Generator<string> {
  const start = text.slice(0, MAX_LENGTH)
  for (const pattern of [LABELLED, INTERNATIONAL]) {
    for (const { 0: all, 1: number = '', index } of start.matchAll(pattern)) {
      const before = start.slice(Math.max(0, index - 20), index + all.length - number.length)
      if (isPhone(number) && !FAX.test(before)) yield number.trim()
    }
  }
}
