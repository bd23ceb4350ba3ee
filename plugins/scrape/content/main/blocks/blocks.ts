import { CUT, HIDDEN } from '../../clean/marks.ts'
import { BLOCK, type Element, TEXT, type Tree, UNSEEN } from '../../tree/index.ts'
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

/** Places of what is counted in a block. Sums over blocks are taken of all of them. */
export const WORDS = 0
export const LINKED = 1
export const CHARACTERS = 2
/** Words that begin with a capital. */
export const CAPITALS = 3
/** Words that begin with a digit. */
export const NUMBERS = 4
export const STOPS = 5
export const COMMAS = 6
export const QUESTIONS = 7
export const CURRENCIES = 8
export const SEPARATORS = 9
/** Words that every text in their language has. */
export const COMMON = 10
export const LINKS = 11
/** Words in `b`, `strong`, `em`, `i`. */
export const MARKED = 12
export const IMAGES = 13
/** Fields of forms and buttons. */
export const FIELDS = 14
export const ONE = 15
/** 1 for a block of at least 20 words with most of them outside of links; its words in `PROSE_WORDS`. */
export const PROSE = 16
export const PROSE_WORDS = 17
export const HEADINGS = 18
export const STATS = 19

/** A page's text cut where a reader sees a new line or paragraph begin. */
export interface Blocks {
  count: number
  /** First and last node of each block's run: with what stands in it beside text. */
  start: Int32Array
  end: Int32Array
  /** Its first text with words. */
  text: Int32Array
  /** The innermost block element around it. */
  holder: Int32Array
  /** `STATS` numbers a block. */
  stats: Float64Array
  /** Where its words begin in `words`; one more than there are blocks. */
  wordsAt: Int32Array
  words: Int32Array
  textHash: Int32Array
  /** The class of its last character that is no blank, and of its first. */
  lastClass: Uint8Array
  firstClass: Uint8Array
  /** 1 where a browser would not show it. */
  hidden: Uint8Array
}

/** Reads the blocks of a body. What is marked as cut, and what stands in `noscript` and is marked as hidden, is not there. */
export const readBlocks = (tree: Tree, marks: Uint8Array): Blocks => new BlockReader(tree, marks).run()

const apart = new Set(['button', 'summary', 'legend'])
const passed = new Set(['svg', 'select', 'textarea', 'canvas', 'object', 'map', 'meter', 'progress', 'datalist'])
const emphasis = new Set(['b', 'strong', 'em', 'i'])

class BlockReader {
  readonly #tree: Tree
  readonly #marks: Uint8Array
  readonly #classes = classTable()
  readonly #lower = lowerTable()
  readonly #common = stopWords()
  readonly #blocks: Blocks
  #count = 0
  #words = new Int32Array(4096)
  #wordCount = 0
  /** First node of the run that is being read. */
  #start: number
  #hasText = false
  #base = 0
  #hash = BASIS

  constructor(tree: Tree, marks: Uint8Array) {
    this.#tree = tree
    this.#marks = marks
    let texts = 0
    const { nodes, body } = tree
    for (let id = body.id + 1; id <= body.end; id++) if (nodes[id]!.kind === TEXT) texts++
    this.#start = body.id + 1
    this.#blocks = {
      count: 0,
      start: new Int32Array(texts),
      end: new Int32Array(texts),
      text: new Int32Array(texts),
      holder: new Int32Array(texts),
      stats: new Float64Array((texts + 1) * STATS),
      wordsAt: new Int32Array(texts + 1),
      words: this.#words,
      textHash: new Int32Array(texts),
      lastClass: new Uint8Array(texts),
      firstClass: new Uint8Array(texts),
      hidden: new Uint8Array(texts),
    }
  }

  run(): Blocks {
    const { nodes, body } = this.#tree
    const marks = this.#marks
    const blocks = this.#blocks
    const { stats } = blocks
    const holders: Element[] = [body]
    let hiddenEnd = -1
    let linkEnd = -1
    let markedEnd = -1
    let breaks = 0
    for (let id = body.id + 1; id <= body.end; id++) {
      while (holders[holders.length - 1]!.end < id) {
        this.#flush(id - 1)
        holders.pop()
      }
      const node = nodes[id]!
      if (node.kind === TEXT) {
        if (this.#scan(node.data, id <= linkEnd, id <= markedEnd)) {
          breaks = 0
          if (!this.#hasText) {
            this.#hasText = true
            blocks.text[this.#count] = id
            blocks.holder[this.#count] = holders[holders.length - 1]!.id
            blocks.hidden[this.#count] = id <= hiddenEnd ? 1 : 0
          }
        }
        continue
      }
      const { name } = node
      const mark = marks[id]!
      if ((mark & CUT) !== 0 || (node.tag.flags & UNSEEN) !== 0 || passed.has(name)) {
        id = node.end
        continue
      }
      if ((mark & HIDDEN) !== 0) {
        if ((node.tag.flags & BLOCK) === 0) {
          id = node.end
          continue
        }
        hiddenEnd = Math.max(hiddenEnd, node.end)
      }
      if ((node.tag.flags & BLOCK) !== 0 || apart.has(name)) {
        this.#flush(id - 1)
        holders.push(node)
        if (name === 'button') stats[this.#base + FIELDS]!++
        continue
      }
      switch (name) {
        case 'a':
          if (node.attrs.includes('href')) {
            linkEnd = Math.max(linkEnd, node.end)
            stats[this.#base + LINKS]!++
          }
          break
        case 'br':
          // Two of them part paragraphs on old pages.
          if (++breaks >= 2) this.#flush(id)
          break
        case 'img':
          stats[this.#base + IMAGES]!++
          break
        case 'input':
          stats[this.#base + FIELDS]!++
          break
        default:
          if (emphasis.has(name)) markedEnd = Math.max(markedEnd, node.end)
      }
    }
    this.#flush(body.end)
    blocks.count = this.#count
    blocks.words = this.#words
    return blocks
  }

  /** Counts what a text holds; false for one without words. */
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

  /** Ends the run before a block's edge, with `last` as its last node. */
  #flush(last: number): void {
    const { stats, start, end, wordsAt, textHash, holder } = this.#blocks
    const at = this.#count
    if (this.#hasText) {
      const base = this.#base
      const words = stats[base + WORDS]!
      stats[base + ONE] = 1
      if (words >= 20 && stats[base + LINKED]! * 2 < words) {
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
}
