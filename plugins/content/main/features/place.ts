import { ELEMENT } from '../../tree/index.ts'
import { LINKED, PROSE_WORDS, STATS, WORDS } from '../blocks/stats.ts'
import { ARTICLE } from '../containers/inside.ts'
import { COMMENT, FILTER, RELATED, REVIEW, SIDEBAR } from '../containers/names.ts'
import { FAR, type Page, ratio } from './page.ts'
import type { Row } from './row.ts'

/** Parts of a page that often mark the end of the content. */
const endMarkers = [COMMENT, REVIEW, RELATED, FILTER, SIDEBAR]

/** The most articles that are distinguished: a list may have any number. */
const MAX_ARTICLES = 20
/**
 * The most words of a block that may be the title, the lowest score of its similarity to the title, and what its tag
 * adds.
 */
const MAX_TITLE_WORDS = 40
const MIN_TITLE_SCORE = 0.3
const H1_SCORE = 0.5
const H2_SCORE = 0.15

/**
 * Describes the position of a block: on the page, after its title, headings and articles, and near its densest prose.
 */
export class PlaceDescriber {
  readonly #page: Page
  readonly #row: Row
  readonly #title: number
  /** For each element, the innermost one that contains both it and the title, or both it and the densest prose. */
  readonly #withTitle: Int32Array
  readonly #withDense: Int32Array
  /** The outermost articles, and the index of the one that began last. */
  readonly #articles: number[] = []
  #article = -1
  #lastHeading = -1
  #h1 = 0
  #h2 = 0
  #worstHeading = 0
  readonly #seenKinds = new Int32Array(endMarkers.length).fill(-1)

  constructor(page: Page, row: Row) {
    this.#page = page
    this.#row = row
    this.#title = this.#findTitle()
    this.#withTitle = this.#commonAncestors(this.#title)
    this.#withDense = this.#commonAncestors(this.#densest())
    const { nodes, body } = page.tree
    const { inside } = page.containers
    for (let id = body.id + 1; id <= body.end; id++) {
      if ((inside[id]! & ARTICLE) !== 0 && (inside[nodes[id]!.parent!.id]! & ARTICLE) === 0) this.#articles.push(id)
    }
  }

  describe(i: number): void {
    const row = this.#row
    const { blocks, containers, kind, textValue, total, prose } = this.#page
    const { sums, kinds, before } = containers
    const { count, holder } = blocks
    const base = i * STATS
    const h = holder[i]!
    const k = kind[i]!
    const isHeading = k >= 1 && k <= 6
    row.put(i / count)
    row.put(Math.min(i, FAR))
    row.put(sums[base + WORDS]! / total)
    row.put(sums[base + PROSE_WORDS]! / prose)
    row.put(this.#title < 0 ? -FAR : Math.max(-FAR, Math.min(FAR, i - this.#title)))
    row.put(
      this.#title < 0
        ? -1
        : Math.log1p(Math.abs(sums[base + WORDS]! - sums[this.#title * STATS + WORDS]!)) * (i < this.#title ? -1 : 1),
    )
    row.put(this.#lastHeading < 0 ? FAR : Math.min(FAR, i - this.#lastHeading))
    row.put(this.#lastHeading < 0 ? 0 : kind[this.#lastHeading]!)
    row.put(this.#lastHeading < 0 ? 0 : textValue[this.#lastHeading]!)
    row.put(this.#worstHeading)
    row.put(this.#h1)
    row.put(this.#h2)
    row.put(isHeading ? 1 : 0)
    while (this.#article + 1 < this.#articles.length && before[this.#articles[this.#article + 1]!]! <= i)
      this.#article++
    row.put(Math.min(this.#article, MAX_ARTICLES))
    row.put(Math.min(this.#articles.length, MAX_ARTICLES))
    if (isHeading) {
      this.#lastHeading = i
      if (k === 1) this.#h1++
      else if (k === 2) this.#h2++
      this.#worstHeading = Math.min(this.#worstHeading, textValue[i]!)
    }

    for (let at = 0; at < endMarkers.length; at++) {
      if (this.#seenKinds[at]! < 0 && (kinds[h]! & endMarkers[at]!) !== 0) this.#seenKinds[at] = i
      row.put(this.#seenKinds[at]! < 0 ? -1 : Math.min(FAR, i - this.#seenKinds[at]!))
    }
    this.#shared(this.#withTitle[h]!, h)
    this.#shared(this.#withDense[h]!, h)
  }

  /** For each element, its innermost ancestor that contains the given block too. */
  #commonAncestors(block: number): Int32Array {
    const { nodes, body } = this.#page.tree
    const { text } = this.#page.blocks
    const found = new Int32Array(nodes.length).fill(body.id)
    if (block < 0) return found
    const at = text[block]!
    for (let id = body.id + 1; id <= body.end; id++) {
      const node = nodes[id]!
      if (node.kind !== ELEMENT) continue
      found[id] = id <= at && at <= node.end ? id : found[node.parent!.id]!
    }
    return found
  }

  /** The first block of the container that directly holds the most prose. */
  #densest(): number {
    const { count, stats } = this.#page.blocks
    const held = new Map<number, { first: number; words: number }>()
    let best = -1
    let most = 0
    for (let i = 0; i < count; i++) {
      const words = stats[i * STATS + PROSE_WORDS]!
      if (words === 0) continue
      const at = this.#page.container(i)
      const sum = held.get(at) ?? { first: i, words: 0 }
      sum.words += words
      held.set(at, sum)
      if (sum.words > most) {
        most = sum.words
        best = sum.first
      }
    }
    return best
  }

  /** The innermost element around this block and another. */
  #shared(id: number, h: number): void {
    const row = this.#row
    const { containers, total, prose } = this.#page
    const { sums, depth } = containers
    const low = this.#page.from(id) * STATS
    const high = this.#page.to(id) * STATS
    const words = sums[high + WORDS]! - sums[low + WORDS]!
    row.put(words / total)
    row.put(ratio(sums[high + LINKED]! - sums[low + LINKED]!, words))
    row.put((sums[high + PROSE_WORDS]! - sums[low + PROSE_WORDS]!) / prose)
    row.put(depth[h]! - depth[id]!)
    row.put(depth[id]!)
  }

  /** The block that shows the page's title: a first-level heading, or the text most similar to it. */
  #findTitle(): number {
    const { count, words, wordsAt } = this.#page.blocks
    const { title } = this.#page.signals
    let best = -1
    let bestScore = MIN_TITLE_SCORE
    for (let i = 0; i < count; i++) {
      const w = this.#page.words(i)
      if (w > MAX_TITLE_WORDS) continue
      let shared = 0
      for (let at = wordsAt[i]!; at < wordsAt[i + 1]!; at++) if (title.has(words[at]!)) shared++
      const kind = this.#page.kind[i]!
      const score = ratio(2 * shared, w + title.size) + (kind === 1 ? H1_SCORE : kind === 2 ? H2_SCORE : 0)
      if (score > bestScore) {
        best = i
        bestScore = score
      }
    }
    return best
  }
}
