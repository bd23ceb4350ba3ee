/**
 * Trains the weights of the main content model on a folder of labelled pages, and measures them on held-out sites.
 *
 *     bun tests/train/main-content/index.ts FOLDER [--out FILE] [--sets a,b] [--check]
 *
 * The folder has the format of `labelled-pages.ts`. `--check` cross-validates over five parts of the sites and prints
 * word F1 by type; without it, the weights are only written, to `weights.bin` beside the model unless `--out` names
 * another file. The same folder gives the same weights, byte for byte. Takes about five minutes for 2,500 pages, and
 * ten more for the check.
 */
import { writeFileSync } from 'node:fs'
import type { Blocks } from '../../../plugins/content/main/blocks/blocks.ts'
import { readBlocks } from '../../../plugins/content/main/blocks/read-blocks.ts'
import { STATS } from '../../../plugins/content/main/blocks/stats.ts'
import { eachDescribed } from '../../../plugins/content/main/features/index.ts'
import { featureNames } from '../../../plugins/content/main/features/names.ts'
import { FEW_BLOCKS } from '../../../plugins/content/main/index.ts'
import type { Lexicon } from '../../../plugins/content/main/model/lexicon.ts'
import { writeWeights } from '../../../plugins/content/main/model/weights.ts'
import { type PageStructure, readPageStructure } from '../../../plugins/content/main/page-structure.ts'
import { applyRules } from '../../../plugins/content/main/select/rules.ts'
import { choose } from '../../../plugins/content/main/select/threshold.ts'
import { hashOf, wordsOf } from '../../../plugins/content/main/words/hash.ts'
import { parse, type Tree } from '../../../plugins/content/tree/index.ts'
import { viewOf } from '../../../plugins/content/view/view.ts'
import { type Label, readLabels, readText } from '../labelled-pages.ts'
import { augment } from './augment.ts'
import { type BoostOptions, boost, predictBins, randomOf, type Table } from './boost.ts'
import { flatten } from './flatten.ts'
import { countWords, makeLexicon } from './lexicons.ts'
import { binColumns, type Page, weightsOf } from './rows.ts'
import { wordF1 } from './score.ts'
import { targetOf } from './target.ts'

const FOLDS = 5
/** The most rows of a page; of a longer page, random rows are dropped, and the others get more weight. */
const MAX_ROWS = 400
/** Additional versions of a page with less around its content, and the rows of each. */
const VERSIONS = 2
const MAX_ROWS_OF_VERSION = 150
const LEXICON = { sites: 4, shrink: 3, names: 6000, texts: 6000, words: 6000 }
const GROWTH: BoostOptions = {
  trees: 200,
  leaves: 24,
  rate: 0.1,
  pageShare: 0.7,
  rowShare: 0.6,
  columnShare: 0.25,
  leastWeight: 4,
  ridge: 4,
  seed: 1,
}
/** A first forest with few trees finds the most useful columns; the others are not used. */
const TRIAL: BoostOptions = { ...GROWTH, trees: 40, rate: 0.3, columnShare: 0.2, rowShare: 0.5 }
const MAX_COLUMNS = 260

interface Read {
  tree: Tree
  blocks: Blocks
}

const say = (text: string) => console.error(`${(performance.now() / 1000).toFixed(0)} s  ${text}`)

/** Reads a page; versions above 0 have less around the content. */
const read = (folder: string, label: Label, version = 0): Read => {
  const tree = parse(readText(folder, label.file))
  const { marks } = viewOf(tree, new URL(label.url), {
    onlyMainContent: false,
    removeAds: false,
    includeTags: [],
    excludeTags: [],
  })
  const blocks = readBlocks(tree, marks)
  if (version === 0) return { tree, blocks }
  augment(tree, blocks, targetOf(blocks, label), marks, randomOf(hashOf(label.id) + version))
  return { tree, blocks: readBlocks(tree, marks) }
}

/** The features of a block. */
const width = featureNames.length

const foldOf = (site: string) => (hashOf(site) >>> 8) % FOLDS

