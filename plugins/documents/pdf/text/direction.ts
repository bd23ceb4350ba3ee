const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/**
 * Ligatures, presentation forms of letters, forms for vertical text, and radicals in place of the characters that
 * look the same.
 */
const FORMS =
  /[\u2f00-\u2fd5\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufdff\ufe10-\ufe19\ufe30-\ufe44\ufe47\ufe48\ufe70-\ufefc]/

/**
 * The Arabic article before an alef with a sign, whose lam forms a ligature with the alef. Some programs list the
 * letters of the ligature from left to right. No word has two alefs there, so this order is always wrong.
 */
const TURNED_LAM = /\u0627([\u0622\u0623\u0625])\u0644/g

/** Replaces compatibility forms with plain letters. Other text is unchanged. */
export const plainLetters = (text: string): string =>
  (FORMS.test(text) ? text.normalize('NFKC') : text).replace(TURNED_LAM, '\u0627\u0644$1')

/** Whether a text has right-to-left letters. */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text)

interface Piece {
  text: string
}

/** Whether most of the pieces are right to left. */
export function runsRightToLeft(pieces: readonly Piece[]): boolean {
  let letters = 0
  for (const { text } of pieces) {
    if (RIGHT_TO_LEFT.test(text)) letters += text.length
    else if (LETTER_OR_DIGIT.test(text)) letters -= text.length
  }
  return letters > 0
}

const MIRRORED: Readonly<Record<string, string>> = { '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{' }
const SIDED = /[()[\]{}]/g

/**
 * Swaps brackets in right-to-left text. A PDF names the shapes that are drawn, and there an opening bracket has the
 * shape of a closing one. Source: Unicode Standard Annex 9, rule L4.
 */
export const mirrored = (text: string): string =>
  RIGHT_TO_LEFT.test(text) || !LETTER_OR_DIGIT.test(text) || isTurnedOut(text)
    ? text.replace(SIDED, (sign) => MIRRORED[sign]!)
    : text

/** Whether brackets around foreign words belong to the text around them: they close before and open after the words. */
const isTurnedOut = (text: string): boolean => {
  const signs = text.match(SIDED) ?? []
  return CLOSING.has(signs[0] ?? '') && signs.length > 1 && !CLOSING.has(signs.at(-1)!)
}
const CLOSING = new Set([')', ']', '}'])

/**
 * Puts pieces, which are given from left to right, into reading order. In left-to-right text, right-to-left groups
 * are reversed. In right-to-left text everything is reversed, and left-to-right groups are reversed back. Source:
 * Unicode Standard Annex 9, rule L2.
 */
export function inReadingOrder<T extends Piece>(pieces: readonly T[]): T[] {
  if (!pieces.some(({ text }) => RIGHT_TO_LEFT.test(text))) return [...pieces]
  const base = runsRightToLeft(pieces)
  const ordered = turnGroups(pieces, base)
  return base ? ordered.reverse() : ordered
}

/** Reverses each group of pieces with the opposite direction, including neutral pieces between them. */
function turnGroups<T extends Piece>(pieces: readonly T[], base: boolean): T[] {
  const isAgainst = ({ text }: T) =>
    base ? !RIGHT_TO_LEFT.test(text) && LETTER_OR_DIGIT.test(text) : RIGHT_TO_LEFT.test(text)
  const isNeutral = ({ text }: T) => !RIGHT_TO_LEFT.test(text) && !LETTER_OR_DIGIT.test(text)
  const ordered: T[] = []
  for (let i = 0; i < pieces.length; ) {
    if (!isAgainst(pieces[i]!)) {
      ordered.push(pieces[i++]!)
      continue
    }
    let end = i + 1
    for (let j = end; j < pieces.length && (isAgainst(pieces[j]!) || isNeutral(pieces[j]!)); j++) {
      if (isAgainst(pieces[j]!)) end = j + 1
    }
    ordered.push(...pieces.slice(i, end).reverse())
    i = end
  }
  return ordered
}
