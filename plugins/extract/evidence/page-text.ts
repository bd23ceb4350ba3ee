import { linkTargets } from '../link-targets.ts'

/** A part of a text, by its start and end in characters. */
export interface Span {
  from: number
  to: number
}

/** Occurrences of one value that are checked for being next to its name. */
const MAX_PLACES = 20
/** Occurrences of the common text that are checked, and characters on either side. */
const MAX_AROUND = 200
const AROUND = 32
/** Characters before a value in which its name may stand. */
const NAME_WITHIN = 80
/** Typographic and markdown spellings of plain characters; an empty text for those that are dropped. */
const PLAIN: Readonly<Record<string, string>> = {
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
  '\u200b': '',
  '\u00ad': '',
  '\ufeff': '',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '*': '',
  '\\': '',
  '`': '',
  '|': ' ',
  '\n': ' ',
  '\t': ' ',
  '\r': ' ',
}

/** A text in the form in which it is compared: lower case, single spaces, plain punctuation. */
export const normalise = (text: string): string => normalised(text).text

const normalised = (raw: string): { text: string; at: number[] } => {
  const pieces: string[] = []
  const at: number[] = []
  let isSpaced = true
  for (let i = 0; i < raw.length; i++) {
    const own = raw[i]!
    const plain = (PLAIN[own] ?? own.normalize('NFKC')).toLowerCase()
    for (const unit of plain) {
      if (unit === ' ' && isSpaced) continue
      isSpaced = unit === ' '
      pieces.push(unit)
      for (let k = 0; k < unit.length; k++) at.push(i)
    }
  }
  return { text: pieces.join(''), at }
}

const isWordUnit = (unit: string | undefined) => unit !== undefined && /[\p{L}\p{N}]/u.test(unit)

/** A text in which values are searched for, however they are spelled. */
export class PageText {
  readonly raw: string
  /** Characters searched so far. */
  searched = 0
  readonly #text: string
  readonly #at: readonly number[]
  /** The text as a reader sees it, if it has markup. */
  #shown: PageText | null | undefined

  constructor(raw: string) {
    this.raw = raw
    const { text, at } = normalised(raw)
    this.#text = text
    this.#at = at
  }

  /**
   * Where a text occurs as whole words, preferably next to one of the names; null if it does not. Links may occur in
   * the middle of it.
   */
  find(wanted: string, names: readonly string[]): Span | null {
    const text = normalise(wanted).trim()
    if (text === '') return null
    const span = this.#findWritten(text, names)
    if (span) return span
    if (this.#shown === undefined) this.#shown = withoutMarkup(this.raw)
    if (this.#shown === null) return null
    this.searched += this.#shown.#text.length
    return this.#shown.#findWritten(text, names)
  }

  #findWritten(text: string, names: readonly string[]): Span | null {
    this.searched += this.#text.length
    let first: Span | null = null
    let places = 0
    for (let at = this.#text.indexOf(text); at >= 0 && places < MAX_PLACES; at = this.#text.indexOf(text, at + 1)) {
      if (++places && !this.#isWhole(at, text)) continue
      const span = { from: this.#at[at]!, to: this.#at[at + text.length - 1]! + 1 }
      if (this.#isBeside(at, names)) return span
      first ??= span
    }
    return first
  }

  /** Where one of several texts occurs that all contain a common one, such as the year of a date. */
  findAround(held: string, texts: readonly string[]): Span | null {
    this.searched += this.#text.length
    const all = texts.map((text) => normalise(text).trim())
    let places = 0
    for (let at = this.#text.indexOf(held); at >= 0 && places < MAX_AROUND; at = this.#text.indexOf(held, at + 1)) {
      places++
      const start = Math.max(0, at - AROUND)
      const window = this.#text.slice(start, at + held.length + AROUND)
      for (const text of all) {
        const within = window.indexOf(text)
        const found = start + within
        if (within >= 0 && (this.#isWhole(found, text) || this.#isBeforeTime(found, text)))
          return { from: this.#at[found]!, to: this.#at[found + text.length - 1]! + 1 }
      }
    }
    return null
  }

  /** `2024-03-01` is stated by `2024-03-01T10:00`. */
  #isBeforeTime(at: number, text: string): boolean {
    const after = this.#text.slice(at + text.length, at + text.length + 3)
    return /^\d{4}-\d\d-\d\d$/.test(text) && /^t\d\d$/.test(after) && !isWordUnit(this.#text[at - 1])
  }

  /** Whether one of the names stands shortly before a position. */
  isNamed({ from }: Span, names: readonly string[]): boolean {
    const before = normalise(this.raw.slice(Math.max(0, from - NAME_WITHIN), from))
    return names.some((name) => before.includes(name))
  }

  #isBeside(at: number, names: readonly string[]): boolean {
    const before = this.#text.slice(Math.max(0, at - NAME_WITHIN), at)
    return names.some((name) => before.includes(name))
  }

  /** `4` does not occur in `24`. Scripts without spaces between words have no word boundaries. */
  #isWhole(at: number, text: string): boolean {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text)) return true
    const [before, after] = [this.#text[at - 1], this.#text[at + text.length]]
    return !(isWordUnit(text[0]) && isWordUnit(before)) && !(isWordUnit(text.at(-1)) && isWordUnit(after))
  }
}

/** A text without the markup of links, and the tags, that it has within words; null if it has none. */
const withoutMarkup = (raw: string): PageText | null => {
  let shown = ''
  let from = 0
  for (const target of linkTargets(raw)) {
    shown += raw.slice(from, target.from) + hidden(target.to - target.from)
    from = target.to
  }
  const plain = (shown + raw.slice(from)).replace(/!?\[|<\/?(?:su[bp]|u|s|q|ins|kbd|mark|small)>/g, (markup) =>
    hidden(markup.length),
  )
  return plain === raw ? null : new PageText(plain)
}

/** Characters of no width, which keep the places of those behind them. */
const hidden = (length: number) => '\u200b'.repeat(length)
