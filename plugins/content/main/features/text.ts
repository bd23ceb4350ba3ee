import {
  CAPITALS,
  CHARACTERS,
  COMMAS,
  COMMON,
  CURRENCIES,
  FIELDS,
  IMAGES,
  LINKED,
  LINKS,
  MARKED,
  NUMBERS,
  QUESTIONS,
  SEPARATORS,
  STATS,
  STOPS,
  WORDS,
} from '../blocks/stats.ts'
import { MAX_TEXT_WORDS } from '../model/lexicon.ts'
import { BASIS, joinHash } from '../words/hash.ts'
import { type Page, ratio } from './page.ts'
import type { Row } from './row.ts'

/** The hash of a text's first two words; differs from the hash of a text with only these two words. */
export const startHash = (words: Int32Array, at: number): number =>
  joinHash(joinHash(BASIS ^ 1, words[at]!), words[at + 1]!)

/**
 * Describes the text of a block: its words and punctuation, what it shares with the page's title, and its log odds in
 * the lexicon.
 */
export class TextDescriber {
  readonly #page: Page
  readonly #row: Row
  /** How often each text occurs on the page, and how often so far. */
  readonly #same = new Map<number, number>()
  readonly #seen = new Map<number, number>()

  constructor(page: Page, row: Row) {
    this.#page = page
    this.#row = row
    for (const hash of page.blocks.textHash.subarray(0, page.blocks.count)) {
      this.#same.set(hash, (this.#same.get(hash) ?? 0) + 1)
    }
  }

  describe(i: number): void {
    const row = this.#row
    const { blocks, signals, lexicon, kind, textValue, logWords } = this.#page
    const { stats, textHash, words, wordsAt, lastClass, firstClass, hidden } = blocks
    const { title, description, described } = signals
    const base = i * STATS
    const w = stats[base + WORDS]!
    let titled = 0
    let describing = 0
    let claimed = 0
    let lexical = 0
    let lexicalLeast = 0
    let lexicalMost = 0
    const isShort = w <= MAX_TEXT_WORDS
    for (let at = wordsAt[i]!; at < wordsAt[i + 1]!; at++) {
      const word = words[at]!
      if (title.has(word)) titled++
      if (description.has(word)) describing++
      if (described.has(word)) claimed++
      if (isShort) {
        const value = lexicon.words.get(word)
        if (value !== undefined) {
          lexical += value
          if (value < lexicalLeast) lexicalLeast = value
          if (value > lexicalMost) lexicalMost = value
        }
      }
    }
    row.put(logWords[i]!)
    row.put(ratio(stats[base + CHARACTERS]!, w))
    row.put(ratio(stats[base + LINKED]!, w))
    row.put(ratio(stats[base + CAPITALS]!, w))
    row.put(ratio(stats[base + NUMBERS]!, w))
    row.put(ratio(stats[base + STOPS]!, w))
    row.put(ratio(stats[base + COMMAS]!, w))
    row.put(ratio(stats[base + QUESTIONS]!, w))
    row.put(ratio(stats[base + COMMON]!, w))
    row.put(ratio(stats[base + MARKED]!, w))
    row.put(stats[base + STOPS]!)
    row.put(Math.min(9, stats[base + CURRENCIES]!))
    row.put(Math.min(9, stats[base + SEPARATORS]!))
    row.put(Math.min(20, stats[base + LINKS]!))
    row.put(Math.min(9, stats[base + IMAGES]!))
    row.put(Math.min(9, stats[base + FIELDS]!))
    row.put(lastClass[i]!)
    row.put(firstClass[i]!)
    row.put(hidden[i]!)
    row.put(kind[i]!)
    row.put(ratio(titled, w))
    row.put(ratio(titled, title.size))
    row.put(ratio(describing, w))
    row.put(ratio(describing, description.size))
    row.put(ratio(claimed, w))
    row.put(described.size)
    row.put(textValue[i]!)
    row.put(lexical)
    row.put(lexicalLeast)
    row.put(lexicalMost)
    row.put(this.#startValue(i))
    row.put(this.#same.get(textHash[i]!)!)
    row.put(this.#seen.get(textHash[i]!) ?? 0)
    this.#seen.set(textHash[i]!, (this.#seen.get(textHash[i]!) ?? 0) + 1)
  }

  /** The log odds of the first two words of a longer text. */
  #startValue(i: number): number {
    const { blocks, lexicon } = this.#page
    const { words, wordsAt } = blocks
    const at = wordsAt[i]!
    if (wordsAt[i + 1]! - at <= 2) return 0
    return lexicon.texts.get(startHash(words, at)) ?? 0
  }
}
