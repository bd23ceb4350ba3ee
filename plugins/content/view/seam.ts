import { isSpokenOnly } from '../clean/spoken-twin.ts'
import { BLOCK, type Element, isElement, type Node, TEXT } from '../tree/index.ts'

/** Elements that format a part of a word or sentence, whose text continues after them. */
const parts = new Set(
  'abbr b bdi bdo big br code del dfn em font i ins kbd mark q rb rp rt rtc ruby s samp small strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
)

/** Whether a style may separate an inline element from what is beside it. */
const mayStandApart = ({ name, tag }: Element): boolean => (tag.flags & BLOCK) === 0 && !parts.has(name)

/**
 * Whether a node may be shown apart from the one before it. Between text and an element this is so only outside
 * paragraphs: `Insulation<span>1/6</span>` is a name and a value, but authors of prose write blanks themselves.
 */
export const mayMeetApart = (node: Node): boolean => {
  const { prev } = node
  if (prev === null) return false
  // Most texts have a blank there, which settles it.
  if (prev.kind === TEXT)
    return (
      !isBlankAt(prev.data, prev.data.length - 1) && isElement(node) && isOutsideOfProse(node) && mayStandApart(node)
    )
  if (isElement(node)) return mayStandApart(node) && mayStandApart(prev)
  return !isBlankAt(node.data, 0) && isOutsideOfProse(node) && mayStandApart(prev)
}

/**
 * Whether an element that begins with a digit directly follows one that ends with a digit, and both are separate
 * values: `<span>1994</span><span>2h 22m</span>`. Single digits, and elements of digits alone, are parts of one
 * number.
 */
const areValues = (node: Node): boolean => {
  const { prev } = node
  if (prev === null || !isElement(prev) || !isElement(node)) return false
  const before = onlyText(prev)
  if (before.length < 2 || !isDigitAt(before, before.length - 1)) return false
  const after = onlyText(node)
  if (after.length < 2 || !isDigitAt(after, 0)) return false
  return /[^\d.,]/.test(before + after) && isOutsideOfProse(node) && mayMeetApart(node)
}

