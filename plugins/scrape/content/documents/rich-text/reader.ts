import { pictureOf } from '../drawing/picture.ts'
import type { Properties } from '../package/core-properties.ts'
import { Unreadable } from '../untrusted/extracted.ts'
import { fieldLink } from '../word/inline.ts'
import { onlyParagraph } from '../writer/markup.ts'
import { createNotes } from '../writer/notes.ts'
import type { Marks } from '../writer/runs.ts'
import type { IsCodeFont } from '../writer/without-typewriter.ts'
import { decodeBytes, encodingOfCodePage, languageOf } from './encodings.ts'
import { Header } from './header.ts'
import { Info } from './info.ts'
import { Sink } from './sink.ts'
import { type Destination, freshParagraph, type State } from './state.ts'
import type { Token } from './tokens.ts'
import { characters, destinations, optional } from './words.ts'

/** Groups within groups. */
const MOST_DEPTH = 2_000

/** Puts the text of an RTF file together from its tokens. */
export class Reader {
  private readonly header: Header
  private readonly info = new Info()
  private readonly notes = createNotes()
  private readonly noteHtml = new Map<string, string>()
  private readonly counts = new Map<number, number[]>()
  private readonly body: Sink
  private sink: Sink
  private readonly outer: State[] = []
  private state: State = {
    destination: 'text',
    marks: {},
    hidden: false,
    font: -1,
    fallbacks: 1,
    paragraph: freshParagraph(),
  }
  private encoding = 'windows-1252'
  private defaultFont = -1
  /** Bytes that wait for the rest of their character. */
  private pending = ''
  /** Characters that stand for one that is known already. */
  private toSkip = 0
  /** The group's first word may say what it is. */
  private isFirst = false
  private isOptional = false
  private propertyName = ''

  constructor(isCodeFont: IsCodeFont) {
    this.header = new Header(isCodeFont)
    this.body = new Sink(this.header, this.counts)
    this.sink = this.body
  }

  read(token: Token) {
    if (token.kind === 'bytes') {
      this.isFirst = false
      return this.bytes(token.bytes)
    }
    this.flush()
    if (token.kind === 'open') this.open()
    else if (token.kind === 'close') this.close()
    else if (token.kind === 'symbol') this.symbol(token.symbol)
    else {
      const wasFirst = this.isFirst
      this.isFirst = false
      if (!wasFirst || !this.begin(token.word)) this.word(token.word, token.value)
      this.isOptional = false
    }
  }

  end(): { html: string; properties: Properties; pageCount: number | null } {
    this.flush()
    while (this.outer.length > 0) this.close()
    const text = this.body.html(this.state.paragraph)
    const notes = this.notes.write((id) => this.noteHtml.get(id) ?? '')
    return { html: `${text}\n${notes}`.trim(), properties: this.info.properties(), pageCount: this.info.pageCount }
  }

  private open(): void {
    if (this.outer.length >= MOST_DEPTH) {
      throw new Unreadable('too_complex', `The document nests deeper than ${MOST_DEPTH} groups`)
    }
    this.outer.push(this.state)
    this.state = { ...this.state, paragraph: { ...this.state.paragraph }, onClose: undefined }
    this.toSkip = 0
    this.isFirst = true
    this.isOptional = false
    if (isTable(this.state.destination)) this.header.open()
  }

  private close(): void {
    this.toSkip = 0
    this.isFirst = false
    const state = this.outer.pop()
    if (!state) return
    this.state.onClose?.()
    // What a paragraph is holds until its end, also where a group within ends before.
    const { paragraph, destination } = this.state
    this.state = destination === 'text' && state.destination === 'text' ? { ...state, paragraph } : state
  }

  private symbol(symbol: string): void {
    if (symbol === '*') {
      this.isOptional = true
      return
    }
    this.isFirst = false
    if (symbol === '~') this.write('\u00a0')
    else if (symbol === '_') this.write('‑')
  }

