import { type Line, type Span, textOf } from '../model.ts'
import { codeNumberOf } from '../text/code.ts'
import type { Facts } from '../text/facts.ts'
import { isLed, withoutLeader } from '../text/leader.ts'
import { MAX_GAP } from '../text/lines.ts'
import { type Marker, markerOf, startsWithBullet } from '../text/markers.ts'
import { isBold, spansOf } from '../text/spans.ts'

/** Text is a heading if it is larger than most text by this factor. */
export const LARGER = 1.11

/** The lines of a paragraph, of a list item, or of code. */
export interface Group {
  lines: Line[]
  spans: Span[][]
  marker: Marker | null
  /** The left edge of an item's text after its marker. */
  textLeft: number
  isCode: boolean
  /** The number of the last line of numbered code. */
  codeNumber: number | null
  /** Whether it is a line of a table of contents, with leader dots before the page number. */
  isLed: boolean
  /** Whether it ends with a number at a distance, like the page number after the name of a chapter. */
  endsInPage: boolean
}

/** Measures and facts that all lines of a region share. */
export interface Region {
  left: number
  right: number
  /** The line spacing in points, by font size. */
  pitch: Map<number, number>
  isRightToLeft: boolean
  bodySize: number
}

/**
 * Maximum width, relative to the column, of centred or right-aligned lines that are each a paragraph of their own,
 * such as authors and addresses.
 */
const MAX_NARROW = 0.4

/** Maximum indent of the first line of an item, relative to the size of the text. */
const MAX_INDENT = 3

const isMono = (spans: readonly Span[]) => spans.every(({ mono, text }) => mono || text.trim() === '')

/** A group of a single line. */
export function groupOf(line: Line, { bodySize }: Region): Group {
  const led = isLed(textOf(spansOf(line)))
  const spans = led ? withoutLeader(spansOf(line)) : spansOf(line)
  const isApart = startsApart(line)
  const isHeading = line.size >= LARGER * bodySize
  const found = led ? null : markerOf(textOf(spans), isApart)
  // The number of a heading is not a marker. A line with a bullet is an item, however large it is.
  const isItem = !isHeading || (found?.number === null && (isApart || startsWithBullet(textOf(spans)) !== null))
  const marker = isItem ? found : null
  const textLeft = isApart ? line.runs[1]!.left : line.left + line.size
  const codeNumber = led ? null : codeNumberOf(line)
  const isCode = !led && (codeNumber !== null || isMono(spans))
  return {
    lines: [line],
    spans: [spans],
    marker,
    textLeft,
    isCode,
    codeNumber,
    isLed: led,
    endsInPage: endsInPage(line),
  }
}

const PAGE = /^\s*(?:\d{1,4}|[ivxlc]{1,7})\s*$/i

function endsInPage({ runs }: Line): boolean {
  const [before, last] = runs.slice(-2)
  return last !== undefined && PAGE.test(last.text) && last.left - before!.right > MAX_GAP * last.size
}

/** Whether the first run is short and the next one is at a distance. */
function startsApart({ runs }: Line): boolean {
  const [first, second] = runs
  return first !== undefined && second !== undefined && first.text.trim().length < 6 && second.left - first.right > 2
}

/** Measures a region. */
export function regionOf(lines: readonly Line[], { isRightToLeft, bodySize }: Facts): Region {
  const gaps = new Map<number, number[]>()
  for (let i = 1; i < lines.length; i++) {
    const [above, below] = [lines[i - 1]!, lines[i]!]
    const gap = below.baseline - above.baseline
    if (above.size !== below.size || gap <= 0 || gap > 2.2 * below.size) continue
    const list = gaps.get(below.size)
    if (list) list.push(gap)
    else gaps.set(below.size, [gap])
  }
  const pitch = new Map<number, number>()
  for (const [size, list] of gaps) pitch.set(size, list.sort((a, b) => a - b)[Math.floor(list.length * 0.4)]!)
  // Code may be wider than the column of the text around it.
  const prose = lines.filter(({ runs }) => !runs.every(({ mono }) => mono))
  const measured = prose.length > 0 ? prose : lines
  return {
    left: measured.reduce((least, { left }) => Math.min(least, left), Number.POSITIVE_INFINITY),
    right: measured.reduce((most, { right }) => Math.max(most, right), 0),
    pitch,
    isRightToLeft,
    bodySize,
  }
}

/** Whether a line continues a group. */
export function goesOn(group: Group, next: Group, region: Region): boolean {
  const [line, spans, last] = [next.lines[0]!, next.spans[0]!, group.lines.at(-1)!]
  const size = Math.max(line.size, last.size)
  const gap = line.baseline - last.baseline
  const pitch = region.pitch.get(line.size) ?? 1.25 * line.size
  if (group.isCode || next.isCode) {
    const isNext = next.codeNumber === (group.codeNumber === null ? null : group.codeNumber + 1)
    return group.isCode && next.isCode && isNext && gap < 2.5 * pitch && gap > -size
  }
  if (group.isLed || group.endsInPage || next.marker !== null) return false
  if (Math.abs(line.size - last.size) > 0.12 * size || gap <= 0 || gap > pitch * 1.22 + 0.6) return false
  // If all paragraphs have one line, the measured spacing is that between paragraphs.
  if (gap > 1.6 * size && endsSentence(last)) return false
  if (isSetRight(last, line, region)) return false
  if (isTitle(group, next, region)) return true
  const short = !isFull(group, next) && isShort(last, line, spans, region)
  const isOtherwise = lookOf(group.spans.at(-1)!) !== lookOf(spans)
  if (isOtherwise && group.lines.length < 4 && (short || isCentred(last, region))) return false
  if (isTerm(next, last)) return false
  if (group.marker !== null) {
    const hangs = line.left >= group.textLeft - 0.5 * size
    return hangs || region.isRightToLeft || (!short && (isBelow(line, group.lines[0]!) || isFlush(line, group)))
  }
  return !isIndented(group, line, last) && !short
}

