import { Room } from '../budget.ts'
import { isIcon } from '../clean/icon.ts'
import { isSpokenTwin } from '../clean/spoken-twin.ts'
import { CUT, HIDDEN } from '../clean/visibility.ts'
import { type Element, findAll, type Node, TEXT } from '../tree/index.ts'
import { mayMeetApart, standsApart } from '../view/seam.ts'
import { partsText } from '../view/shown.ts'
import type { View } from '../view/view.ts'
import { BlockWriter } from './blocks/block-writer.ts'
import type { Card, Flow, WriterOptions } from './blocks/flow.ts'
import { type Footnotes, findFootnotes, noFootnotes } from './blocks/footnotes.ts'
import { writeStrayItems } from './blocks/list.ts'
import { writerOf } from './elements.ts'
import { isBlank } from './inline/characters.ts'
import { escapeLineStarts, mayStartBlock } from './inline/escape.ts'
import { Inline } from './inline/inline.ts'
import { startCardLink } from './inline/link.ts'
import { hasMath } from './inline/math.ts'
import { type MathDelimiters, mathDelimiters } from './inline/math-text.ts'
import { writeFormula, writeMathText } from './inline/phrase.ts'

/**
 * Writes what a view shows as Markdown: CommonMark with GitHub's tables, task lists, strikethrough and footnotes,
 * formulas between dollar signs, and definitions below their term in bold. The same page gives the same bytes. The
 * output ends roughly where the room ends: some escapes and ends of elements exceed it.
 */
export const toMarkdown = (
  view: View,
  options: Omit<WriterOptions, 'plain'>,
  room = new Room(Number.POSITIVE_INFINITY),
): string => new Writer(view, { ...options, plain: false }, room).run()

/** The most characters of repeated cells, however long the page is. */
const MAX_REPEATED = 4_000_000

/** Writes what a view shows as Markdown or plain text, as far as there is room. */
export class Writer implements Flow {
  readonly view: View
  readonly options: WriterOptions
  readonly room: Room
  readonly repeats: Room
  readonly blocks: BlockWriter
  readonly inline: Inline
  readonly footnotes: Footnotes
  readonly undescribed = new Set<string>()
  heading: Element | null = null
  card: Card | null = null
  task = false
  readonly #hasMath: boolean
  readonly #delimiters: MathDelimiters | null

  constructor(view: View, options: WriterOptions, room: Room) {
    const { plain, html } = options
    this.view = view
    this.options = options
    const scripts = findAll(view.tree, view.tree.html, 'script')
    this.#delimiters = plain ? null : mathDelimiters(view.tree, scripts)
    this.#hasMath = this.#delimiters !== null || hasMath(view.tree, scripts)
    this.footnotes = plain ? noFootnotes : findFootnotes(view)
    this.room = room
    this.repeats = new Room(Math.min(room.left / 4, MAX_REPEATED))
    this.blocks = new BlockWriter(plain, room)
    this.inline = new Inline({ plain, html, escapeDollar: this.#hasMath }, room)
  }

  run(): string {
    const roots = new Set(this.view.roots)
    let last: Element | null = null
    for (const root of roots) {
      if (root.name !== 'li') this.element(root)
      // Those after the first are written with it.
      else if (last === null || root.id > last.id) last = writeStrayItems(this, root, (item) => roots.has(item))
      this.flush()
    }
    return this.blocks.toString()
  }

  shows(node: Node): boolean {
    return (this.view.marks[node.id]! & (CUT | HIDDEN)) === 0
  }

  element(element: Element): void {
    if (!this.shows(element)) {
      if (partsText(this.view, element)) this.inline.gap()
      return
    }
    if (this.room.isFull || isSpokenTwin(element, this.view.marks) || this.#isLabel(element)) return
    if (isIcon(element)) this.inline.gap()
    else if (!this.#hasMath || !writeFormula(this, element)) writerOf(element.tag)(this, element)
  }

  /** Whether an element repeats the label of a note, which the Markdown footnote includes. */
  #isLabel(element: Element): boolean {
    const { labels } = this.footnotes
    return labels.size > 0 && labels.has(element)
  }

  children(parent: Element): void {
    for (let node = parent.first; node !== null && !this.room.isFull; node = node.next) {
      const start = this.card?.start
      if (start && node.id >= start.id) startCardLink(this, this.card!)
      if (node.kind === TEXT) {
        if (!this.shows(node)) continue
        if (standsApart(node)) this.inline.gap()
        else if (mayMeetApart(node)) this.inline.seam()
        if (this.#delimiters === null) this.inline.text(node.data)
        else writeMathText(this, node, this.#delimiters)
      } else if (node.name === 'li') node = writeStrayItems(this, node)
      else {
        if (standsApart(node)) this.inline.gap()
        else if (mayMeetApart(node)) this.inline.seam()
        this.element(node)
      }
    }
  }

  flush(): void {
    const { inline, blocks, options } = this
    if (inline.isEmpty) return
    const { first, hasBreak } = inline
    let text = inline.take()
    if (isBlank(text)) return
    if (!options.plain && (hasBreak || mayStartBlock(first))) {
      text = escapeLineStarts(text)
      if (blocks.atItemStart && !this.task && /^\[[ x]\](?:\s|$)/i.test(text)) text = `\\${text}`
    }
    this.task = false
    blocks.write('para', text, hasBreak)
  }

  boundary(): void {
    if (!this.inline.flat) this.flush()
    else if (this.inline.inTable) this.inline.break()
    else this.inline.gap()
  }

  onOneLine(element: Element, inTable = false): string {
    const { inline } = this
    const { flat, inTable: wasInTable } = inline
    inline.flat = true
    inline.inTable = inTable
    this.children(element)
    const text = inline.take()
    inline.flat = flat
    inline.inTable = wasInTable
    return text
  }
}
