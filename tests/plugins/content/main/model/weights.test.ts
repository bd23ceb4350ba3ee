import { describe, expect, test } from 'bun:test'
import { featureNames } from '../../../../../plugins/content/main/features/names.ts'
import { model } from '../../../../../plugins/content/main/model/model.ts'
import { readWeights, writeWeights } from '../../../../../plugins/content/main/model/weights.ts'

const numbers = {
  lexicon: { names: new Map<number, number>(), texts: new Map<number, number>(), words: new Map<number, number>() },
  forest: {
    bias: 0,
    roots: Int32Array.of(0),
    feature: Int16Array.of(-1),
    value: Float32Array.of(1),
    right: Int32Array.of(0),
  },
}
const learnedFrom = (features: readonly string[]) => writeWeights({ features, ...numbers })

describe('weights are refused', () => {
  test('with bytes in another format', () => {
    for (const bytes of [new Uint8Array(0), new Uint8Array(8)])
      expect(() => readWeights(bytes, [])).toThrow(
        'of another form. Take the weights.bin that came with this version, or learn it anew',
      )
  })

  const others: [string, string[], string][] = [
    ['with another number', ['words', 'links', 'depth'], 'number 1 is links there and linked here'],
    ['with two numbers in each other’s places', ['words', 'depth', 'linked'], 'number 1 is depth there'],
    ['with a number less', ['words', 'linked'], 'number 2 is nothing there and depth here'],
    ['with a number more', ['words', 'linked', 'depth', 'height'], 'number 3 is height there and nothing here'],
  ]
  test.each(others)('that were trained %s', (_, features, message) => {
    expect(() => readWeights(learnedFrom(features), ['words', 'linked', 'depth'])).toThrow(message)
  })
})

test('weights that were trained with the same features are read', () => {
  expect(readWeights(learnedFrom(['words', 'linked']), ['words', 'linked'])).toEqual({
    features: ['words', 'linked'],
    ...numbers,
  })
})

test('trained values are read as they were written: words in steps of a sixteenth, and trees of many nodes', () => {
  const weights = {
    features: ['words', 'linked'],
    lexicon: {
      names: new Map([
        [-2_000_000_000, 0.5],
        [7, -2],
      ]),
      texts: new Map([[9, 0.06]]),
      words: new Map<number, number>(),
    },
    forest: {
      bias: -0.25,
      roots: Int32Array.of(0, 3),
      feature: Int16Array.of(1, -1, -1, 0, -1, 1, -1, -1),
      value: Float32Array.of(0.5, 1, -1, 2, 0.125, 3, 4, 5),
      right: Int32Array.of(2, 0, 0, 5, 0, 7, 0, 0),
    },
  }
  const bytes = writeWeights(weights)
  const { lexicon, forest } = readWeights(bytes, weights.features)
  expect(forest).toEqual(weights.forest)
  expect([...lexicon.names]).toEqual([
    [-2_000_000_000, 0.5],
    [7, -2],
  ])
  expect([[...lexicon.texts], lexicon.words.size]).toEqual([[[9, 1 / 16]], 0])
  // The reader ignores bytes after the end, as the format has its own length.
  const nodes = 3 * (2 + 4 + 2) + 5 * (2 + 4)
  expect(bytes.length).toBe(4 + (4 + 'words\nlinked'.length) + (4 + 2 * 5) + (4 + 5) + 4 + (12 + 2 * 4) + nodes)
})

test('the included weights use features that the program computes, each with a distinct name', () => {
  const { features, forest } = model()
  expect(features).toEqual(featureNames)
  expect(new Set(features).size).toBe(features.length)
  for (const at of forest.feature) expect(at).toBeLessThan(features.length)
})

test('the model card describes the included weights', async () => {
  const folder = new URL('../../../../../plugins/content/main/model/', import.meta.url)
  const bytes = await Bun.file(new URL('weights.bin', folder)).bytes()
  const card = await Bun.file(new URL('CARD.md', folder)).text()
  expect(card).toContain(new Bun.CryptoHasher('sha256').update(bytes).digest('hex'))
  expect(card).toContain(`${bytes.length.toLocaleString('en')} bytes`)
})
