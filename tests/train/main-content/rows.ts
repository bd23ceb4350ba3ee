import type { Blocks } from '../../../plugins/content/main/blocks/blocks.ts'
import { STATS, WORDS } from '../../../plugins/content/main/blocks/stats.ts'
import type { Label } from '../labelled-pages.ts'
import { binOf, edgesOf } from './bins.ts'

/** A training page, whose blocks are the rows from `row` on. */
export interface Page {
  label: Label
  /** 0 for the original page; higher numbers are versions with less around the content. */
  version: number
  fold: number
  row: number
  target: Float32Array
  /** What is needed of its blocks to select them and to score the result. */
  blocks: Pick<Blocks, 'count' | 'stats' | 'hidden' | 'words' | 'wordsAt'>
}

/** Rows of a page that are sampled for the edges of the bins. */
const SAMPLE = 40

/** Fills a table with the pages' binned features, column by column; also returns the values between the bins. */
export const binColumns = (
  pages: readonly Page[],
  rows: number,
  width: number,
  valuesOf: (page: Page) => Float32Array,
): { columns: Uint8Array[]; edges: Float32Array[] } => {
  const sample: Float32Array[] = []
  for (const [at, page] of pages.entries()) {
    // Every third page is enough; reading all of them twice takes minutes.
    if (at % 3 !== 0) continue
    const values = valuesOf(page)
    const { count } = page.blocks
    const step = Math.max(1, Math.floor(count / SAMPLE))
    for (let i = (at / 3) % step; i < count; i += step) sample.push(values.slice(i * width, (i + 1) * width))
  }
  const edges = Array.from({ length: width }, (_, column) => edgesOf(Float32Array.from(sample, (row) => row[column]!)))
  const columns = Array.from({ length: width }, () => new Uint8Array(rows))
  for (const page of pages) {
    const values = valuesOf(page)
    for (let i = 0; i < page.blocks.count; i++) {
      for (let column = 0; column < width; column++) {
        columns[column]![page.row + i] = binOf(values[i * width + column]!, edges[column]!)
      }
    }
  }
  return { columns, edges }
}

/** The weight of a page by type, relative to an article, because there are fewer of the others. */
const TYPES: Readonly<Record<string, number>> = {
  service: 2,
  documentation: 2.5,
  forum: 3,
  collection: 4,
  listing: 4,
  product: 4,
}
/** The weight of a page that is only labelled by strings. */
const STRINGS = 0.7
/** The weight of a version of a page, relative to the page. */
const VERSION = 0.5
const PAGE = 100

/** The weight of each row: pages of a type count the same, half by words and half by their square root. */
export const weightsOf = (pages: readonly Page[], rows: number): Float32Array => {
  const weights = new Float32Array(rows)
  for (const { label, version, row, target, blocks } of pages) {
    const held = (i: number) => blocks.stats[i * STATS + WORDS]!
    let words = 0
    let roots = 0
    for (let i = 0; i < target.length; i++) {
      if (target[i]! < 0) continue
      words += held(i)
      roots += Math.sqrt(held(i))
    }
    const whole = label.text !== undefined
    const page = PAGE * (TYPES[label.type ?? ''] ?? 1) * (whole ? 1 : STRINGS) * (version === 0 ? 1 : VERSION)
    for (let i = 0; i < target.length; i++) {
      if (target[i]! < 0) continue
      const byRoot = Math.sqrt(held(i)) / roots
      weights[row + i] = page * (whole ? (held(i) / words + byRoot) / 2 : byRoot)
    }
  }
  return weights
}