  /** Whether a word begins a group of its own kind. */
  private begin(word: string): boolean {
    const { state } = this
    if (state.destination === 'skip' && word !== 'ud' && word !== 'picprop') return true
    if (Object.hasOwn(destinations, word)) {
      state.destination = destinations[word]!
      if (word === 'sn') this.propertyName = ''
      return true
    }
    switch (word) {
      case 'footnote':
        this.beginNote()
        return true
      case 'shptxt':
        this.within((html) => this.sink.box(html))
        return true
      case 'field':
        state.field = { code: '' }
        return true
      case 'fldrslt':
        this.beginResult()
        return true
      case 'ud':
        state.destination = state.twice ?? 'text'
        return true
      case 'upr':
        state.twice = state.destination
        state.destination = 'skip'
        return true
      case 'picprop':
      case 'shpinst':
        state.destination = 'skip'
        return true
    }
    if (this.isOptional && !optional.has(word)) {
      if (!isTable(state.destination)) state.destination = 'skip'
      return !isTable(state.destination)
    }
    return false
  }

  /** Text of a group goes to a sink of its own, whose HTML is taken at its end. */
  private within(take: (html: string) => void): void {
    const outer = this.sink
    const sink = new Sink(this.header, this.counts)
    this.sink = sink
    this.state.destination = 'text'
    this.state.marks = {}
    this.state.paragraph = freshParagraph()
    const before = this.outer.at(-1)!.paragraph
    this.state.onClose = () => {
      const html = sink.html(this.state.paragraph)
      this.sink = outer
      this.state.paragraph = before
      take(html)
    }
  }

  private beginNote(): void {
    const id = `note ${this.noteHtml.size}`
    this.noteHtml.set(id, '')
    this.sink.markup(this.notes.mark(id))
    this.within((html) => this.noteHtml.set(id, onlyParagraph(html)))
  }

  private beginResult(): void {
    const { state } = this
    const code = state.field?.code ?? ''
    const href = fieldLink(code)
    if (/^\s*TOC\b/i.test(code)) state.destination = 'skip'
    else if (href !== undefined) state.marks = { ...state.marks, href }
  }

  private bytes(bytes: string) {
    const skipped = Math.min(this.toSkip, bytes.length)
    this.toSkip -= skipped
    this.pending += skipped === 0 ? bytes : bytes.slice(skipped)
  }

  /** A character may have two bytes, each a token of its own. */
  private flush(): void {
    if (this.pending === '') return
    const font = this.header.fonts.get(this.state.font < 0 ? this.defaultFont : this.state.font)
    const text = decodeBytes(this.pending, font?.encoding ?? this.encoding)
    this.pending = ''
    this.write(text)
  }

  private write(text: string): void {
    const { destination, marks, hidden, field } = this.state
    if (destination === 'text') {
      if (!hidden) this.sink.text(text, marks)
    } else if (destination === 'info') this.info.text(text)
    else if (destination === 'instruction') {
      if (field) field.code += text
    } else if (destination === 'property name') this.propertyName += text
    else if (destination === 'property value') this.property(text)
    else if (isTable(destination)) this.header.text(destination, text)
  }

  /** The description of a picture. */
  private property(text: string): void {
    if (this.propertyName.trim() === 'wzDescription') this.sink.markup(pictureOf(text, undefined))
    this.propertyName = ''
  }

  private word(word: string, value: number | null) {
    if (word === 'u') return this.unicode(value ?? 0)
    if (word === 'uc') {
      this.state.fallbacks = Math.max(0, Math.min(value ?? 1, 100))
      return
    }
    if (word === 'ansicpg') {
      this.encoding = encodingOfCodePage(value ?? 1252)
      return
    }
    if (word === 'mac') this.encoding = 'macintosh'
    if (word === 'deff') this.defaultFont = value ?? 0
    if (word === 'deflang') this.info.language ??= languageOf(value ?? 0)
    const { destination } = this.state
    if (destination === 'info') return this.info.word(word, value)
    if (isTable(destination)) return this.header.word(destination, word, value ?? 1)
    if (destination !== 'text') return
    if (Object.hasOwn(characters, word)) this.write(characters[word]!)
    else if (!this.structure(word, value) && !this.ofParagraph(word, value)) this.ofText(word, value)
  }

