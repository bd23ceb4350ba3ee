import { withoutMarker } from '../blocks/lists.ts'
import type { Block, Item, Line, List, Run, Span } from '../model.ts'
import { textOf } from '../model.ts'
import { fillRows, type PlacedCell } from '../tables/placed-cells.ts'
import { withHead } from '../tables/ruled-tables.ts'
import { codeOf } from '../text/code.ts'
import { lineOf } from '../text/lines.ts'
import { markerOf } from '../text/markers.ts'
import { joinLines, spansOf, type Vocabulary } from '../text/spans.ts'

/** What pdf.js gives of the structure tree: elements, and the marked content that they hold. */
export interface StructNode {
  role?: string
  alt?: string
  children?: StructNode[]
  type?: string
  id?: string
}

/** Elements that stand in a line of text. Source: ISO 32000-1, section 14.8.4.4. */
const INLINE = new Set([
  'Span',
  'Link',
  'Reference',
  'Quote',
  'Em',
  'Strong',
  'Code',
  'Annot',
  'Ruby',
  'RB',
  'RT',
  'RP',
  'Warichu',
  'WT',
  'WP',
  'Sub',
  'Lbl',
  'BibEntry',
])
/** Elements that may stand in a line or hold blocks. */
const EITHER = new Set(['NonStruct', 'Private'])
/** Deeper trees are not followed. */
const MOST_DEPTH = 200
/** A page of which less is in the tree is read by its looks. */
const MIN_COVERED = 0.6

/** Runs by the name of the marked content that they belong to. */
type Marked = ReadonlyMap<string, readonly Run[]>

/**
 * The blocks that a page's structure tree names; null where the tree leaves out much of the text. What it names as an
 * artifact, such as running heads, it leaves out by design.
 */
export function readTagged(tree: StructNode, runs: readonly Run[], words: Vocabulary): Block[] | null {
  const marked = new Map<string, Run[]>()
  for (const run of runs) {
    if (run.mark === null) continue
    const list = marked.get(run.mark)
    if (list) list.push(run)
    else marked.set(run.mark, [run])
  }
  const all = lettersOf(runs)
  const covered = lettersOf(runsIn(tree, marked, 0))
  if (all === 0 || covered < all * MIN_COVERED) return null
  return new TreeReader(marked, words).blocks(tree.children ?? [], 0)
}

const lettersOf = (runs: readonly Run[]) => runs.reduce((sum, { text }) => sum + text.trim().length, 0)

function runsIn(node: StructNode, marked: Marked, depth: number): Run[] {
  if (node.type === 'content') return [...(marked.get(node.id ?? '') ?? [])]
  if (depth > MOST_DEPTH) return []
  return (node.children ?? []).flatMap((child) => runsIn(child, marked, depth + 1))
}

class TreeReader {
  readonly #marked: Marked
  readonly #words: Vocabulary
  /** Where the first item of a list begins. */
  readonly #lefts = new Map<List, number>()

  constructor(marked: Marked, words: Vocabulary) {
    this.#marked = marked
    this.#words = words
  }

  /** Text that stands between blocks is a paragraph. */
  blocks(nodes: readonly StructNode[], depth: number): Block[] {
    return this.#nestLists(this.#siblings(nodes, depth))
  }

