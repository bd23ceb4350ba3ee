import type { Line, Run, Span } from '../model.ts'
import { inReadingOrder, mirrored, plainLetters, runsRightToLeft } from './direction.ts'

/** A gap wider than this, in sizes of the font, is a space. */
const SPACE = 0.16
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u

/** What a line says. */
export function spansOf(line: Line): Span[] {
  const spans = withSpaces(line)
  if (runsRightToLeft(spans)) for (const span of spans) span.text = mirrored(span.text)
  return merge(inReadingOrder(spans))
}

/** Runs from left to right, with spaces where there are gaps. */
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

/** Adds a span to others: what looks alike becomes one, and white space one space. */
function push(spans: Span[], span: Span): void {
  let text = span.text.replace(/[ \t\u00a0\u2000-\u200a\u202f\u3000]+/g, ' ')
  const last = spans.at(-1)
  if (text.startsWith(' ') && (last === undefined || last.text.endsWith(' '))) text = text.slice(1)
  if (text === '') return
  if (last !== undefined && (isAlike(last, span) || (text === ' ' && last.href === null))) last.text += text
  else spans.push({ ...span, text })
}

/** Spans of one look as one, with single spaces; at the ends none. */
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

/** How a word that is parted at the end of a line is written within one. */
export interface Vocabulary {
  /** Lower case. */
  has(word: string): boolean
}

/**
 * Adds a line to a text: with a space between, save in scripts without, and a parted word made whole. The text is
 * changed.
 */
function append(text: Span[], line: readonly Span[], words: Vocabulary): void {
  const last = text.at(-1)
  const next = line[0]
  if (last !== undefined && next !== undefined) {
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

/** Lines of one text as one. */
export function joinLines(lines: readonly (readonly Span[])[], words: Vocabulary): Span[] {
  const text: Span[] = []
  for (const line of lines) append(text, line, words)
  return merge(text)
}

/** The last words of a line are all in capitals. */
function isLoud(text: string): boolean {
  const words = text.slice(-80).split(/\s+/).slice(-3)
  return words.length === 3 && words.every((word) => /\p{Lu}/u.test(word) && word === word.toUpperCase())
}

/**
 * A hyphen before a capital is the word's own unless the word is whole elsewhere or all words are in capitals, and so
 * is one that it has elsewhere.
 */
function isOneWord(head: string, rest: string, words: Vocabulary, isInCapitals: boolean): boolean {
  const [first, second] = [head.toLowerCase(), rest.toLowerCase()]
  if (words.has(first + second)) return true
  return (isInCapitals || rest[0] === second[0]) && !words.has(`${first}-${second}`)
}

/** Nothing but bold letters. */
export const isBold = (spans: readonly Span[]): boolean => spans.every(({ bold, text }) => bold || text.trim() === '')

/** Spans that are bold no more: of what goes without saying, as in a heading. */
export const unbold = (spans: readonly Span[]): Span[] => spans.map((span) => ({ ...span, bold: false }))
