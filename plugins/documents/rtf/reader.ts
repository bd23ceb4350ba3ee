import { Unreadable } from '../../content/sandbox-toolkit.ts'
import { pictureOf } from '../drawingml/picture.ts'
import { onlyParagraph } from '../html-writer/markup.ts'
import { createNotes } from '../html-writer/notes.ts'
import type { IsCodeFont } from '../html-writer/without-typewriter.ts'
import { fieldLink, MAX_INSTRUCTION } from '../office/field-link.ts'
import { symbolOf } from '../office/symbols.ts'
import type { Properties } from '../opc/core-properties.ts'
import { encodingOfCodePage, languageOf, PendingBytes } from './encodings.ts'
import { type Font, Header } from './header.ts'
import { Info } from './info.ts'
import { Sink } from './sink.ts'
import type { Token } from './tokens.ts'
import {
  characters,
  type Destination,
  destinations,
  freshParagraph,
  ofFigure,
  optional,
  readParagraphWord,
  readTextWord,
  type State,
} from './words.ts'

/** Maximum nesting of groups. */
const MAX_DEPTH = 2_000

/**
 * Builds the text of an RTF file from its tokens. Groups inherit the state around them. Some groups are special, such
 * as notes, fields and the tables of the header. The control words themselves are handled in the other files of this
 * folder.
 */