/** The end of a text, and the beginning of the next, between which a blank is read. */
const wordEnd = /[\p{L}\p{N}\p{Pe}\p{Pf}\p{Sc}.!?:;,%]/u
const wordStart = /[\p{L}\p{N}\p{Sc}(]/u

/** Whether one of two adjoining texts is for screen readers only, which read it apart: `Read<span>terms</span>`. */
const isSpokenApart = (node: Node): boolean => {
  const { prev } = node
  if (prev === null || !(mayBeSpoken(node) || mayBeSpoken(prev))) return false
  return (
    wordEnd.test(edgeOf(prev, 'last').slice(-1)) &&
    wordStart.test(edgeOf(node, 'first').slice(0, 1)) &&
    ((mayBeSpoken(node) && isSpokenOnly(node)) || (mayBeSpoken(prev) && isSpokenOnly(prev)))
  )
}

const mayBeSpoken = (node: Node): node is Element => isElement(node) && node.name === 'span' && node.attrs.length > 0

/** The end of a sentence rather than of a part of a name: `it fits well.`, not `module.` */
const sentenceEnd = /\s\S*\p{Ll}[.…]$/u
const sentenceStart = /^\p{Lu}\p{Ll}/u
/** The most characters at the end of a text that are searched for the end of a sentence. */
const MAX_WORD = 40

/** Whether a sentence ends where another text begins: `<span>It fits well.</span><span>Nancy</span>`. */
const isNextText = (node: Node): boolean => {
  const { prev } = node
  if (prev === null) return false
  const before = edgeOf(prev, 'last')
  const last = before.charCodeAt(before.length - 1)
  if (last !== STOP && last !== ELLIPSIS) return false
  return (
    sentenceEnd.test(before.slice(-MAX_WORD)) &&
    sentenceStart.test(edgeOf(node, 'first').slice(0, 2)) &&
    mayMeetApart(node)
  )
}

const STOP = 0x2e
const ELLIPSIS = 0x2026
const isBlock = (node: Node) => isElement(node) && (node.tag.flags & BLOCK) !== 0

/** The most elements around the text at the edge of an element. */
const MAX_DEPTH = 8

/** The first or last text in a node; none if it begins or ends with anything else. */
const edgeOf = (within: Node, side: 'first' | 'last'): string => {
  let node: Node | null = within
  for (let depth = 0; isElement(node) && depth < MAX_DEPTH; depth++) node = node[side]
  return node?.kind === TEXT ? node.data : ''
}

/**
 * Whether a raised number would be read as the end of the number before it: `10<sup>6</sup>`. Marks of several notes
 * are raised side by side.
 */
export const raisesNumber = (sup: Element): boolean => {
  const { prev } = sup
  if (prev === null || (isElement(prev) && prev.name === 'sup')) return false
  return /\d$/.test(edgeOf(prev, 'last').slice(-1)) && /^[-−]?\d/.test(edgeOf(sup, 'first').slice(0, 2))
}

/** Whether a node is shown or read apart from the one before it, although no blank is between them. */
export const standsApart = (node: Node): boolean => {
  const { prev } = node
  // Nearly all nodes are first, beside a blank, or beside a block.
  if (prev === null || (node.kind === TEXT && isBlankAt(node.data, 0)) || isBlock(node)) return false
  if (prev.kind === TEXT ? isBlankAt(prev.data, prev.data.length - 1) : isBlock(prev)) return false
  return areValues(node) || isSpokenApart(node) || isNextText(node)
}

const isDigitAt = (text: string, at: number) => text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57

/** The text of an element that contains nothing else, except elements around it. */
const onlyText = (element: Element): string => {
  let node: Node = element
  for (let depth = 0; isElement(node) && depth < MAX_DEPTH; depth++) {
    if (node.first === null || node.first !== node.last) return ''
    node = node.first
  }
  return node.kind === TEXT ? node.data : ''
}

const isBlankAt = (text: string, at: number) => text.charCodeAt(at) <= 32
const isOutsideOfProse = ({ parent }: Node) => parent?.name !== 'p'

/**
 * The last character of a text and the first of the next that show two texts: `ChiefMarch`, `review9`, `Price:12`.
 */
const apart = /^(?:\p{Ll}[\p{Lu}\d]|\d\p{Lu}|[!?:;)%][\p{Lu}\d])$/u
/** The end of a text before a picture, and the beginning of one after it. */
const beforePicture = /[\p{L}\d.!?:;,]/u
const behindPicture = /[\p{L}\d]/u

/**
 * Capitals at the end of a text, and a word with a capital at the beginning of the next: `FAQCareers`. A single
 * capital may be an initial.
 */
const apartCapitals = /^\p{Lu}{3}\p{L}$/u

/** An amount of money after a word or another value: `from€20`, `$117$145`. */
const apartAmount = /^[\p{Ll}\d%)]\p{Sc}\d$/u

/** Digits after a colon are a value, but after `12:` they are minutes. */
const minutes = /^\P{L}:\d$/u

/**
 * Whether two texts that touch here are shown apart by their elements, judged by the last two characters of the first
 * and the first two of the second. NaN is no character.
 */
export const isSeam = (previous: number, before: number, next: number, after: number): boolean =>
  (apart.test(String.fromCharCode(before, next)) && !minutes.test(String.fromCharCode(previous, before, next))) ||
  apartCapitals.test(String.fromCharCode(previous, before, next, after)) ||
  apartAmount.test(String.fromCharCode(before, next, after))

/** Whether a character would touch a picture after it; the next function: one before it. */
export const touchesPictureBehind = (c: number): boolean =>
  !Number.isNaN(c) && beforePicture.test(String.fromCharCode(c))
export const touchesPictureBefore = (c: number): boolean => behindPicture.test(String.fromCharCode(c))
