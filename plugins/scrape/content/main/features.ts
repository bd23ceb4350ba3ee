import { ELEMENT, type Element, type Tree } from '../tree/index.ts'
import {
  type Blocks,
  CAPITALS,
  CHARACTERS,
  COMMAS,
  COMMON,
  CURRENCIES,
  FIELDS,
  HEADINGS,
  IMAGES,
  LINKED,
  LINKS,
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
} from './blocks.ts'
import { BASIS, joinHash } from './hash.ts'
import { type Lexicon, LONGEST_TEXT, LONGEST_WORDS } from './lexicon.ts'
import { COMMENT, FILTER, KINDS, RELATED, REVIEW, SIDEBAR } from './names.ts'
import type { PageClaims } from './page-numbers.ts'
import { ARTICLE, INSIDE_BITS, type Regions } from './regions.ts'

/** The numbers of a page's blocks that the trees decide by, one row a block. */
export interface Features {
  width: number
  values: Float32Array
}

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

const ratio = (part: number, whole: number) => (whole > 0 ? part / whole : 0)
/** Further than this is all one. */
const FAR = 400

/** Parts of a page after which its content is often at its end. */
const passing = [COMMENT, REVIEW, RELATED, FILTER, SIDEBAR]

/** The hash by which the first two words of a text are known, apart from a text of those two. */
export const startHash = (words: Int32Array, at: number): number =>
  joinHash(joinHash(BASIS ^ 1, words[at]!), words[at + 1]!)

/** Describes each block of a page by itself, by what holds it, by what stands next to it and by the page. */
export const describe = (
  tree: Tree,
  blocks: Blocks,
  regions: Regions,
  claims: PageClaims,
  lexicon: Lexicon,
): Features => new Describer(tree, blocks, regions, claims, lexicon).run()

class Describer {
  readonly #tree: Tree
  readonly #blocks: Blocks
  readonly #regions: Regions
  readonly #claims: PageClaims
  readonly #lexicon: Lexicon
  readonly #kind: Uint8Array
  /** Values of the texts by the lexicon: as wholes, and by their words. */
  readonly #textValue: Float32Array
  readonly #total: number
  readonly #prose: number
  #values = new Float32Array(0)
  #at = 0

  constructor(tree: Tree, blocks: Blocks, regions: Regions, claims: PageClaims, lexicon: Lexicon) {
    this.#tree = tree
    this.#blocks = blocks
    this.#regions = regions
    this.#claims = claims
    this.#lexicon = lexicon
    const { count, holder } = blocks
    this.#kind = new Uint8Array(count)
    this.#textValue = new Float32Array(count)
    const { sums } = regions
    this.#total = Math.max(1, sums[count * STATS + WORDS]!)
    this.#prose = Math.max(1, sums[count * STATS + PROSE_WORDS]!)
    for (let i = 0; i < count; i++) {
      this.#kind[i] = tagKinds[(tree.nodes[holder[i]!] as Element).name] ?? 0
      this.#textValue[i] = this.#words(i) <= LONGEST_TEXT ? (lexicon.texts.get(blocks.textHash[i]!) ?? 0) : 0
    }
  }

