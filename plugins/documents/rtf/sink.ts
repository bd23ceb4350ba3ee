import { type Block, htmlBlock, writeBlocks } from '../html-writer/blocks.ts'
import { escape, isBlank, onlyParagraph, tag, trimmed } from '../html-writer/markup.ts'
import { isAllCode, type Run, unbold, writeRuns } from '../html-writer/runs.ts'
import type { Header, RtfStyle } from './header.ts'
import { Table } from './table.ts'
import type { Paragraph, State } from './words.ts'

/**
 * Maximum of runs in a paragraph, after which a new one begins. No program writes that many, and each takes memory.
 */
const MAX_RUNS = 200_000

/** Collects the text of a document, a note or a text box. */
export class Sink {
  readonly #header: Header
  readonly #counts: Map<number, number[]>
  readonly #blocks: Block[] = []
  readonly #table = new Table()
  #cellBlocks: Block[] = []
  #runs: Run[] = []
  #boxes: string[] = []

  constructor(header: Header, counts: Map<number, number[]>) {
    this.#header = header
    this.#counts = counts
  }

  text(text: string, { marks, paragraph }: State): void {
    const last = this.#runs.at(-1)
    // A surrogate pair may arrive in two parts.
    if (last && last.marks === marks) {
      last.text += text
      return
    }
    if (this.#runs.length >= MAX_RUNS) this.#endParagraph(paragraph)
    this.#runs.push({ html: '', text, marks })
  }

  markup(html: string): void {
    this.#runs.push({ html, text: '', marks: {} })
  }

  box(html: string): void {
    if (!isBlank(html)) this.#boxes.push(html)
  }

  /** Handles a word that ends a line, paragraph, cell or row, or declares a row; false for other words. */
  word({ marks, paragraph }: State, word: string, value: number | null): boolean {
    switch (word) {
      case 'par':
      case 'sect':
      case 'nestrow':
        this.#endParagraph(paragraph)
        return true
      case 'line':
      case 'page':
      case 'column':
        this.#runs.push({ html: '<br>', text: '\n', marks: { ...marks } })
        return true
      case 'cell':
        this.#endCell(paragraph)
        return true
      case 'row':
        this.#table.endRow()
        return true
    }
    return this.#table.declare(word, value)
  }

  html(paragraph: Paragraph): string {
    if (this.#runs.some(({ text, html }) => text.trim() !== '' || html !== '') || this.#boxes.length > 0) {
      this.#endParagraph(paragraph)
    }
    this.#endTable()
    return writeBlocks(this.#blocks)
  }

  #endParagraph(paragraph: Paragraph): void {
    if (!paragraph.inTable) this.#endTable()
    const block = this.#blockOf(paragraph)
    const target = paragraph.inTable ? this.#cellBlocks : this.#blocks
    if (block) target.push(block)
    target.push(...this.#boxes.map(htmlBlock))
    this.#boxes = []
  }

  #endCell(paragraph: Paragraph): void {
    this.#endParagraph({ ...paragraph, inTable: true })
    this.#table.addCell(onlyParagraph(writeBlocks(this.#cellBlocks)))
    this.#cellBlocks = []
  }

  #endTable(): void {
    // A truncated file has cells without an end.
    if (this.#cellBlocks.length > 0) this.#table.addCell(writeBlocks(this.#cellBlocks))
    this.#cellBlocks = []
    const table = this.#table.take()
    if (table !== undefined) this.#blocks.push(htmlBlock(table))
  }

  #takeRuns(): Run[] {
    const runs = this.#runs
    this.#runs = []
    for (const run of runs) if (run.html === '') run.html = escape(run.text).replaceAll('\t', ' ')
    return runs
  }

  #blockOf(paragraph: Paragraph): Block | undefined {
    const style: RtfStyle = this.#header.styles.get(paragraph.style) ?? {}
    const runs = this.#takeRuns()
    if (style.role === 'contents') return undefined
    if ((style.role === 'code' && !paragraph.inTable) || isAllCode(runs)) {
      return { kind: 'code', text: runs.map(({ text }) => text).join('') }
    }
    const html = trimmed(writeRuns(runs))
    if (isBlank(html)) return undefined
    const outline = paragraph.outline !== undefined && paragraph.outline < 9 ? paragraph.outline + 1 : undefined
    const heading = outline ?? style.heading
    if (heading !== undefined) return htmlBlock(tag(`h${Math.min(heading, 6)}`, trimmed(writeRuns(unbold(runs)))))
    const item = this.#itemOf(paragraph, style, runs, html)
    if (item) return item
    return style.role === 'quote' ? { kind: 'quote', html: tag('p', html) } : htmlBlock(tag('p', html))
  }

  #itemOf(paragraph: Paragraph, style: RtfStyle, runs: readonly Run[], html: string): Block | undefined {
    const list = paragraph.list > 0 ? paragraph.list : Number(style.list?.id ?? 0)
    const levels = this.#header.lists.get(list)
    const level = paragraph.level || (paragraph.list > 0 ? 0 : (style.list?.level ?? 0))
    if (levels) {
      const { format, start } = levels[level] ?? { format: 23, start: 1 }
      if (format === 255) return undefined
      const ordered = format !== 23
      return {
        kind: 'item',
        html,
        item: { level, ordered, number: this.#count(list, level, start), list: String(list) },
      }
    }
    if (paragraph.old) {
      const ordered = paragraph.old === 'number'
      return { kind: 'item', html, item: { level: 0, ordered, number: this.#count(-1, 0, 1), list: paragraph.old } }
    }
    return paragraph.firstIndent < 0 ? writtenItem(runs, paragraph) : undefined
  }

  #count(list: number, level: number, start: number): number {
    const counts = this.#counts.get(list) ?? []
    this.#counts.set(list, counts)
    const number = (counts[level] ?? start - 1) + 1
    counts[level] = number
    counts.length = level + 1
    return number
  }
}

/** The list item that a hanging paragraph is if its text begins with a bullet or a number; otherwise undefined. */
const writtenItem = (runs: readonly Run[], { indent }: Paragraph): Block | undefined => {
  const lead = runs.findIndex(({ text }) => text.includes('\t'))
  if (lead < 0) return undefined
  const before = runs.slice(0, lead + 1).map(({ text }) => text)
  const found = /^\s*(?:[•·‣▪◦–—*-]|(\d{1,4})[.)])\s*\t/.exec(before.join(''))
  if (!found || found[0].length < before.slice(0, lead).join('').length) return undefined
  const rest = before.join('').slice(found[0].length)
  const left = { ...runs[lead]!, text: rest, html: escape(rest) }
  const html = trimmed(writeRuns([left, ...runs.slice(lead + 1)]))
  const ordered = found[1] !== undefined
  const level = Math.max(0, Math.round(indent / 360) - 1)
  return {
    kind: 'item',
    html,
    item: { level, ordered, number: Number(found[1] ?? 1), list: ordered ? 'numbers' : 'bullets' },
  }
}