const isBelow = (line: Line, above: Line) => Math.abs(line.left - above.left) < 2

/** Whether a line continues an item of which only the first line is indented, as in a paragraph. */
function isFlush(line: Line, { lines }: Group): boolean {
  const [first, last] = [lines[0]!, lines.at(-1)!]
  if (lines.length > 1) return isBelow(line, last)
  return line.left < first.left - 2 && line.left > first.left - MAX_INDENT * first.size && !endsSentence(first)
}

/** Whether a line is the next term of a list of definitions: bold, and to the left of a definition that has ended. */
const isTerm = ({ lines, spans }: Group, last: Line): boolean =>
  lines[0]!.left < last.left - 0.8 * last.size && isBold(spans[0]!) && !isBold(spansOf(last)) && endsSentence(last)

/** Whether both are short right-aligned lines, as in an address, which are not one paragraph. */
function isSetRight(last: Line, line: Line, { left, right, isRightToLeft }: Region): boolean {
  const isNarrow = (each: Line) => each.right - each.left < MAX_NARROW * (right - left)
  const begin = Math.min(last.left, line.left) - left
  const isRagged = Math.abs(line.right - last.right) < 2 && Math.abs(line.left - last.left) > 2
  return !isRightToLeft && isRagged && begin > 0.5 * (right - left) && isNarrow(last) && isNarrow(line)
}

/** Whether a line continues a title in large letters: it begins with a small letter, with any indent. */
const isTitle = ({ lines, spans, marker }: Group, next: Group, { bodySize }: Region): boolean =>
  marker === null &&
  lines.length < 3 &&
  lines[0]!.size >= LARGER * bodySize &&
  lookOf(spans.at(-1)!) === lookOf(next.spans[0]!) &&
  /^\p{Ll}/u.test(textOf(next.spans[0]!))

/** Whether all of a line is bold and whether all of it is italic, for comparison. */
const lookOf = (spans: readonly Span[]) => `${isBold(spans)} ${spans.every(({ italic }) => italic)}`

/** Whether a line is centred in its column and does not fill it. */
const isCentred = (line: Line, { left, right }: Region) =>
  Math.abs(line.left + line.right - left - right) < 4 && line.left > left + line.size

/** Whether a line ends with the end of a sentence. */
const endsSentence = (line: Line) => /[.!?:;。！？؟]["'”»)\]]?$/.test(textOf(spansOf(line)))

/** Whether a line begins a paragraph by its indent: it is indented, or the lines before it are and it is not. */
function isIndented({ lines }: Group, line: Line, last: Line): boolean {
  const step = 0.8 * line.size
  if (Math.abs(line.left + line.right - last.left - last.right) < 4) return false
  if (line.left > last.left + step) {
    const isLike = Math.abs(lines[0]!.left - line.left) < 2
    return lines.length > 1 && (isLike || Math.abs(lines.at(-2)!.left - last.left) < 2)
  }
  return line.left < last.left - step && lines.length > 1
}

/** Minimum width of lines of running text that end in the same place, relative to the size of the text. */
const MIN_FULL = 25

/**
 * Whether the last line of a group is full: it ends within a word, or in the same place as the line before or after
 * it. A quotation may be narrower than the text around it.
 */
function isFull({ lines, spans }: Group, next: Group): boolean {
  const last = lines.at(-1)!
  if (/[\p{L}\p{M}][-\u00ad\u2010]$/u.test(textOf(spans.at(-1)!))) return /^\p{Ll}/u.test(textOf(next.spans[0]!))
  const endsWith = (line: Line | undefined) => line !== undefined && Math.abs(line.right - last.right) < 1
  const isWide = last.right - last.left > MIN_FULL * last.size
  // Lines of monospaced text may end in the same place by chance.
  return isWide && !last.runs.at(-1)!.mono && (endsWith(next.lines[0]) || endsWith(lines.at(-2)))
}

/** Whether a line had room for the first word of the next one, so that its paragraph ends there. */
function isShort(last: Line, line: Line, spans: Span[], region: Region): boolean {
  const { left, right, bodySize, isRightToLeft } = region
  if (isCentred(last, region)) {
    const isNarrow = (each: Line) => each.right - each.left < MAX_NARROW * (right - left)
    return last.size < LARGER * bodySize && isNarrow(last) && isNarrow(line)
  }
  const room = isRightToLeft ? last.left - left : right - last.right
  const word = /^\S+/.exec(textOf(spans))?.[0].length ?? 0
  const width = ((line.right - line.left) / Math.max(1, textOf(spans).length)) * Math.min(word, 30)
  // Ragged lines of a narrow column end early too, but seldom at the end of a sentence.
  const ends = endsSentence(last)
  return room > width * (ends ? 1.1 : 1.6) + line.size * (ends ? 0.5 : 1.5)
}
