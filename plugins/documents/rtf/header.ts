import type { IsCodeFont } from '../html-writer/without-typewriter.ts'
import { meaningOf, type StyleMeaning } from '../office/style-meaning.ts'
import { encodingOfCharset } from './encodings.ts'

/** A font. Without an encoding it has that of the document. */
export interface Font {
  encoding?: string
  /** The name of a symbol font. */
  symbols?: string
  isMonospaced: boolean
}

/** A paragraph style, with the list to which its paragraphs belong. */
export interface RtfStyle extends StyleMeaning {
  list?: { id: string; level: number }
}

interface Level {
  /** The number format: 23 for a bullet, 255 for none. */
  format: number
  start: number
}

/** The character set of symbol fonts. Source: Rich Text Format Specification 1.9.1, `\fcharset`. */
const SYMBOLS = 2

/** Maximum length of a font or style name. */
const MAX_NAME = 1_000

/** The declarations before the text of an RTF file. */
export class Header {
  readonly fonts = new Map<number, Font>()
  readonly styles = new Map<number, RtfStyle>()
  readonly characterStyles = new Map<number, StyleMeaning>()
  /** Lists by the number with which paragraphs refer to them. */
  readonly lists = new Map<number, Level[]>()
  readonly #byId = new Map<number, Level[]>()
  #levels: Level[] = []
  #entry = { number: 0, charset: 0, kind: 's', outline: -1, list: 0, level: 0, id: 0, name: '' }

  readonly #isCodeFont: IsCodeFont

  constructor(isCodeFont: IsCodeFont) {
    this.#isCodeFont = isCodeFont
  }

  /** Called for each group within a table, which is an entry. */
  open(): void {
    this.#entry.name = ''
  }

  word(table: string, word: string, value: number): void {
    const entry = this.#entry
    switch (word) {
      case 'f':
        // A style refers to a font too.
        if (table !== 'fonts') return
        entry.number = value
        entry.charset = 0
        return
      case 'fcharset':
        entry.charset = value
        return
      case 's':
      case 'cs':
      case 'ds':
      case 'ts':
        if (table !== 'styles') return
        Object.assign(entry, { number: value, kind: word, outline: -1, list: 0, level: 0, name: '' })
        return
      case 'outlinelevel':
        entry.outline = value
        return
      case 'ilvl':
        entry.level = Math.max(0, Math.min(value, 8))
        return
      case 'ls':
        entry.list = value
        if (table === 'overrides') this.lists.set(value, this.#byId.get(entry.id) ?? [])
        return
      case 'list':
        this.#levels = []
        return
      case 'listlevel':
        this.#levels.push({ format: 0, start: 1 })
        return
      case 'levelnfc':
      case 'levelnfcn':
        if (table === 'lists' && this.#levels.length > 0) this.#levels.at(-1)!.format = value
        return
      case 'levelstartat':
        if (table === 'lists' && this.#levels.length > 0) this.#levels.at(-1)!.start = value
        return
      case 'listid':
        entry.id = value
        if (table === 'lists') this.#byId.set(value, this.#levels)
    }
  }

  /** Adds text to the name of the entry, which ends with a semicolon. */
  text(table: string, text: string): void {
    if (this.#entry.name.length < MAX_NAME) this.#entry.name += text
    else if (!text.includes(';')) return
    else this.#entry.name += ';'
    const end = this.#entry.name.indexOf(';')
    if (end < 0) return
    const name = this.#entry.name.slice(0, end).trim()
    this.#entry.name = ''
    if (table === 'fonts') this.#addFont(name)
    else if (table === 'styles') this.#addStyle(name.toLowerCase())
  }

  #addFont(name: string): void {
    const { number, charset } = this.#entry
    this.fonts.set(number, {
      encoding: encodingOfCharset(charset),
      ...(charset === SYMBOLS && { symbols: name }),
      isMonospaced: this.#isCodeFont(name),
    })
  }

  #addStyle(name: string): void {
    const { kind, number, outline, list, level } = this.#entry
    const meaning = meaningOf(name)
    if (kind === 'cs') {
      this.characterStyles.set(number, meaning)
      return
    }
    if (kind !== 's') return
    const isHeading = meaning.heading === undefined && meaning.role === undefined && outline >= 0 && outline < 9
    this.styles.set(number, {
      ...meaning,
      ...(isHeading && { heading: Math.min(outline + 1, 6) }),
      ...(list > 0 && { list: { id: String(list), level } }),
    })
  }
}