/** Trains on a folder and writes the weights to `out`. `sets` lists the sets to train on; all if empty. */
export const train = (folder: string, out: string | URL, sets: readonly string[], check: boolean): void => {
  const labels = readLabels(folder).filter(({ set }) => sets.length === 0 || sets.includes(set ?? ''))
  say(`${labels.length} pages`)
  const counted = labels.map((label) => {
    const { tree, blocks } = read(folder, label)
    const target = targetOf(blocks, label)
    return { site: label.site, fold: foldOf(label.site), target, words: countWords(tree, blocks, target) }
  })
  // A page's lexicon must not know its own site, or the trees would trust it too much.
  const lexicons = Array.from({ length: FOLDS }, (_, fold) =>
    makeLexicon(
      counted.filter((page) => page.fold !== fold),
      LEXICON,
    ),
  )
  const lexicon = makeLexicon(counted, LEXICON)
  say(`lexicons of ${lexicon.names.size} names, ${lexicon.texts.size} texts and ${lexicon.words.size} words`)

  const look = ({ label, version }: Pick<Page, 'label' | 'version'>, words: Lexicon) => {
    const { tree, blocks } = read(folder, label, version)
    return readPageStructure(tree, new URL(label.url), blocks, words)
  }
  const valuesOf = (page: Page) => {
    const words = lexicons[page.fold]!
    const values = new Float32Array(page.blocks.count * width)
    eachDescribed(look(page, words), words, (i, numbers) => values.set(numbers, i * width))
    return values
  }
  let rows = 0
  const pageOf = (label: Label, version: number, fold: number, known?: Float32Array): Page => {
    const { blocks } = read(folder, label, version)
    const { words, wordsAt, hidden, count, stats } = blocks
    const row = rows
    rows += count
    const kept = { count, hidden, wordsAt, words: words.slice(0, wordsAt[count]), stats: stats.slice(0, count * STATS) }
    return { label, version, fold, row, target: known ?? targetOf(blocks, label), blocks: kept }
  }
  const originals = labels.map((label, at) => pageOf(label, 0, counted[at]!.fold, counted[at]!.target))
  const pages = [...originals]
  for (const { label, fold, target } of originals) {
    if (label.text === undefined || target.length < FEW_BLOCKS) continue
    for (let version = 1; version <= VERSIONS; version++) pages.push(pageOf(label, version, fold))
  }
  const target = new Float32Array(rows)
  for (const page of pages) target.set(page.target, page.row)
  const weights = weightsOf(pages, rows)
  const learned = rowsToLearn(pages, weights)
  say(`${rows} blocks, ${learned.length} of them to learn from, ${width} numbers each`)
  const binned = binColumns(pages, rows, width, valuesOf)
  const page = new Int32Array(rows)
  const foldAt = new Uint8Array(rows)
  for (const [at, { fold, row, target }] of pages.entries()) {
    page.fill(at, row, row + target.length)
    foldAt.fill(fold, row, row + target.length)
  }
  const table: Table = { rows, columns: binned.columns, page }
  const grow = (seen: Int32Array) => {
    const columns = chooseColumns(boost(table, seen, target, weights, TRIAL).gains)
    return boost(table, seen, target, weights, GROWTH, columns)
  }
  const bytes = writeWeights({ features: featureNames, lexicon, forest: flatten(grow(learned), binned.edges) })
  writeFileSync(out, bytes)
  say(`${bytes.length} bytes written`)
  if (!check) return
  // The rows of the original pages come first; their versions are not scored.
  const chances = new Float32Array(originals.reduce((sum, { blocks }) => sum + blocks.count, 0))
  for (let fold = 0; fold < FOLDS; fold++) {
    const others = learned.filter((row) => foldAt[row] !== fold)
    const asked = Int32Array.from(chances.keys()).filter((row) => foldAt[row] === fold)
    // The columns are also chosen without the held-out part, or it would influence its own evaluation.
    const scores = predictBins(grow(others), table, asked)
    for (let i = 0; i < asked.length; i++) chances[asked[i]!] = 1 / (1 + Math.exp(-scores[i]!))
    say(`part ${fold + 1} of ${FOLDS} checked`)
  }
  report(originals, chances, folder, (page) => look(page, lexicons[page.fold]!))
}

/** The most useful columns, in the order of the table. */
const chooseColumns = (gains: Float64Array): number[] =>
  [...gains.keys()]
    .sort((a, b) => gains[b]! - gains[a]! || a - b)
    .slice(0, MAX_COLUMNS)
    .sort((a, b) => a - b)

/** Drops rows of long pages, and gives the others more weight. */
const rowsToLearn = (pages: readonly Page[], weights: Float32Array): Int32Array => {
  const random = randomOf(7)
  const found: number[] = []
  for (const { version, row, target } of pages) {
    const most = version === 0 ? MAX_ROWS : MAX_ROWS_OF_VERSION
    const share = Math.min(1, most / Math.max(1, target.length))
    for (let i = row; i < row + target.length; i++) {
      if (weights[i]! <= 0 || random() >= share) continue
      weights[i]! /= share
      found.push(i)
    }
  }
  return Int32Array.from(found)
}

const report = (
  pages: readonly Page[],
  chances: Float32Array,
  folder: string,
  lookOf: (page: Page) => PageStructure,
): void => {
  const sums = new Map<string, { f1: number; pages: number }>()
  for (const page of pages) {
    const { label, row, target, blocks } = page
    if (label.text === undefined) continue
    const chosen = choose(blocks, chances.subarray(row, row + target.length))
    applyRules(lookOf(page), chosen)
    const { words, wordsAt } = blocks
    const taken: number[] = []
    for (let i = 0; i < chosen.length; i++) {
      if (chosen[i] === 1) for (let at = wordsAt[i]!; at < wordsAt[i + 1]!; at++) taken.push(words[at]!)
    }
    const key = `${label.set ?? folder} ${label.type ?? ''}`
    const sum = sums.get(key) ?? { f1: 0, pages: 0 }
    sum.f1 += wordF1(taken, wordsOf(label.text))
    sum.pages++
    sums.set(key, sum)
  }
  for (const [key, { f1, pages }] of sums) console.log(`${key.padEnd(24)} ${(f1 / pages).toFixed(3)}  ${pages} pages`)
}

if (import.meta.main) {
  const args = process.argv.slice(2)
  const option = (name: string) => {
    const at = args.indexOf(name)
    return at < 0 ? undefined : args.splice(at, 2)[1]
  }
  const out = option('--out') ?? new URL('../../../plugins/content/main/model/weights.bin', import.meta.url)
  const sets = option('--sets')?.split(',') ?? []
  const checked = args.indexOf('--check')
  if (checked >= 0) args.splice(checked, 1)
  const [folder] = args
  if (folder === undefined) {
    console.error('usage: bun tests/train/main-content/index.ts FOLDER [--out FILE] [--sets a,b] [--check]')
    process.exitCode = 2
  } else train(folder, out, sets, checked >= 0)
}
