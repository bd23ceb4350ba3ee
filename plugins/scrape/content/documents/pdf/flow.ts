import type { Facts } from './facts.ts'
import { type Marker, markerOf } from './markers.ts'
import type { Block, Item, Line, List, Paragraph, Span, Table } from './model.ts'
import { joinLines, spansOf, type Vocabulary } from './spans.ts'

/** Text this much larger than most is a heading. */
export const LARGER = 1.11

/** Lines that belong together: of a paragraph, of an item of a list, or of code. */
interface Group {
  lines: Line[]
  spans: Span[][]
  marker: Marker | null
  /** Where an item's text begins, behind its marker. */
  textLeft: number
  isCode: boolean
  /** A line of a table of contents, which its dots lead to a page's number. */
  isLed: boolean
}

/** What is the same for all lines of a region. */
interface Region {
  left: number
  right: number
  /** From one line to the next, by size of the text. */
  pitch: Map<number, number>
  isRightToLeft: boolean
  bodySize: number
}

const isLine = (each: Line | Table): each is Line => !('kind' in each)

/** The lines and tables of a column as blocks. */
export function makeBlocks(elements: readonly (Line | Table)[], facts: Facts): Block[] {
  const { words } = facts
  const region = regionOf(elements.filter(isLine), facts)
  const blocks: Block[] = []
  let groups: Group[] = []
  const end = () => {
    blocks.push(...blocksOf(groups, words))
    groups = []
  }
  for (const element of elements) {
    if (!isLine(element)) {
      end()
      blocks.push(element)
      continue
    }
    const group = groupOf(element, region)
    const last = groups.at(-1)
    if (group.spans[0]!.length === 0) continue
    if (last !== undefined && goesOn(last, group, region)) {
      last.lines.push(element)
      last.spans.push(...group.spans)
    } else groups.push(group)
  }
  end()
  for (const at of new Set([0, blocks.length - 1])) {
    const block = blocks[at]
    if (block?.kind === 'paragraph') block.atEdge = true
  }
  return blocks
}

const textOf = (spans: readonly Span[]) => spans.map(({ text }) => text).join('')
const isMono = (spans: readonly Span[]) => spans.every(({ mono, text }) => mono || text.trim() === '')
const isBold = (spans: readonly Span[]) => spans.every(({ bold, text }) => bold || text.trim() === '')

/** Dots that lead the eye to a number. */
const LEADER = /(?:\s?[.·…_]){4,}\s*(?=\S{0,8}$)/

function groupOf(line: Line, { bodySize }: Region): Group {
  const led = textOf(spansOf(line))
  const isLed = LEADER.test(led)
  const spans = isLed ? withoutLeader(line) : spansOf(line)
  const isApart = startsApart(line)
  const isHeading = line.size >= LARGER * bodySize
  const marker = isHeading || isLed ? null : markerOf(textOf(spans), isApart)
  const textLeft = isApart ? line.runs[1]!.left : line.left + line.size
  return { lines: [line], spans: [spans], marker, textLeft, isCode: !isLed && isMono(spans), isLed }
}

/** The dots are not text, and neither is the font that they are taken from. */
function withoutLeader(line: Line): Span[] {
  const kept = spansOf(line).map((span) => ({ ...span, text: span.text.replace(/(?:\s?[.·…_]){4,}\s*/, ' ') }))
  return joinLines([kept], NO_WORDS)
}

const NO_WORDS: Vocabulary = { has: () => false }

/** The first run is short, and what follows stands at a distance. */
function startsApart({ runs }: Line): boolean {
  const [first, second] = runs
  return first !== undefined && second !== undefined && first.text.trim().length < 6 && second.left - first.right > 2
}

function regionOf(lines: readonly Line[], { isRightToLeft, bodySize }: Facts): Region {
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
  return {
    left: lines.reduce((least, { left }) => Math.min(least, left), Number.POSITIVE_INFINITY),
    right: lines.reduce((most, { right }) => Math.max(most, right), 0),
    pitch,
    isRightToLeft,
    bodySize,
  }
}