export class Reader {
  readonly #header: Header
  readonly #info = new Info()
  readonly #notes = createNotes()
  readonly #noteHtml = new Map<string, string>()
  readonly #counts = new Map<number, number[]>()
  readonly #body: Sink
  #sink: Sink
  readonly #outer: State[] = []
  #state: State = {
    destination: 'text',
    marks: {},
    hidden: false,
    font: -1,
    fallbacks: 1,
    paragraph: freshParagraph(),
  }
  #encoding = 'windows-1252'
  #defaultFont = -1
  readonly #pending = new PendingBytes()
  /** Whether the next word is the first of its group, which may say what kind of group it is. */
  #isFirst = false
  #isOptional = false
  #propertyName = ''
  #propertyValue = ''
  #writtenLength = 0

  constructor(isCodeFont: IsCodeFont) {
    this.#header = new Header(isCodeFont)
    this.#body = new Sink(this.#header, this.#counts)
    this.#sink = this.#body
  }

  /** Reads the next token. Throws Unreadable `too_complex` if groups nest too deep. */
  read(token: Token) {
    if (token.kind === 'bytes') {
      this.#isFirst = false
      this.#pending.push(token.bytes)
      return
    }
    this.#flush()
    if (token.kind === 'open') this.#open()
    else if (token.kind === 'close') this.#close()
    else if (token.kind === 'symbol') this.#symbol(token.symbol)
    else {
      const wasFirst = this.#isFirst
      this.#isFirst = false
      if (!wasFirst || !this.#begin(token.word)) this.#word(token.word, token.value)
      this.#isOptional = false
    }
  }

  /** Characters of text that were read since the last call. */
  takenLength(): number {
    const length = this.#writtenLength
    this.#writtenLength = 0
    return length
  }

  /** Returns everything that was read, after the last token. */
  end(): { html: string; properties: Properties; pageCount: number | null } {
    this.#flush()
    while (this.#outer.length > 0) this.#close()
    const text = this.#body.html(this.#state.paragraph)
    const notes = this.#notes.write((id) => this.#noteHtml.get(id) ?? '')
    return { html: `${text}\n${notes}`.trim(), properties: this.#info.properties(), pageCount: this.#info.pageCount }
  }

  #open(): void {
    if (this.#outer.length >= MAX_DEPTH) {
      throw new Unreadable('too_complex', `The document nests deeper than ${MAX_DEPTH} groups`)
    }
    this.#outer.push(this.#state)
    this.#state = { ...this.#state, paragraph: { ...this.#state.paragraph }, onClose: undefined }
    this.#pending.skip(0)
    this.#isFirst = true
    this.#isOptional = false
    if (isTable(this.#state.destination)) this.#header.open()
  }

  #close(): void {
    this.#pending.skip(0)
    this.#isFirst = false
    const state = this.#outer.pop()
    if (!state) return
    this.#state.onClose?.()
    // Paragraph properties are kept until the paragraph ends, even if they were set in a group within it.
    const { paragraph, destination } = this.#state
    this.#state = destination === 'text' && state.destination === 'text' ? { ...state, paragraph } : state
  }

  #symbol(symbol: string): void {
    if (symbol === '*') {
      this.#isOptional = true
      return
    }
    this.#isFirst = false
    if (symbol === '~') this.#write('\u00a0')
    else if (symbol === '_') this.#write('‑')
  }

  /** Handles the first word of a special group; false if it is none. */
  #begin(word: string): boolean {
    const state = this.#state
    if (state.destination === 'skip' && !(word === 'ud' && state.twice !== undefined)) return true
    if (state.destination === 'figure' && !ofFigure.has(word)) return true
    if (Object.hasOwn(destinations, word)) {
      state.destination = destinations[word]!
      if (word === 'sn') this.#propertyName = ''
      if (word === 'sv') this.#beginProperty()
      return true
    }
    switch (word) {
      case 'footnote':
        this.#beginNote()
        return true
      case 'shptxt':
        this.#within((html) => this.#sink.box(html))
        return true
      case 'field':
        state.field = { code: '' }
        return true
      case 'fldrslt':
        this.#beginResult()
        return true
      case 'ud':
        state.destination = state.twice ?? 'text'
        return true
      case 'upr':
        state.twice = state.destination
        state.destination = 'skip'
        return true
    }
    if (this.#isOptional && !optional.has(word)) {
      if (!isTable(state.destination)) state.destination = 'skip'
      return !isTable(state.destination)
    }
    return false
  }

  /** Collects the text of a group separately. `take` receives its HTML at the end. */
  #within(take: (html: string) => void): void {
    const outer = this.#sink
    const sink = new Sink(this.#header, this.#counts)
    this.#sink = sink
    this.#state.destination = 'text'
    this.#state.marks = {}
    this.#state.paragraph = freshParagraph()
    const before = this.#outer.at(-1)!.paragraph
    this.#state.onClose = () => {
      const html = sink.html(this.#state.paragraph)
      this.#sink = outer
      this.#state.paragraph = before
      take(html)
    }
  }

  #beginNote(): void {
    const id = `note ${this.#noteHtml.size}`
    this.#noteHtml.set(id, '')
    this.#sink.markup(this.#notes.mark(id))
    this.#within((html) => this.#noteHtml.set(id, onlyParagraph(html)))
  }

  #beginResult(): void {
    const state = this.#state
    const { field } = state
    if (!field) return
    // Read once, as a field may have any number of results.
    field.result ??= { isContents: /^\s*TOC\b/i.test(field.code), href: fieldLink(field.code) }
    const { isContents, href } = field.result
    if (isContents) state.destination = 'skip'
    else if (href !== undefined) state.marks = { ...state.marks, href }
  }

  #flush(): void {
    if (this.#pending.isEmpty) return
    const font = this.#font
    if (font?.symbols !== undefined) this.#write(symbolsOf(font.symbols, this.#pending.take('latin1')))
    else this.#write(this.#pending.take(font?.encoding ?? this.#encoding))
  }

  get #font(): Font | undefined {
    return this.#header.fonts.get(this.#state.font < 0 ? this.#defaultFont : this.#state.font)
  }

  #write(text: string): void {
    const { destination, hidden, field } = this.#state
    if (destination === 'text') {
      if (!hidden) this.#sink.text(text, this.#state)
      this.#writtenLength += text.length
    } else if (destination === 'info') this.#info.text(text)
    else if (destination === 'instruction') {
      if (field && !field.result && field.code.length <= MAX_INSTRUCTION) field.code += text.slice(0, MAX_INSTRUCTION)
    } else if (destination === 'property name') this.#propertyName += text
    else if (destination === 'property value') this.#propertyValue += text
    else if (isTable(destination)) this.#header.text(destination, text)
  }

  /** Begins a property of a picture, of which only the description is read. */
  #beginProperty(): void {
    this.#propertyValue = ''
    this.#state.onClose = () => {
      const isDescription = this.#propertyName.trim() === 'wzDescription'
      if (isDescription && this.#propertyValue !== '') this.#sink.markup(pictureOf(this.#propertyValue, undefined))
    }
  }

  #word(word: string, value: number | null) {
    if (word === 'u') return this.#unicode(value ?? 0)
    if (word === 'uc') {
      this.#state.fallbacks = Math.max(0, Math.min(value ?? 1, 100))
      return
    }
    if (word === 'ansicpg') {
      this.#encoding = encodingOfCodePage(value ?? 1252)
      return
    }
    if (word === 'mac') this.#encoding = 'macintosh'
    if (word === 'deff') this.#defaultFont = value ?? 0
    if (word === 'deflang') this.#info.language ??= languageOf(value ?? 0)
    const { destination } = this.#state
    if (destination === 'info') return this.#info.word(word, value)
    if (isTable(destination)) return this.#header.word(destination, word, value ?? 1)
    if (destination !== 'text') return
    if (Object.hasOwn(characters, word)) this.#write(characters[word]!)
    else if (!this.#sink.word(this.#state, word, value) && !readParagraphWord(this.#state, word, value)) {
      readTextWord(this.#state, word, value, this.#header, this.#info)
    }
  }

  #unicode(value: number): void {
    const character = String.fromCharCode(value < 0 ? value + 65_536 : value)
    const isSymbol = character >= '\uf000' && character <= '\uf0ff' && this.#font?.symbols !== undefined
    this.#write(isSymbol ? symbolsOf(this.#font!.symbols!, character) : character)
    this.#pending.skip(this.#state.fallbacks)
  }
}

const symbolsOf = (font: string, text: string): string =>
  Array.from(text, (character) => symbolOf(font, character.charCodeAt(0).toString(16))).join('')

/** Whether a destination is a table of the header. */
const isTable = (destination: Destination): boolean =>
  destination === 'fonts' || destination === 'styles' || destination === 'lists' || destination === 'overrides'
