import { expect, test } from 'bun:test'
import { chanceOf } from '../../../plugins/content/main/model/forest.ts'
import { readWeights, writeWeights } from '../../../plugins/content/main/model/weights.ts'
import { binOf, edgesOf } from './bins.ts'
import { type BoostOptions, boost, predictBins, randomOf } from './boost.ts'
import { flatten } from './flatten.ts'

const rows = 2_000
const width = 3
const random = randomOf(5)
const values = Float32Array.from({ length: rows * width }, () => random())
/** True if exactly one of the first two is above 0.5; the third is noise. */
const isTrue = (row: number) => values[row * width]! > 0.5 !== values[row * width + 1]! > 0.5
const target = Float32Array.from({ length: rows }, (_, row) => (isTrue(row) ? 1 : 0))
const weight = new Float32Array(rows).fill(1)
const all = Int32Array.from({ length: rows }, (_, row) => row)
const edges = Array.from({ length: width }, (_, column) =>
  edgesOf(Float32Array.from(all, (row) => values[row * width + column]!)),
)
const columns = edges.map((each, column) => Uint8Array.from(all, (row) => binOf(values[row * width + column]!, each)))
const options: BoostOptions = {
  trees: 30,
  leaves: 8,
  rate: 0.3,
  pageShare: 0.9,
  rowShare: 0.7,
  columnShare: 1,
  leastWeight: 1,
  ridge: 1,
  seed: 3,
}
const table = { rows, columns, page: all.map((row) => row % 50) }
const learned = boost(table, all, target, weight, options)

test('Boosted trees learn what no single feature tells', () => {
  const scores = predictBins(learned, table, all)
  const right = all.filter((row) => scores[row]! > 0 === isTrue(row)).length
  expect(right / rows).toBeGreaterThan(0.97)
  expect(learned.gains[2]!).toBeLessThan(learned.gains[0]! / 10)
})

test('The same seed grows the same trees', () => {
  expect(boost(table, all, target, weight, options)).toEqual(learned)
  expect(boost(table, all, target, weight, { ...options, seed: 4 })).not.toEqual(learned)
})

test('A forest that is written and read gives the same values as its trees by bins', () => {
  const forest = flatten(learned, edges)
  const features = ['depth', 'words', 'noise']
  const lexicon = { names: new Map([[-7, 1.5]]), texts: new Map([[12, -0.25]]), words: new Map<number, number>() }
  const { forest: read, lexicon: words } = readWeights(writeWeights({ features, lexicon, forest }), features)
  expect(words).toEqual(lexicon)
  const scores = predictBins(learned, table, all)
  for (const row of all) {
    const chance = chanceOf(read, values.subarray(row * width, (row + 1) * width))
    expect(chance).toBeCloseTo(1 / (1 + Math.exp(-scores[row]!)), 4)
  }
})

test('The trees after the first fifty are skipped for a row that is clear by then, and it stays clear', () => {
  const grown = boost(table, all, target, weight, { ...options, trees: 80 })
  const forest = flatten(grown, edges)
  const scores = predictBins(grown, table, all)
  const first = predictBins({ ...grown, trees: grown.trees.slice(0, 50) }, table, all)
  const clear = all.filter((row) => Math.abs(first[row]!) > 4)
  expect(clear.length).toBeGreaterThan(rows / 10)
  expect(clear.length).toBeLessThan(rows)
  for (const row of all) {
    const chance = chanceOf(forest, values.subarray(row * width, (row + 1) * width))
    const score = clear.includes(row) ? first[row]! : scores[row]!
    expect(chance).toBeCloseTo(1 / (1 + Math.exp(-score)), 4)
  }
})
