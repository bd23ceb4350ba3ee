import type { Element, Tree } from '../../tree/index.ts'
import type { Blocks } from '../blocks/blocks.ts'
import { PROSE_WORDS, STATS, WORDS } from '../blocks/stats.ts'
import type { Containers } from '../containers/containers.ts'
import { type Lexicon, MAX_PHRASE_WORDS } from '../model/lexicon.ts'
import type { PageSignals } from '../page-signals/page-signals.ts'

const tagKinds: Readonly<Record<string, number>> = {
  h1: 1,
  h2: 2,
  h3: 3,
  h4: 4,
  h5: 5,
  h6: 6,
  p: 7,
  blockquote: 8,
  pre: 9,
  dd: 10,
  dt: 11,
  li: 12,
  td: 13,
  th: 14,
  figcaption: 15,
  caption: 16,
  div: 17,
  article: 18,
  section: 19,
  main: 20,
  form: 21,
  header: 22,
  footer: 23,
  nav: 24,
  aside: 25,
  summary: 26,
  button: 27,
  legend: 28,
  address: 29,
  details: 30,
  center: 31,
  figure: 32,
  fieldset: 33,
  body: 34,
}

/** A share; 0 if the whole is empty. */
export const ratio = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)

/** Larger distances between blocks count as this. */
export const FAR = 400

/** A page as the describers of its blocks see it. */
export class Page {
  readonly tree: Tree
  readonly blocks: Blocks
  readonly containers: Containers
  readonly signals: PageSignals
  readonly lexicon: Lexicon
  /** The tag of each block's holder, as a number: 1 to 6 for headings. */
  readonly kind: Uint8Array
  /** The lexicon's log odds of each short text as a whole. */
  readonly textValue: Float32Array
  /** The logarithm of each block's number of words; cached because neighbours use it too. */
  readonly logWords: Float32Array
  /** The words of the page, and those of its prose; at least 1. */
  readonly total: number
  readonly prose: number

  constructor(tree: Tree, blocks: Blocks, containers: Containers, signals: PageSignals, lexicon: Lexicon) {
    this.tree = tree
    this.blocks = blocks
    this.containers = containers
    this.signals = signals
    this.lexicon = lexicon
    const { count, holder, textHash } = blocks
    this.kind = new Uint8Array(count)
    this.textValue = new Float32Array(count)
    this.logWords = new Float32Array(count)
    const { sums } = containers
    this.total = Math.max(1, sums[count * STATS + WORDS]!)
    this.prose = Math.max(1, sums[count * STATS + PROSE_WORDS]!)
    for (let i = 0; i < count; i++) {
      this.logWords[i] = Math.log1p(this.words(i))
      this.kind[i] = tagKinds[(tree.nodes[holder[i]!] as Element).name] ?? 0
      this.textValue[i] = this.words(i) <= MAX_PHRASE_WORDS ? (lexicon.texts.get(textHash[i]!) ?? 0) : 0
    }
  }

  words(i: number): number {
    return this.blocks.stats[i * STATS + WORDS]!
  }

  /** The first block of an element, and the one after its last. */
  from(id: number): number {
    return this.containers.before[id]!
  }

  to(id: number): number {
    return this.containers.before[(this.tree.nodes[id] as Element).end + 1]!
  }

  /** The innermost element around a block that contains other blocks too; -1 if there is none. */
  container(i: number): number {
    const h = this.blocks.holder[i]!
    return this.to(h) - this.from(h) > 1 ? h : this.containers.outer[h]!
  }
}