  run(): Features {
    const { count, holder, stats, textHash, words, wordsAt, lastClass, firstClass, hidden } = this.#blocks
    const {
      sums,
      inside,
      kinds,
      least,
      most,
      nearest,
      sum,
      outer,
      section,
      half,
      innerItem,
      outerItem,
      depth,
      path,
      before,
    } = this.#regions
    const { title, description, described, numbers } = this.#claims
    const { nodes, body } = this.#tree
    const kind = this.#kind
    const total = this.#total

    const same = new Map<number, number>()
    const paths = new Map<number, { blocks: number; words: number; linked: number; first: number; last: number }>()
    for (let i = 0; i < count; i++) {
      same.set(textHash[i]!, (same.get(textHash[i]!) ?? 0) + 1)
      const key = path[holder[i]!]!
      const w = stats[i * STATS + WORDS]!
      const found = paths.get(key)
      if (found === undefined)
        paths.set(key, { blocks: 1, words: w, linked: stats[i * STATS + LINKED]!, first: i, last: i })
      else {
        found.blocks++
        found.words += w
        found.linked += stats[i * STATS + LINKED]!
        found.last = i
      }
    }
    const seenText = new Map<number, number>()
    const seenPath = new Map<number, number>()
    const articles: number[] = []
    for (let id = body.id + 1; id <= body.end; id++) {
      if ((inside[id]! & ARTICLE) !== 0 && (inside[nodes[id]!.parent!.id]! & ARTICLE) === 0) articles.push(id)
    }
    const titleBlock = this.#findTitle()

    let lastHeading = -1
    let h1 = 0
    let h2 = 0
    let worstHeading = 0
    const seenKinds = new Int32Array(passing.length).fill(-1)
    const together = this.#together(titleBlock)
    const dense = this.#densest()
    const withDense = this.#together(dense)
    let article = -1
    let width = 0
    for (let i = 0; i < count; i++) {
      const base = i * STATS
      const w = stats[base + WORDS]!
      const h = holder[i]!
      const k = kind[i]!
      const begin = this.#at
      // The text by itself.
      let titled = 0
      let describing = 0
      let claimed = 0
      let lexical = 0
      let lexicalLeast = 0
      let lexicalMost = 0
      const isShort = w <= LONGEST_WORDS
      for (let at = wordsAt[i]!; at < wordsAt[i + 1]!; at++) {
        const word = words[at]!
        if (title.has(word)) titled++
        if (description.has(word)) describing++
        if (described.has(word)) claimed++
        if (isShort) {
          const value = this.#lexicon.words.get(word)
          if (value !== undefined) {
            lexical += value
            if (value < lexicalLeast) lexicalLeast = value
            if (value > lexicalMost) lexicalMost = value
          }
        }
      }
      this.#put(Math.log1p(w))
      this.#put(ratio(stats[base + CHARACTERS]!, w))
      this.#put(ratio(stats[base + LINKED]!, w))
      this.#put(ratio(stats[base + CAPITALS]!, w))
      this.#put(ratio(stats[base + NUMBERS]!, w))
      this.#put(ratio(stats[base + STOPS]!, w))
      this.#put(ratio(stats[base + COMMAS]!, w))
      this.#put(ratio(stats[base + QUESTIONS]!, w))
      this.#put(ratio(stats[base + COMMON]!, w))
      this.#put(ratio(stats[base + MARKED]!, w))
      this.#put(stats[base + STOPS]!)
      this.#put(Math.min(9, stats[base + CURRENCIES]!))
      this.#put(Math.min(9, stats[base + SEPARATORS]!))
      this.#put(Math.min(20, stats[base + LINKS]!))
      this.#put(Math.min(9, stats[base + IMAGES]!))
      this.#put(Math.min(9, stats[base + FIELDS]!))
      this.#put(lastClass[i]!)
      this.#put(firstClass[i]!)
      this.#put(hidden[i]!)
      this.#put(k)
      this.#put(ratio(titled, w))
      this.#put(ratio(titled, title.size))
      this.#put(ratio(describing, w))
      this.#put(ratio(describing, description.size))
      this.#put(ratio(claimed, w))
      this.#put(described.size)
      this.#put(this.#textValue[i]!)
      this.#put(lexical)
      this.#put(lexicalLeast)
      this.#put(lexicalMost)
      this.#put(this.#startValue(i))
      this.#put(same.get(textHash[i]!)!)
      this.#put(seenText.get(textHash[i]!) ?? 0)
      seenText.set(textHash[i]!, (seenText.get(textHash[i]!) ?? 0) + 1)

      // Tags and names around it.
      this.#put(depth[h]!)
      for (let bit = 0; bit < INSIDE_BITS; bit++) this.#put((inside[h]! >> bit) & 1)
      for (let bit = 0; bit < KINDS; bit++) this.#put((kinds[h]! >> bit) & 1)
      this.#put(least[h]!)
      this.#put(most[h]!)
      this.#put(nearest[h]!)
      this.#put(sum[h]!)

      // What holds it.
      const first = this.#holds(h) > 1 ? h : outer[h]!
      const second = first < 0 ? -1 : outer[first]!
      const third = second < 0 ? -1 : outer[second]!
      const fourth = third < 0 ? -1 : outer[third]!
      const halfOf = h === body.id ? -1 : half[h]!
      const inner = h === body.id ? -1 : innerItem[h]!
      const outerOf = h === body.id ? -1 : outerItem[h]!
      this.#container(first, i)
      this.#container(second, i)
      this.#container(third, i)
      this.#container(fourth, i)
      this.#container(section[h]!, i)
      this.#container(halfOf, i)
      this.#container(inner, i)
      this.#heading(first)
      this.#heading(second)
      this.#heading(third)
      this.#heading(halfOf)
      this.#item(inner)
      this.#item(outerOf)
      this.#item(first)
      this.#item(second)
      this.#item(third)
      const alike = paths.get(path[h]!)!
      const seen = seenPath.get(path[h]!) ?? 0
      seenPath.set(path[h]!, seen + 1)
      this.#put(Math.log1p(alike.blocks))
      this.#put(ratio(alike.words, alike.blocks))
      this.#put(ratio(alike.linked, alike.words))
      this.#put(ratio(alike.words, total))
      this.#put(ratio(seen, alike.blocks))
      this.#put(ratio(alike.last - alike.first + 1, count))
      this.#put(ratio(alike.blocks, alike.last - alike.first + 1))

      // What stands next to it.
      for (const step of [-3, -2, -1, 1, 2, 3]) this.#neighbour(i, i + step)
      this.#window(i - 5, i + 6)
      this.#window(i - 15, i + 16)
      this.#window(i - 15, i)
      this.#window(i + 1, i + 16)

      // Where it stands.
      const isHeading = k >= 1 && k <= 6
      this.#put(i / count)
      this.#put(Math.min(i, FAR))
      this.#put(sums[base + WORDS]! / total)
      this.#put(sums[base + PROSE_WORDS]! / this.#prose)
      this.#put(titleBlock < 0 ? -FAR : Math.max(-FAR, Math.min(FAR, i - titleBlock)))
      this.#put(
        titleBlock < 0
          ? -1
          : Math.log1p(Math.abs(sums[base + WORDS]! - sums[titleBlock * STATS + WORDS]!)) * (i < titleBlock ? -1 : 1),
      )
      this.#put(lastHeading < 0 ? FAR : Math.min(FAR, i - lastHeading))
      this.#put(lastHeading < 0 ? 0 : kind[lastHeading]!)
      this.#put(lastHeading < 0 ? 0 : this.#textValue[lastHeading]!)
      this.#put(worstHeading)
      this.#put(h1)
      this.#put(h2)
      this.#put(isHeading ? 1 : 0)
      while (article + 1 < articles.length && before[articles[article + 1]!]! <= i) article++
      this.#put(Math.min(article, 20))
      this.#put(Math.min(articles.length, 20))
      if (isHeading) {
        lastHeading = i
        if (k === 1) h1++
        else if (k === 2) h2++
        worstHeading = Math.min(worstHeading, this.#textValue[i]!)
      }

      for (let at = 0; at < passing.length; at++) {
        if (seenKinds[at]! < 0 && (kinds[h]! & passing[at]!) !== 0) seenKinds[at] = i
        this.#put(seenKinds[at]! < 0 ? -1 : Math.min(FAR, i - seenKinds[at]!))
      }
      this.#joint(together[h]!, h)
      this.#joint(withDense[h]!, h)

      // The page.
      for (const number of numbers) this.#put(number)
      if (i === 0) width = this.#at - begin
    }
    return { width, values: this.#values.subarray(0, this.#at) }
  }

  /** For each element the innermost one around it that holds a block too. */
  #together(block: number): Int32Array {
    const { nodes, body } = this.#tree
    const { text } = this.#blocks
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

  /** The first block of the container that holds most prose by itself. */
  #densest(): number {
    const { count, holder, stats } = this.#blocks
    const { outer } = this.#regions
    const held = new Map<number, { first: number; words: number }>()
    let best = -1
    let most = 0
    for (let i = 0; i < count; i++) {
      const words = stats[i * STATS + PROSE_WORDS]!
      if (words === 0) continue
      const h = holder[i]!
      const at = this.#holds(h) > 1 ? h : outer[h]!
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

  /** What a block shares with another: the innermost element around both. */
  #joint(id: number, h: number): void {
    const { before, sums, depth } = this.#regions
    const low = before[id]! * STATS
    const high = before[this.#end(id)]! * STATS
    const words = sums[high + WORDS]! - sums[low + WORDS]!
    this.#put(words / this.#total)
    this.#put(ratio(sums[high + LINKED]! - sums[low + LINKED]!, words))
    this.#put((sums[high + PROSE_WORDS]! - sums[low + PROSE_WORDS]!) / this.#prose)
    this.#put(depth[h]! - depth[id]!)
    this.#put(depth[id]!)
  }

  #put(value: number): void {
    if (this.#at === this.#values.length) {
      const wider = new Float32Array(Math.max(4096, this.#values.length * 2))
      wider.set(this.#values)
      this.#values = wider
    }
    this.#values[this.#at++] = value
  }

  /** What the first two words of a longer text say. */
  #startValue(i: number): number {
    const { words, wordsAt } = this.#blocks
    const at = wordsAt[i]!
    if (wordsAt[i + 1]! - at <= 2) return 0
    return this.#lexicon.texts.get(startHash(words, at)) ?? 0
  }

  #words(i: number): number {
    return this.#blocks.stats[i * STATS + WORDS]!
  }

  #end(id: number): number {
    return (this.#tree.nodes[id] as Element).end + 1
  }

  /** How many blocks an element holds. */
  #holds(id: number): number {
    const { before } = this.#regions
    return before[this.#end(id)]! - before[id]!
  }

  #container(id: number, i: number): void {
    const { before, sums } = this.#regions
    const at = id < 0 ? this.#tree.body.id : id
    const from = before[at]!
    const to = before[this.#end(at)]!
    const low = from * STATS
    const high = to * STATS
    const words = sums[high + WORDS]! - sums[low + WORDS]!
    this.#put(Math.log1p(words))
    this.#put(words / this.#total)
    this.#put(ratio(sums[high + LINKED]! - sums[low + LINKED]!, words))
    this.#put(ratio(words, to - from))
    this.#put(ratio(sums[high + STOPS]! - sums[low + STOPS]!, words))
    this.#put((sums[high + PROSE_WORDS]! - sums[low + PROSE_WORDS]!) / this.#prose)
    this.#put(ratio(i - from, to - from))
    this.#put(Math.log1p(to - from))
    this.#put(ratio(sums[high + PROSE]! - sums[low + PROSE]!, to - from))
    this.#put(ratio(sums[high + HEADINGS]! - sums[low + HEADINGS]!, to - from))
    this.#put(ratio(sums[high + IMAGES]! - sums[low + IMAGES]!, to - from))
    this.#put(from / Math.max(1, this.#blocks.count))
  }

  /** What the first text of an element says of it. */
  #heading(id: number): void {
    const from = id < 0 ? -1 : this.#regions.before[id]!
    this.#put(from < 0 ? 0 : this.#textValue[from]!)
    this.#put(from < 0 ? -1 : this.#kind[from]!)
  }

  /** An element among those like it. */
  #item(id: number): void {
    const { group, rank, groups } = this.#regions
    const at = id < 0 ? -1 : group[id]!
    if (at < 0) {
      for (let times = 0; times < 5; times++) this.#put(-1)
      return
    }
    const all = groups[at]!
    this.#put(Math.min(100, all.count))
    this.#put(Math.min(100, rank[id]!))
    this.#put(all.words / this.#total)
    this.#put(all.words / all.count)
    this.#put(all.blocks / all.count)
  }

