import type { Element, Tree } from '../../tree/index.ts'
import {
  COMMA,
  CURRENCY,
  classTable,
  DIGIT,
  IDEOGRAPH,
  LOWER,
  lowerTable,
  QUESTION,
  SEPARATOR,
  SPACE,
  STOP,
  UPPER,
} from '../words/characters.ts'
import { BASIS, joinHash, PRIME } from '../words/hash.ts'
import { stopWords } from '../words/stop-words.ts'
import type { Blocks } from './blocks.ts'
import {
  CAPITALS,
  CHARACTERS,
  COMMAS,
  COMMON,
  CURRENCIES,
  type FIELDS,
  HEADINGS,
  type IMAGES,
  LINKED,
  type LINKS,
  MARKED,
  NUMBERS,
  ONE,
  PROSE,
  PROSE_WORDS,
  QUESTIONS,
  SEPARATORS,
  STATS,
  STOPS,
  WORDS,
} from './stats.ts'

/** The fewest words of a block that counts as prose. */
const MIN_PROSE_WORDS = 20

/** Counts the text and the elements of one block after another, each from its start until `end`. */
export class BlockBuilder {
  readonly #tree: Tree
  readonly #classes = classTable()
  readonly #lower = lowerTable()
  readonly #common = stopWords()
  readonly #blocks: Blocks
  #count = 0
  #words = new Int32Array(4096)
  #wordCount = 0
  /** The first node of the current block. */
  #start: number
  #hasText = false
  #base = 0
  #hash = BASIS

  /** `most`: an upper bound of the number of blocks. */
  constructor(tree: Tree, most: number) {
    this.#tree = tree
    this.#start = tree.body.id + 1
    this.#blocks = {
      count: 0,
      start: new Int32Array(most),
      end: new Int32Array(most),
      text: new Int32Array(most),
      holder: new Int32Array(most),
      stats: new Float64Array((most + 1) * STATS),
      wordsAt: new Int32Array(most + 1),
      words: this.#words,
      textHash: new Int32Array(most),
      lastClass: new Uint8Array(most),
      firstClass: new Uint8Array(most),
      hidden: new Uint8Array(most),
    }
  }

  /** Counts a link, a picture, or a field. */
  add(stat: typeof LINKS | typeof IMAGES | typeof FIELDS): void {
    this.#blocks.stats[this.#base + stat]!++
  }

  /** Counts a text; false if it has no words. The first text with words becomes the block's `text`. */
  text(id: number, data: string, holder: number, isLinked: boolean, isMarked: boolean, isHidden: boolean): boolean {
    if (!this.#scan(data, isLinked, isMarked)) return false
    if (!this.#hasText) {
      this.#hasText = true
      this.#blocks.text[this.#count] = id
      this.#blocks.holder[this.#count] = holder
      this.#blocks.hidden[this.#count] = isHidden ? 1 : 0
    }
    return true
  }

  /** Ends the current block, if it has text, with `last` as its last node. */
  end(last: number): void {
    const { stats, start, end, wordsAt, textHash, holder } = this.#blocks
    const at = this.#count
    if (this.#hasText) {
      const base = this.#base
      const words = stats[base + WORDS]!
      stats[base + ONE] = 1
      if (words >= MIN_PROSE_WORDS && stats[base + LINKED]! * 2 < words) {
        stats[base + PROSE] = 1
        stats[base + PROSE_WORDS] = words
      }
      const name = (this.#tree.nodes[holder[at]!] as Element).name
      if (name.length === 2 && name.charCodeAt(0) === 104 && name !== 'hr') stats[base + HEADINGS] = 1
      start[at] = this.#start
      end[at] = last
      textHash[at] = this.#hash
      this.#count++
      this.#base += STATS
      wordsAt[this.#count] = this.#wordCount
      this.#hasText = false
    }
    this.#hash = BASIS
    this.#start = last + 1
  }

  /** All blocks that have ended. */
  blocks(): Blocks {
    this.#blocks.count = this.#count
    this.#blocks.words = this.#words
    return this.#blocks
  }

  /** Counts what a text contains; false if it has no words. */
  #scan(data: string, isLinked: boolean, isMarked: boolean): boolean {
    const { length } = data
    if (length < 2 && data.charCodeAt(0) <= 32) return false
    const classes = this.#classes
    const lower = this.#lower
    const { stats, lastClass, firstClass } = this.#blocks
    const base = this.#base
    const at = this.#count
    const before = this.#wordCount
    let hash = BASIS
    let inWord = false
    let characters = 0
    let capitals = 0
    let numbers = 0
    let last = SPACE
    for (let i = 0; i < length; i++) {
      const c = data.charCodeAt(i)
      const kind = classes[c]!
      if (kind === LOWER || kind === UPPER || kind === DIGIT) {
        if (!inWord) {
          inWord = true
          if (kind === UPPER) capitals++
          else if (kind === DIGIT) numbers++
        }
        hash = Math.imul(hash ^ lower[c]!, PRIME)
        characters++
        last = kind
        continue
      }
      if (inWord) {
        this.#word(hash)
        hash = BASIS
        inWord = false
      }
      if (kind === SPACE) continue
      last = kind
      switch (kind) {
        case IDEOGRAPH:
          this.#word(Math.imul(BASIS ^ c, PRIME))
          characters++
          break
        case STOP:
          stats[base + STOPS]!++
          break
        case COMMA:
          stats[base + COMMAS]!++
          break
        case QUESTION:
          stats[base + QUESTIONS]!++
          break
        case CURRENCY:
          stats[base + CURRENCIES]!++
          break
        case SEPARATOR:
          stats[base + SEPARATORS]!++
          break
      }
    }
    if (inWord) this.#word(hash)
    const words = this.#wordCount - before
    if (last !== SPACE) {
      lastClass[at] = last
      if (firstClass[at] === 0) firstClass[at] = classes[data.trimStart().charCodeAt(0)] ?? 0
    }
    if (words === 0) return false
    stats[base + WORDS]! += words
    stats[base + CHARACTERS]! += characters
    stats[base + CAPITALS]! += capitals
    stats[base + NUMBERS]! += numbers
    if (isLinked) stats[base + LINKED]! += words
    if (isMarked) stats[base + MARKED]! += words
    return true
  }

  #word(hash: number): void {
    if (this.#wordCount === this.#words.length) {
      const wider = new Int32Array(this.#words.length * 2)
      wider.set(this.#words)
      this.#words = wider
    }
    this.#words[this.#wordCount++] = hash
    this.#hash = joinHash(this.#hash, hash)
    if (this.#common.has(hash)) this.#blocks.stats[this.#base + COMMON]!++
  }
}
