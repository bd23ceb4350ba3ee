const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/**
 * Ligatures, forms of letters within a word, signs of vertical text, and radicals in place of the characters they
 * look like.
 */
const FORMS =
  /[\u2f00-\u2fd5\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufdff\ufe10-\ufe19\ufe30-\ufe44\ufe47\ufe48\ufe70-\ufefc]/

/**
 * The article before an alef with a sign, whose lam is one shape with the alef: some programs name the letters of
 * that shape as they would be read from the left. No word has two alefs there.
 */
const TURNED_LAM = /\u0627([\u0622\u0623\u0625])\u0644/g

/** What fonts have shapes of their own for, as plain letters and signs; other text as it is. */
export const plainLetters = (text: string): string =>
  (FORMS.test(text) ? text.normalize('NFKC') : text).replace(TURNED_LAM, '\u0627\u0644$1')

/** Whether a text has letters that are written from right to left. */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text)

interface Piece {
  text: string
}

/** Whether more of these are written from right to left. */
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
 * Brackets as they are meant in a text that runs to the left: a file names the shapes that are drawn, and there an
 * opening one has the shape of a closing one. Source: Unicode Standard Annex 9, rule L4.
 */
export const mirrored = (text: string): string =>
  RIGHT_TO_LEFT.test(text) || !LETTER_OR_DIGIT.test(text) || isTurnedOut(text)
    ? text.replace(SIDED, (sign) => MIRRORED[sign]!)
    : text

/** Foreign words whose brackets belong to the text around them: these close before the words and open behind them. */
const isTurnedOut = (text: string): boolean => {
  const signs = text.match(SIDED) ?? []
  return CLOSING.has(signs[0] ?? '') && signs.length > 1 && !CLOSING.has(signs.at(-1)!)
}
const CLOSING = new Set([')', ']', '}'])

/**
 * Pieces that stand from left to right, in the order in which they are read. In a text that runs to the right, what
 * runs to the left is turned within itself; in one that runs to the left, all is turned, and what runs to the right
 * turned back. Source: Unicode Standard Annex 9, rule L2.
 */
export function inReadingOrder<T extends Piece>(pieces: readonly T[]): T[] {
  if (!pieces.some(({ text }) => RIGHT_TO_LEFT.test(text))) return [...pieces]
  const base = runsRightToLeft(pieces)
  const ordered = turnGroups(pieces, base)
  return base ? ordered.reverse() : ordered
}

/** Turns each group of pieces that run against the text's own direction, with what stands between them. */
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
