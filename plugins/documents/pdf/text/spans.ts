import type { Line, Run, Span } from '../model.ts'
import { inReadingOrder, mirrored, plainLetters, runsRightToLeft } from './direction.ts'

/** A wider gap is a space, relative to the size of the font. */
const SPACE = 0.16
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u

/** The text of a line as spans, in reading order. */
export function spansOf(line: Line): Span[] {
  const spans = withSpaces(line)
  if (runsRightToLeft(spans)) for (const span of spans) span.text = mirrored(span.text)
  return merge(inReadingOrder(spans))
}

/** The runs of a line from left to right, with spaces for gaps. */
function withSpaces(line: Line): Span[] {
  const spans: Span[] = []
  let last: Run | undefined
  for (const run of [...line.runs].sort((a, b) => a.left - b.left)) {
    const gap = last === undefined ? 0 : run.left - last.right
    const isParted = last !== undefined && (/\s$/.test(last.text) || /^\s/.test(run.text))
    const isWide = last !== undefined && gap > SPACE * Math.min(run.size, last.size)
    if (isWide && !isParted) spans.push({ ...lookOf(last!, line), raised: 0, text: ' ' })
    spans.push({ ...lookOf(run, line), text: plainLetters(run.text) })
    last = run
  }
  return spans
}

function lookOf({ bold, italic, mono, href, size, baseline }: Run, line: Line): Omit<Span, 'text'> {
  const shift = line.baseline - baseline
  const isSmall = size < line.size * 0.85
  const raised = isSmall && shift > line.size * 0.15 ? 1 : isSmall && shift < -line.size * 0.05 ? -1 : 0
  return { bold, italic, mono, raised, href }
}

const isAlike = (a: Span, b: Span) =>
  a.bold === b.bold && a.italic === b.italic && a.mono === b.mono && a.raised === b.raised && a.href === b.href

/** Adds a span to others. Spans with the same formatting become one, and white space becomes one space. */
function push(spans: Span[], span: Span): void {
  let text = span.text.replace(/[ \t\u00a0\u2000-\u200a\u202f\u3000]+/g, ' ')
  const last = spans.at(-1)
  if (text.startsWith(' ') && (last === undefined || last.text.endsWith(' '))) text = text.slice(1)
  if (text === '') return
  if (last !== undefined && (isAlike(last, span) || (text === ' ' && last.href === null))) last.text += text
  else spans.push({ ...span, text })
}

/** Joins spans with the same formatting and collapses white space. There is none at the ends. */
export function merge(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans) push(merged, span)
  const last = merged.at(-1)
  if (last) {
    last.text = last.text.trimEnd()
    if (last.text === '') merged.pop()
  }
  return merged
}

/** The words of a document, to tell how a word that is split at the end of a line is written elsewhere. */
export interface Vocabulary {
  /** Lower case. */
  has(word: string): boolean
}

/** Maximum of characters of an address that are compared with the target of its link. */
const MAX_ADDRESS = 200

/**
 * Whether both texts are parts of an address that is shown as it is in the target of its link. Addresses are split
 * at the end of a line after any sign, without a hyphen that would show it.
 */
function isOneAddress(last: Span, next: Span): boolean {
  if (last.href === null || last.href !== next.href) return false
  const head = last.text.slice(-MAX_ADDRESS).split(' ').at(-1)!
  const rest = next.text.slice(0, MAX_ADDRESS).split(' ')[0]!
  const shown = (head + rest).replace(/^[(<["]|[)>\]".,;]{1,4}$/g, '').toLowerCase()
  return /[/.:#?=&_%@-]/.test(head) && last.href.toLowerCase().includes(shown)
}

/**
 * Appends a line to a text, which is changed. A split word or address is joined; otherwise there is a space between,
 * except in scripts without spaces.
 */
function append(text: Span[], line: readonly Span[], words: Vocabulary): void {
  const last = text.at(-1)
  const next = line[0]
  if (last !== undefined && next !== undefined && !isOneAddress(last, next)) {
    const parted = /([\p{L}\p{M}]{1,40})([-\u00ad\u2010])$/u.exec(last.text.slice(-42))
    const rest = /^[\p{L}\p{M}]+/u.exec(next.text)?.[0]
    if (parted !== null && rest !== undefined) {
      const [, head = '', hyphen = ''] = parted
      const isInCapitals = isLoud(last.text) && rest === rest.toUpperCase()
      if (hyphen !== '-' || isOneWord(head, rest, words, isInCapitals)) last.text = last.text.slice(0, -1)
    } else if (!(CJK.test(last.text.at(-1)!) && CJK.test(next.text[0]!))) {
      const href = last.href === next.href ? last.href : null
      push(text, { ...last, raised: 0, href, text: ' ' })
    }
  }
  for (const span of line) push(text, span)
}

/** Joins the lines of a text. */
export function joinLines(lines: readonly (readonly Span[])[], words: Vocabulary): Span[] {
  const text: Span[] = []
  for (const line of lines) append(text, line, words)
  return merge(text)
}

/** Whether the last words of a line are all in capitals. */
function isLoud(text: string): boolean {
  const words = text.slice(-80).split(/\s+/).slice(-3)
  return words.length === 3 && words.every((word) => /\p{Lu}/u.test(word) && word === word.toUpperCase())
}

/**
 * Whether a word is written without the hyphen at which it is split. It keeps the hyphen if it has it elsewhere in
 * the document, or before a capital (unless all words are in capitals), but not if it lacks it elsewhere.
 */
function isOneWord(head: string, rest: string, words: Vocabulary, isInCapitals: boolean): boolean {
  const [first, second] = [head.toLowerCase(), rest.toLowerCase()]
  if (words.has(first + second)) return true
  return (isInCapitals || rest[0] === second[0]) && !words.has(`${first}-${second}`)
}

/** Whether all text is bold. */
export const isBold = (spans: readonly Span[]): boolean => spans.every(({ bold, text }) => bold || text.trim() === '')

/** Spans without bold, for text that is bold anyway, such as headings. */
export const unbold = (spans: readonly Span[]): Span[] => spans.map((span) => ({ ...span, bold: false }))