/** Whether a line goes on with what those before it began. */
function goesOn(group: Group, next: Group, region: Region): boolean {
  const [line, spans, last] = [next.lines[0]!, next.spans[0]!, group.lines.at(-1)!]
  const size = Math.max(line.size, last.size)
  const gap = line.baseline - last.baseline
  const pitch = region.pitch.get(line.size) ?? 1.25 * line.size
  if (group.isCode || next.isCode) return group.isCode && next.isCode && gap < 2.5 * pitch && gap > -size
  if (group.isLed || next.marker !== null) return false
  if (Math.abs(line.size - last.size) > 0.12 * size || gap <= 0 || gap > pitch * 1.22 + 0.6) return false
  // Where each paragraph is one line, the space between them is all that can be measured.
  if (gap > 1.6 * size && endsSentence(last)) return false
  const short = isShort(last, line, spans, region)
  if (isBold(group.spans.at(-1)!) !== isBold(spans) && group.lines.length < 4 && short) return false
  if (group.marker !== null) {
    const hangs = line.left >= group.textLeft - 0.5 * size
    return hangs || region.isRightToLeft || (Math.abs(line.left - group.lines[0]!.left) < 2 && !short)
  }
  return !isIndented(group, line, last) && !short
}

/** A line that ends a sentence. */
const endsSentence = (line: Line) => /[.!?:;。！？؟]["'”»)\]]?$/.test(textOf(spansOf(line)))

/** A first line stands further in than those around it, or all but the first do. */
function isIndented({ lines }: Group, line: Line, last: Line): boolean {
  const step = 0.8 * line.size
  const isCentred = Math.abs(line.left + line.right - last.left - last.right) < 4
  if (isCentred) return false
  if (line.left > last.left + step) return lines.length > 1 && Math.abs(lines.at(-2)!.left - last.left) < 2
  return line.left < last.left - step && lines.length > 1
}

/** A line on which the next one's first word would have had room: there the paragraph ends. */
function isShort(last: Line, line: Line, spans: Span[], { left, right, isRightToLeft }: Region): boolean {
  const isCentred = Math.abs(last.left + last.right - left - right) < 4 && last.left > left + line.size
  if (isCentred) return false
  const room = isRightToLeft ? last.left - left : right - last.right
  const word = /^\S+/.exec(textOf(spans))?.[0].length ?? 0
  const width = ((line.right - line.left) / Math.max(1, textOf(spans).length)) * Math.min(word, 30)
  // Ragged lines of a narrow column end early too, but seldom after a sentence.
  const ends = endsSentence(last)
  return room > width * (ends ? 1.1 : 1.6) + line.size * (ends ? 0.5 : 1.5)
}

function blocksOf(groups: readonly Group[], words: Vocabulary): Block[] {
  const blocks: Block[] = []
  for (let i = 0; i < groups.length; ) {
    const group = groups[i]!
    if (group.isCode) {
      blocks.push({ kind: 'code', text: codeOf(group.lines) })
      i++
    } else if (group.isLed) {
      let end = i
      while (groups[end]?.isLed) end++
      blocks.push(contentsOf(groups.slice(i, end), words))
      i = end
    } else if (group.marker !== null && !isNumberedHeading(groups, i)) {
      let end = i
      while (end < groups.length && belongsToList(groups[end]!, group)) end++
      blocks.push(...listsOf(groups.slice(i, end), words))
      i = end
    } else {
      blocks.push(paragraphOf(group, words))
      i++
    }
  }
  return blocks
}

/** A table of contents as a list. */
const contentsOf = (groups: readonly Group[], words: Vocabulary): List => ({
  kind: 'list',
  start: null,
  items: groups.map(({ spans }) => ({ spans: joinLines(spans, words), children: [] })),
})

/** A line in bold that begins with a number and has no other item beside it. */
function isNumberedHeading(groups: readonly Group[], at: number): boolean {
  const { marker, lines, spans } = groups[at]!
  if (marker === null || marker.number === null || lines.length > 2 || !spans.every(isBold)) return false
  return (groups[at - 1]?.marker ?? null) === null && (groups[at + 1]?.marker ?? null) === null
}

/** Another item, or a paragraph that stands as far in as an item's text. */
function belongsToList(group: Group, first: Group): boolean {
  if (group.isCode) return false
  if (group.marker !== null) return true
  return (
    group.lines[0]!.left > first.lines[0]!.left + first.lines[0]!.size * 0.8 &&
    group.lines[0]!.size <= first.lines[0]!.size * 1.1
  )
}

const paragraphOf = ({ lines, spans }: Group, words: Vocabulary): Paragraph => ({
  kind: 'paragraph',
  spans: joinLines(spans, words),
  size: lines[0]!.size,
  lines: lines.length,
  atEdge: false,
})

interface Open {
  list: List
  left: number
}

/** Items as lists; those that stand further in are lists within the item before them. */
function listsOf(groups: readonly Group[], words: Vocabulary): List[] {
  const lists: List[] = []
  const open: Open[] = []
  for (const group of groups) {
    const { left, size } = group.lines[0]!
    if (group.marker === null) {
      open.at(-1)?.list.items.at(-1)?.children.push(paragraphOf(group, words))
      continue
    }
    while (open.length > 0 && left < open.at(-1)!.left - size * 0.5) open.pop()
    const top = open.at(-1)
    const isDeeper = top !== undefined && left > top.left + size * 0.5
    const item: Item = { spans: withoutMarker(joinLines(group.spans, words), group.marker.length), children: [] }
    const { number } = group.marker
    const isSame = top !== undefined && !isDeeper && (top.list.start === null) === (number === null)
    if (isSame) {
      top.list.items.push(item)
      continue
    }
    const list: List = { kind: 'list', start: number, items: [item] }
    if (isDeeper) top.list.items.at(-1)!.children.push(list)
    else {
      if (top !== undefined) open.pop()
      const parent = open.at(-1)?.list.items.at(-1)
      if (parent) parent.children.push(list)
      else lists.push(list)
    }
    open.push({ list, left })
  }
  return lists
}

/** Text without its first characters. */
export function withoutMarker(spans: readonly Span[], length: number): Span[] {
  const rest: Span[] = []
  let left = length
  for (const span of spans) {
    const text = span.text.slice(Math.min(left, span.text.length))
    left -= span.text.length - text.length
    if (text !== '') rest.push({ ...span, text })
  }
  const [first] = rest
  if (first) first.text = first.text.trimStart()
  return rest
}

/** Lines of code with the spaces that they are set in by. */
export function codeOf(lines: readonly Line[]): string {
  const runs = lines.flatMap((line) => line.runs)
  const widths = runs.filter(({ text }) => text.length > 1).map(({ left, right, text }) => (right - left) / text.length)
  const width = widths.sort((a, b) => a - b)[widths.length >> 1] ?? lines[0]!.size * 0.6
  const left = Math.min(...lines.map((line) => line.left))
  const pitch = Math.min(...lines.slice(1).map((line, i) => line.baseline - lines[i]!.baseline))
  let text = ''
  for (const [i, line] of lines.entries()) {
    if (i > 0) {
      const gap = line.baseline - lines[i - 1]!.baseline
      text += '\n'.repeat(Math.min(3, Math.max(1, Math.round(gap / pitch))))
    }
    let row = ''
    for (const run of line.runs) {
      const column = Math.round((run.left - left) / width)
      row = row.padEnd(Math.min(column, 200)) + run.text
    }
    text += row.trimEnd()
  }
  return text
}
