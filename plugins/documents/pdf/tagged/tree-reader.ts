import { withoutMarker } from '../blocks/lists.ts'
import type { Block, Item, List, Run, Span } from '../model.ts'
import { textOf } from '../model.ts'
import { fillRows, type PlacedCell } from '../tables/placed-cells.ts'
import { withHead } from '../tables/with-head.ts'
import { codeOf } from '../text/code.ts'
import { isLed, withoutLeader } from '../text/leader.ts'
import { markerOf } from '../text/markers.ts'
import { joinLines, spansOf, unbold, type Vocabulary } from '../text/spans.ts'
import { linesInOrder } from './lines-in-order.ts'
import { nestLists } from './nest-lists.ts'
import { isInline, MAX_DEPTH, type Marked, runsIn, type StructNode } from './struct-node.ts'

/** Converts the elements of a structure tree to blocks. */
export class TreeReader {
  readonly #marked: Marked
  readonly #words: Vocabulary
  /** The left edge of the first item of each list. */
  readonly #lefts = new Map<List, number>()

  constructor(marked: Marked, words: Vocabulary) {
    this.#marked = marked
    this.#words = words
  }

  /**
   * Converts sibling elements at a depth of the tree. Text between blocks becomes a paragraph.
   */
  blocks(nodes: readonly StructNode[], depth: number): Block[] {
    return nestLists(this.#siblings(nodes, depth), this.#lefts)
  }

  #siblings(nodes: readonly StructNode[], depth: number): Block[] {
    const blocks: Block[] = []
    let text: Run[] = []
    const end = () => {
      blocks.push(...this.#text(text))
      text = []
    }
    if (depth > MAX_DEPTH) return blocks
    for (const node of nodes) {
      if (isInline(node, depth)) {
        text.push(...runsIn(node, this.#marked, depth))
        continue
      }
      end()
      blocks.push(...this.#block(node, depth + 1))
    }
    end()
    return blocks
  }

  #block(node: StructNode, depth: number): Block[] {
    const children = node.children ?? []
    const heading = /^H([1-6])?$/.exec(node.role ?? '')
    if (heading !== null || node.role === 'Title') {
      const spans = unbold(this.#spans(node, depth))
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
        // A list that is a sibling of the items belongs to the last one.
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
    if (isLed(textOf(spans))) spans = withoutLeader(spans)
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
      if (level > MAX_DEPTH) return
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
    // A table with one column is only layout.
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
        const spans = isHead ? unbold(this.#spans(cell, depth)) : this.#spans(cell, depth)
        const left = Math.min(...runs.map((run) => run.left))
        const right = Math.max(...runs.map((run) => run.right))
        return { cell: { spans, columns: 1, rows: 1, isHead }, left, right }
      })
  }
}

/** The cells of a table as elements that contain blocks. */
const cellsIn = (node: StructNode, depth: number): StructNode[] =>
  node.role === 'TD' || node.role === 'TH' || depth > MAX_DEPTH
    ? [{ role: 'Div', children: node.children ?? [] }]
    : (node.children ?? []).flatMap((child) => (child.role === undefined ? [] : cellsIn(child, depth + 1)))