  #siblings(nodes: readonly StructNode[], depth: number): Block[] {
    const blocks: Block[] = []
    let text: Run[] = []
    const end = () => {
      blocks.push(...this.#text(text))
      text = []
    }
    if (depth > MOST_DEPTH) return blocks
    for (const node of nodes) {
      if (this.#isInline(node, depth)) {
        text.push(...runsIn(node, this.#marked, depth))
        continue
      }
      end()
      blocks.push(...this.#block(node, depth + 1))
    }
    end()
    return blocks
  }

  /** Lists that follow each other are one, or the one that stands further in is within the other. */
  #nestLists(blocks: readonly Block[]): Block[] {
    const nested: Block[] = []
    const open: List[] = []
    for (const block of blocks) {
      if (block.kind !== 'list') {
        open.length = 0
        nested.push(block)
        continue
      }
      const left = this.#lefts.get(block) ?? 0
      const isBefore = (list: List) => left < (this.#lefts.get(list) ?? 0) - 4
      while (open.length > 1 && isBefore(open.at(-1)!)) open.pop()
      const last = open.at(-1)
      const isDeeper = last !== undefined && left > (this.#lefts.get(last) ?? 0) + 4
      const isSame = last !== undefined && !isDeeper && (last.start === null) === (block.start === null)
      if (last === undefined || (!isDeeper && !isSame)) {
        open.length = 0
        nested.push(block)
        open.push(block)
      } else if (isDeeper) {
        last.items.at(-1)!.children.push(block)
        open.push(block)
      } else last.items.push(...block.items)
    }
    return nested
  }

  #isInline(node: StructNode, depth: number): boolean {
    if (node.role === undefined) return true
    if (!INLINE.has(node.role) && !EITHER.has(node.role)) return false
    return depth > MOST_DEPTH || (node.children ?? []).every((child) => this.#isInline(child, depth + 1))
  }

  #block(node: StructNode, depth: number): Block[] {
    const children = node.children ?? []
    const heading = /^H([1-6])?$/.exec(node.role ?? '')
    if (heading !== null || node.role === 'Title') {
      const spans = this.#spans(node, depth).map((span) => ({ ...span, bold: false }))
      return spans.length === 0 ? [] : [{ kind: 'heading', level: Number(heading?.[1] ?? 1), spans }]
    }
    switch (node.role) {
      case 'L':
      case 'TOC':
        return this.#list(children, depth)
      case 'Table':
        return this.#table(node, depth)
      case 'BlockQuote': {
        const blocks = this.blocks(children, depth)
        return blocks.length === 0 ? [] : [{ kind: 'quote', blocks }]
      }
      case 'Figure':
      case 'Formula': {
        const blocks = this.blocks(children, depth)
        return blocks.length > 0 || !node.alt?.trim() ? blocks : [{ kind: 'image', alt: node.alt.trim() }]
      }
      default:
        return this.blocks(children, depth)
    }
  }

  #text(runs: readonly Run[]): Block[] {
    const lines = linesInOrder(runs)
    const spans = joinLines(lines.map(spansOf), this.#words)
    if (spans.length === 0) return []
    if (lines.length > 1 && spans.every(({ mono }) => mono)) return [{ kind: 'code', text: codeOf(lines) }]
    return [{ kind: 'paragraph', spans, size: lines[0]!.size, lines: lines.length }]
  }

  #spans(node: StructNode, depth: number): Span[] {
    return joinLines(linesInOrder(runsIn(node, this.#marked, depth)).map(spansOf), this.#words)
  }

  #list(nodes: readonly StructNode[], depth: number): Block[] {
    const list: List = { kind: 'list', start: null, items: [] }
    const before: Block[] = []
    for (const node of nodes) {
      if (node.role === 'LI' || node.role === 'TOCI') list.items.push(this.#item(node, list, depth + 1))
      else if (node.role === 'L' || node.role === 'TOC') {
        // A list that stands beside the items belongs to the last of them.
        const within = this.#list(node.children ?? [], depth + 1)
        const last = list.items.at(-1)
        if (last) last.children.push(...within)
        else before.push(...within)
      } else before.push(...this.blocks([node], depth + 1))
    }
    list.items = list.items.filter(({ spans, children }) => spans.length > 0 || children.length > 0)
    if (list.items.length === 0) return before
    const first = nodes.flatMap((node) => runsIn(node, this.#marked, depth))[0]
    if (first) this.#lefts.set(list, first.left)
    return [...before, list]
  }

  #item(node: StructNode, list: List, depth: number): Item {
    const parts = node.children ?? []
    const label = textOf(parts.filter(({ role }) => role === 'Lbl').flatMap((part) => this.#spans(part, depth))).trim()
    const blocks = this.blocks(
      parts
        .filter(({ role }) => role !== 'Lbl')
        .flatMap((part) => (part.role === 'LBody' ? (part.children ?? []) : [part])),
      depth,
    )
    const [first, ...rest] = blocks
    let spans = first?.kind === 'paragraph' ? first.spans : []
    const children = first?.kind === 'paragraph' ? rest : blocks
    const text = textOf(spans)
    const marker = markerOf(label === '' ? text : `${label} `, label !== '')
    if (label === '' && marker !== null) spans = withoutMarker(spans, marker.length)
    if (list.items.length === 0 && marker !== null) list.start = marker.number
    return { spans, children }
  }

  #table(table: StructNode, depth: number): Block[] {
    const rows: PlacedCell[][] = []
    const around: Block[] = []
    const read = (nodes: readonly StructNode[], level: number) => {
      if (level > MOST_DEPTH) return
      for (const node of nodes) {
        if (node.role === 'TR') rows.push(this.#row(node, level))
        else if (/^T(?:Head|Body|Foot)$|^NonStruct$|^Sect$|^Div$/.test(node.role ?? ''))
          read(node.children ?? [], level + 1)
        else around.push(...this.blocks([node], level))
      }
    }
    read(table.children ?? [], depth)
    const filled = fillRows(rows.filter((row) => row.some(({ cell }) => cell.spans.length > 0)))
    if (filled.length === 0) return around
    // One column of text is laid out by a table, and is none.
    if (filled.every((row) => row.length === 1)) return [...around, ...this.blocks(cellsIn(table, 0), depth)]
    const named = filled.some((row) => row.some(({ isHead }) => isHead))
    return [...around, { kind: 'table', rows: named ? filled : withHead(filled) }]
  }

  #row(row: StructNode, depth: number): PlacedCell[] {
    return (row.children ?? [])
      .filter(({ role }) => role === 'TH' || role === 'TD')
      .map((cell) => {
        const isHead = cell.role === 'TH'
        const runs = runsIn(cell, this.#marked, depth)
        const spans = this.#spans(cell, depth).map((span) => (isHead ? { ...span, bold: false } : span))
        const left = Math.min(...runs.map((run) => run.left))
        const right = Math.max(...runs.map((run) => run.right))
        return { cell: { spans, columns: 1, rows: 1, isHead }, left, right }
      })
  }
}

const cellsIn = (node: StructNode, depth: number): StructNode[] =>
  node.role === 'TD' || node.role === 'TH' || depth > MOST_DEPTH
    ? [{ role: 'Div', children: node.children ?? [] }]
    : (node.children ?? []).flatMap((child) => (child.role === undefined ? [] : cellsIn(child, depth + 1)))

/** Runs in the order of the file, as lines: another begins where the text leaves its baseline or goes back. */
export function linesInOrder(runs: readonly Run[]): Line[] {
  const lines: Line[] = []
  let line: Run[] = []
  for (const run of runs) {
    const last = line.at(-1)
    if (last !== undefined && isNewLine(line, last, run)) {
      lines.push(lineOf(line))
      line = []
    }
    line.push(run)
  }
  if (line.length > 0) lines.push(lineOf(line))
  return lines
}

function isNewLine(line: readonly Run[], last: Run, run: Run): boolean {
  const size = Math.max(...line.slice(-4).map((each) => each.size), run.size)
  return Math.abs(run.baseline - last.baseline) > 0.6 * size
}
