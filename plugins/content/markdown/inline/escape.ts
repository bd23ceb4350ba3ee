import { isAsciiPunctuation, isPunctuation, isSpaceOrEnd, isWord, singleSpaced } from './characters.ts'

const isAlphanumeric = (c: number) => (c >= 48 && c <= 57) || (c >= 65 && c <= 90) || (c >= 97 && c <= 122)

/** A character reference at this place, such as `&copy;`. */
const reference = /&(?:#x[\da-f]{1,6}|#\d{1,7}|[a-z][a-z\d]{1,31});/iy

/** The context of the text, for rules that depend on it. */
export interface Place {
  /** The code of the last character before it, ignoring markup that ends between them; NaN at the start of a line. */
  last: number
  inTable: boolean
  /** Whether the text is in a link with unbalanced brackets. */
  escapeBrackets: boolean
  /** Whether the page has formulas, which are written between dollar signs. */
  escapeDollar: boolean
}

/**
 * Whether the special character at `at`, written after `before`, would be read as markup and needs a backslash. For
 * the last character of the text the worst is assumed, because what follows is not known.
 */
export const needsEscape = (text: string, at: number, before: number, place: Place): boolean => {
  const c = text.charCodeAt(at)
  const after = text.charCodeAt(at + 1)
  const isLast = at + 1 >= text.length || (isSpaceOrEnd(after) && endsInSpace(text, at + 1))
  switch (c) {
    case 92: // \
      return isLast || isAsciiPunctuation(after)
    case 96: // `
      return true
    case 42: // *
      return isLast || !(isSpaceOrEnd(before) && isSpaceOrEnd(after))
    case 95: // _
      if (isWord(before) && (isLast || isWord(after))) return isLast
      return isLast || !(isSpaceOrEnd(before) && isSpaceOrEnd(after))
    case 91: // [
    case 93: // ]
      return place.escapeBrackets
    case 40: // ( after what would then be a link's text, even if the emphasis between them turns out to be empty
      return before === 93 || (place.last === 93 && (before === 42 || before === 126))
    case 60: // <
      return (
        isLast || (after | 32) === 33 || after === 47 || after === 63 || ((after | 32) >= 97 && (after | 32) <= 122)
      )
    case 38: // &
      reference.lastIndex = at
      return isLast || reference.test(text) || (after === 35 && text.length - at < 10)
    case 126: // ~
      return (
        isLast ||
        after === 126 ||
        before === 126 ||
        (!isSpaceOrEnd(before) && (!isPunctuation(before) || !isWord(after)))
      )
    case 124: // |
      return place.inTable
    case 36: // $
      return place.escapeDollar
    default:
      return isAlphanumeric(c)
  }
}

/** Whether only blanks follow; they may end up after the end of emphasis. */
const endsInSpace = (text: string, from: number): boolean => {
  const end = Math.min(text.length, from + 64)
  for (let at = from; at < end; at++) if (!isSpaceOrEnd(text.charCodeAt(at))) return false
  return true
}

/** Beginnings of a line that would turn text into a heading, list item, quotation, rule, fence or definition. */
const lineStart = /^(?:#{1,6}(?=[ \t]|$)|>|[-+*](?=[ \t]|$)|~~~|\[(?:[^[\]\\]|\\.){1,999}\]:)/
const itemNumber = /^\d{1,9}(?=[.)](?:[ \t]|$))/

/** Whether a line has three or more of one rule character, and otherwise only blanks. */
const isRule = (line: string): boolean => {
  const c = line.charCodeAt(0)
  if (c !== 42 && c !== 45 && c !== 95) return false
  let count = 0
  for (let at = 0; at < line.length; at++) {
    const each = line.charCodeAt(at)
    if (each === c) count++
    else if (each !== 32 && each !== 9) return false
  }
  return count > 2
}

/** Second lines that would turn the first into a heading or the head of a table. */
const underline = /^(?:=+[ \t]*|[|:\- \t]+)$/

/** Whether a block that starts with this character could be read as another kind of block. */
export const mayStartBlock = (c: number): boolean => (c >= 48 && c <= 57) || blockStarts.has(c)
const blockStarts = new Set(Array.from('#>-+*~_[', (c) => c.charCodeAt(0)))

/** Escapes the lines of a text block that would be read as something else. */
export const escapeLineStarts = (block: string): string =>
  block.includes('\n')
    ? block
        .split('\n')
        .map((line, i) => escapeLineStart(line, i > 0))
        .join('\n')
    : escapeLineStart(block, false)

const escapeLineStart = (line: string, isFurther: boolean): string => {
  const number = itemNumber.exec(line)
  if (number !== null) return `${number[0]}\\${line.slice(number[0].length)}`
  const isUnderline = isFurther && underline.test(line) && /[=-]/.test(line)
  return lineStart.test(line) || isUnderline || isRule(line) ? `\\${line}` : line
}

/** Whether square brackets are balanced. */
export const bracketsBalanced = (text: string): boolean => {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 91) depth++
    else if (c === 93 && --depth < 0) return false
  }
  return depth === 0
}

/** Escapes every character with a meaning, for text in an image's brackets. */
export const escapeAll = (text: string): string => {
  if (text === '') return text
  const line = singleSpaced(text)
  if (!/[\\`*[\]<&_~]/.test(line)) return line
  const special = bracketsBalanced(line)
    ? /(?<=[a-z\d])(_+)(?=[a-z\d])|[\\`*<_]|&(?=(?:#x?)?[\da-z]{1,31};)|~(?=~)|(?<=\])\(/gi
    : /(?<=[a-z\d])(_+)(?=[a-z\d])|[\\`*[\]<_]|&(?=(?:#x?)?[\da-z]{1,31};)|~(?=~)/gi
  // Emphasis needs two delimiters of a kind, and nothing outside the brackets counts.
  const alone = new Set(['*', '_'].filter((c) => line.indexOf(c) === line.lastIndexOf(c)))
  return line.replace(special, (found, within?: string) =>
    within !== undefined || alone.has(found) ? found : `\\${found}`,
  )
}
