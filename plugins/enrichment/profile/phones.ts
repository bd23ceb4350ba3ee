import { asciiDigits } from 'weirjs'
import { distinct } from './company.ts'

/** Words for telephone, with possible additions: "Phone number", "Tel/Fax", "Tel. no". */
const WORD =
  /(?:t[eé]l(?:ef[oó]n[eo]?|efoon|ephone|éphone)?|phone|fono?|ph|call(?: us)?|hotline|mobile?|cell|portable|puh(?:elin)?|tlf|toll[- ]free|freephone|whatsapp|тел(?:ефон)?|τηλ(?:έφωνο)?|電話(?:番号)?|电话|전화(?:번호)?)/
const NUMBERED = /\.?(?: ?(?:number|nummer|no|nr|n°))?\.?(?: ?[/&] ?(?:tele)?fax)?/
/** A number on a line of its own may follow its label on the line above. */
const BEHIND = /(?:[ \t*_|:.[\]]{0,6}|[ \t*_|:.[\]]{0,6}\n+(?=[(+\d][^\n\p{L}]*(?:\n|$)))/u
const NUMBER = /\(?\+?\(?\d[\d ()/.‐‑–−ー-]{5,24}\d/
const FAX_WORD = /(?:fax|faks|факс|φαξ|傳真|传真|팩스|ファックス|ファクス)/
/** A number after a word for telephone, or with a country code; fax numbers are excluded. */
const LABELLED = new RegExp(
  `(?<![\\p{L}\\p{N}])${WORD.source}${NUMBERED.source}${BEHIND.source}(${NUMBER.source})`,
  'giu',
)
/** Words of other scripts, before which another may stand without a space: `お電話`, `联系电话`, `الهاتف`. */
const OF_OTHER_SCRIPTS =
  /(?:[お\p{Script=Han}](?:電話|电话)|[가-힣]전화|热线|熱線|專線|هاتف|تليفون|تلفون|جوال|טלפון|טל['׳]|נייד|โทรศัพท์|โทร|फ़ोन|फोन|दूरभाष)[ \t*_|:.[\]]{0,6}([+(]{0,2}\d[\d ()/.‐‑–−ー-]{5,24}\d)/gu
const INTERNATIONAL = /(?<![\p{L}\p{N}+])(\(?\+\(?\d[\d ()/.‐‑–−ー-]{6,24}\d)/gu
/** Labels of fax numbers: "Fax", "Faxnummer:", "F:". "Tel/Fax" is for both. */
const FAX = new RegExp(
  `(?:(?<!t[eé]l(?:efon|ephone)?\\.? ?[/&] ?(?:tele)?|phone ?[/&] ?)${FAX_WORD.source}${NUMBERED.source}|(?<![\\p{L}\\p{N}])F)[^\\p{L}\\p{N}+]{0,8}$`,
  'iu',
)
const OTHER_FAX = /(?:فاكس|פקס|โทรสาร|แฟกซ์)[^\p{L}\p{N}+]{0,8}$/u
const FAXED = new RegExp(`${FAX_WORD.source}${NUMBERED.source}${BEHIND.source}(${NUMBER.source})`, 'giu')

/** The most characters of a text that are searched. */
const MAX_LENGTH = 100_000

export const digitsOf = (text: string) => text.replace(/\D/g, '')

/** Whether it may be a telephone number. Source: ITU-T E.164, at most 15 digits. */
export function isPhone(text: string): boolean {
  const { length } = digitsOf(text)
  return length >= 6 && length <= 15
}

/** Numbers are equal if they end in the same digits, with or without a country code. */
export const sameNumber = (phone: string): string => (isPhone(phone) ? digitsOf(phone).slice(-7) : '')

export const distinctPhones = (phones: Iterable<string>): string[] => distinct(phones, sameNumber)

/** The beginning of a text, without the targets of its links, and with its digits, spaces and brackets in ASCII. */
const plain = (text: string) => asciiDigits(text.slice(0, MAX_LENGTH).normalize('NFKC')).replace(/\]\([^()\s]*\)/g, ']')

/** An unclosed bracket at the start belongs to the surrounding text. */
const tidy = (number: string) => number.trim().replace(/^\((?=[^)]*$)/, '')

/** The telephone numbers in a text, as they are written. */
export function* phonesIn(text: string): Generator<string> {
  const start = plain(text)
  for (const pattern of [LABELLED, OF_OTHER_SCRIPTS, INTERNATIONAL]) {
    for (const { 0: all, 1: number = '', index } of start.matchAll(pattern)) {
      const before = start.slice(Math.max(0, index - 20), index + all.length - number.length)
      // A count such as "+10 000 000" is no telephone number, unless it has a label.
      const isCount = pattern === INTERNATIONAL && /^\+\d{1,3}(?:[ .]000)+$/.test(number)
      if (isPhone(number) && !isCount && !FAX.test(before) && !OTHER_FAX.test(before)) yield tidy(number)
    }
  }
}

/** The fax numbers in a text. */
export function* faxesIn(text: string): Generator<string> {
  for (const { 1: number = '' } of plain(text).matchAll(FAXED)) yield number
}
