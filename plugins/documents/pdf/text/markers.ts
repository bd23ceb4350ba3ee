/** Bullets. Those in the private use area are from the symbol fonts of Office. */
const BULLET =
  /^[•◦▪▫‣⁃●○■□∙·➢➤✓✔❖\uf06c\uf06e\uf06f\uf071\uf075-\uf077\uf0a7\uf0a8\uf0b7\uf0d8\uf0e0\uf0e8\uf0f0\uf0fc]$/
/** More bullets, of which `o` is one only at a distance from the text. */
const DASH = /^[-–*o]$/
const NUMBER = /^[([]?(\d{1,3}|[a-z]|[ivx]{2,5})[.)\]]$/i

/** The bullet or number of an item. */
export interface Marker {
  /** Null for a bullet. */
  number: number | null
  /** Its length in characters, including the space after it. */
  length: number
}

/** The list marker at the beginning of a text, or null. `isApart`: the text after it is at a distance. */
export function markerOf(text: string, isApart = false): Marker | null {
  const [first = ''] = /^\S+/.exec(text) ?? []
  const length = /^\S+\s*/.exec(text)?.[0].length ?? 0
  const isAlone = length === text.length
  if (isAlone && !isApart) return startsWithBullet(text)
  if (BULLET.test(first) || (DASH.test(first) && isApart)) return { number: null, length }
  // Asterisks or dashes alone separate parts of a text.
  if (DASH.test(first) && first !== 'o') return /[\p{L}\p{N}]/u.test(text) ? { number: null, length } : null
  const number = NUMBER.exec(first)?.[1]
  // A capital letter with a full stop is the initial of a name.
  if (number !== undefined && !/^[A-Z]\.$/.test(first)) return { number: valueOf(number), length }
  return startsWithBullet(text)
}

/** The bullet at the beginning of a text, with or without a space after it; null if there is none. */
export const startsWithBullet = (text: string): Marker | null =>
  BULLET.test(text[0] ?? '') && text.length > 1 ? { number: null, length: /^.\s*/su.exec(text)![0].length } : null

function valueOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  if (text.length > 1 || /^i$/i.test(text)) return romanOf(text.toLowerCase())
  return text.toLowerCase().charCodeAt(0) - 96
}

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 }

/** The value of a Roman numeral in lower case, up to a few hundred. */
export const romanOf = (text: string): number => {
  const values = [...text].map((letter) => ROMAN[letter]!)
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0)
}
