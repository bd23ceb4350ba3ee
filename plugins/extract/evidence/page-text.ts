/** A part of a text, by the characters at which it begins and ends. */
export interface Span {
  from: number
  to: number
}

/** Places of one value that are looked at for the one beside its name. */
const MAX_PLACES = 20
/** Places of a held text that are looked around, and characters on either side. */
const MAX_AROUND = 200
const AROUND = 32
/** Characters before a value in which its name would stand. */
const NAME_WITHIN = 80
/** What typographers and markdown write for what others write plainly; an empty text where it is nothing. */
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

/** A text as it is compared: small letters, white space single, signs plain. */
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

/** A text in which values are looked for, however they are written. */
export class PageText {
  readonly raw: string
  /** Characters that were searched so far. */
  searched = 0
  readonly #text: string
  readonly #at: readonly number[]

  constructor(raw: string) {
    this.raw = raw
    const { text, at } = normalised(raw)
    this.#text = text
    this.#at = at
  }

  /** Where a text stands as whole words, best beside one of the names; null where it stands nowhere. */
  find(wanted: string, names: readonly string[]): Span | null {
    const text = normalise(wanted).trim()
    if (text === '') return null
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

  /** Where one of several texts stands that all hold another, such as the year of a date. */
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
        if (within >= 0 && this.#isWhole(found, text))
          return { from: this.#at[found]!, to: this.#at[found + text.length - 1]! + 1 }
      }
    }
    return null
  }

  /** Whether one of the names stands shortly before a place. */
  isNamed({ from }: Span, names: readonly string[]): boolean {
    const before = normalise(this.raw.slice(Math.max(0, from - NAME_WITHIN), from))
    return names.some((name) => before.includes(name))
  }

  #isBeside(at: number, names: readonly string[]): boolean {
    const before = this.#text.slice(Math.max(0, at - NAME_WITHIN), at)
    return names.some((name) => before.includes(name))
  }

  /** `4` does not stand in `24`; scripts that leave no space between words have no bounds. */
  #isWhole(at: number, text: string): boolean {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text)) return true
    const [before, after] = [this.#text[at - 1], this.#text[at + text.length]]
    return !(isWordUnit(text[0]) && isWordUnit(before)) && !(isWordUnit(text.at(-1)) && isWordUnit(after))
  }
}
