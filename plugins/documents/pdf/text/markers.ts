/** Bullets; the private ones are those of the symbol fonts of Office. */
const BULLET =
  /^[•◦▪▫‣⁃●○■□∙·➢➤✓✔❖\uf06c\uf06e\uf06f\uf071\uf075-\uf077\uf0a7\uf0a8\uf0b7\uf0d8\uf0e0\uf0e8\uf0f0\uf0fc]$/
/** Marks that are bullets only where text stands apart from them. */
const DASH = /^[-–*o]$/
const NUMBER = /^[([]?(\d{1,3}|[a-z]|[ivx]{2,5})[.)\]]$/i

/** A bullet or a number before an item. */
export interface Marker {
  /** Null for a bullet. */
  number: number | null
  /** Characters that it takes, with the space behind. */
  length: number
}

/** What marks a list item at the beginning of a text; null where it begins as any other. */
export function markerOf(text: string, isApart = false): Marker | null {
  const [first = ''] = /^\S+/.exec(text) ?? []
  const length = /^\S+\s*/.exec(text)?.[0].length ?? 0
  const isAlone = length === text.length
  if (isAlone && !isApart) return startsWithBullet(text)
  if (BULLET.test(first) || (DASH.test(first) && isApart)) return { number: null, length }
  if (DASH.test(first) && first !== 'o') return { number: null, length }
  const number = NUMBER.exec(first)?.[1]
  // A capital with a point is the initial of a name.
  if (number !== undefined && !/^[A-Z]\.$/.test(first)) return { number: valueOf(number), length }
  return startsWithBullet(text)
}

/** A bullet, be there a space behind it or not. */
export const startsWithBullet = (text: string): Marker | null =>
  BULLET.test(text[0] ?? '') && text.length > 1 ? { number: null, length: /^.\s*/su.exec(text)![0].length } : null

function valueOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  if (text.length > 1 || /^i$/i.test(text)) return romanOf(text.toLowerCase())
  return text.toLowerCase().charCodeAt(0) - 96
}

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 }

/** The value of a Roman number up to some hundreds, in lower case. */
export const romanOf = (text: string): number => {
  const values = [...text].map((letter) => ROMAN[letter]!)
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0)
}