  #neighbour(i: number, j: number): void {
    const { count, stats, lastClass, holder } = this.#blocks
    if (j < 0 || j >= count) {
      for (let times = 0; times < 7; times++) this.#put(-1)
      return
    }
    const base = j * STATS
    const w = stats[base + WORDS]!
    this.#put(Math.log1p(w))
    this.#put(ratio(stats[base + LINKED]!, w))
    this.#put(this.#kind[j]!)
    this.#put(lastClass[j]!)
    this.#put(holder[i] === holder[j] ? 2 : this.#regions.path[holder[i]!] === this.#regions.path[holder[j]!] ? 1 : 0)
    this.#put(this.#textValue[j]!)
    this.#put(this.#regions.nearest[holder[j]!]!)
  }

  #window(from: number, to: number): void {
    const { sums } = this.#regions
    const low = Math.max(0, from) * STATS
    const high = Math.min(this.#blocks.count, to) * STATS
    const words = sums[high + WORDS]! - sums[low + WORDS]!
    const blocks = sums[high + ONE]! - sums[low + ONE]!
    this.#put(ratio(words, blocks))
    this.#put(ratio(sums[high + LINKED]! - sums[low + LINKED]!, words))
    this.#put(ratio(sums[high + STOPS]! - sums[low + STOPS]!, words))
    this.#put(ratio(sums[high + PROSE]! - sums[low + PROSE]!, blocks))
  }

  /** The block that shows the page's title: a first-level heading, or the text that shares most with it. */
  #findTitle(): number {
    const { count, words, wordsAt } = this.#blocks
    const { title } = this.#claims
    let best = -1
    let bestScore = 0.3
    for (let i = 0; i < count; i++) {
      const w = this.#words(i)
      if (w > 40) continue
      let shared = 0
      for (let at = wordsAt[i]!; at < wordsAt[i + 1]!; at++) if (title.has(words[at]!)) shared++
      const kind = this.#kind[i]!
      const score = ratio(2 * shared, w + title.size) + (kind === 1 ? 0.5 : kind === 2 ? 0.15 : 0)
      if (score > bestScore) {
        best = i
        bestScore = score
      }
    }
    return best
  }
}