  private unicode(value: number): void {
    this.write(String.fromCharCode(value < 0 ? value + 65_536 : value))
    this.toSkip = this.state.fallbacks
  }

  /** Words that end or begin something. */
  private structure(word: string, value: number | null): boolean {
    const { sink, state } = this
    switch (word) {
      case 'par':
      case 'sect':
      case 'nestrow':
        sink.endParagraph(state.paragraph)
        return true
      case 'line':
        sink.lineBreak(state.marks)
        return true
      case 'cell':
        sink.endCell(state.paragraph)
        return true
      case 'row':
        sink.endRow()
        return true
      case 'trowd':
        sink.definitions = []
        sink.isHeadRow = false
        return true
      case 'trhdr':
        sink.isHeadRow = true
        return true
      case 'clvmrg':
      case 'clmrg':
        this.merged = { ...this.merged, [word]: true }
        return true
      case 'cellx':
        sink.definitions.push({
          edge: value ?? 0,
          goesOnAbove: this.merged.clvmrg ?? false,
          goesOnLeft: this.merged.clmrg ?? false,
        })
        this.merged = {}
        return true
    }
    return false
  }
  private merged: { clvmrg?: boolean; clmrg?: boolean } = {}

  private ofParagraph(word: string, value: number | null): boolean {
    const { paragraph } = this.state
    switch (word) {
      case 'pard':
        this.state.paragraph = freshParagraph()
        return true
      case 's':
        paragraph.style = value ?? 0
        return true
      case 'outlinelevel':
        paragraph.outline = value ?? 9
        return true
      case 'ls':
        paragraph.list = value ?? 0
        return true
      case 'ilvl':
        paragraph.level = Math.max(0, Math.min(value ?? 0, 8))
        return true
      case 'intbl':
        paragraph.inTable = true
        return true
      case 'li':
      case 'lin':
        paragraph.indent = value ?? 0
        return true
      case 'fi':
        paragraph.firstIndent = value ?? 0
        return true
      case 'pnlvlblt':
        paragraph.old = 'bullet'
        return true
      case 'pnlvlbody':
        paragraph.old = 'number'
        return true
    }
    return false
  }

  private ofText(word: string, value: number | null) {
    const isOn = value !== 0
    switch (word) {
      case 'plain':
        this.state.marks = this.state.marks.href === undefined ? {} : { href: this.state.marks.href }
        this.state.hidden = false
        this.state.font = -1
        return
      case 'b':
        return this.mark({ bold: isOn })
      case 'i':
        return this.mark({ italic: isOn })
      case 'strike':
      case 'striked':
        return this.mark({ strike: isOn })
      case 'super':
        return this.mark({ script: isOn ? 'sup' : undefined })
      case 'sub':
        return this.mark({ script: isOn ? 'sub' : undefined })
      case 'up':
        return this.mark({ script: value === 0 ? undefined : 'sup' })
      case 'dn':
        return this.mark({ script: value === 0 ? undefined : 'sub' })
      case 'nosupersub':
        return this.mark({ script: undefined })
      case 'v':
      case 'deleted':
        this.state.hidden = isOn
        return
      case 'cs':
        return this.mark({ code: this.header.characterStyles.get(value ?? 0)?.role === 'code' })
      case 'lang':
        this.info.language ??= languageOf(value ?? 0)
        return
      case 'f':
        this.state.font = value ?? 0
        return this.mark({ code: this.header.fonts.get(this.state.font)?.isMonospaced ?? false })
    }
  }

  private mark(change: Marks): void {
    const { marks } = this.state
    const isChange = Object.entries(change).some(
      ([name, value]) => (marks[name as keyof Marks] || undefined) !== (value || undefined),
    )
    if (isChange) this.state.marks = { ...marks, ...change }
  }
}

/** Tables of the header, which the text refers to. */
const isTable = (destination: Destination): boolean =>
  destination === 'fonts' || destination === 'styles' || destination === 'lists' || destination === 'overrides'
