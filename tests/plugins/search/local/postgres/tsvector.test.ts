import { expect, test } from 'bun:test'
import type { PageWords } from '../../../../../plugins/search/local/page-index.ts'
import { toVector } from '../../../../../plugins/search/local/postgres/tsvector.ts'

/** Fields that are not part of the vector. */
const stored = { id: 1, host: 'a.test', language: null, country: null }
const vectorOf = (words: Partial<PageWords>) =>
  toVector(40, { ...stored, url: 'https://a.test/', title: '', headings: '', text: '', ...words })
/** The positions of a word in a vector. */
const placesOf = (vector: string, word: string) =>
  vector
    .split(' ')
    .find((part) => part.startsWith(`'14:${word}':`))!
    .split(':')[2]!
    .split(',')

test('a word has its positions and their weights, and no phrase spans two parts', () => {
  const vector = vectorOf({ title: 'Red Kettle', headings: 'kettle', text: 'a kettle' })
  expect(placesOf(vector, 'red')).toEqual(['1A'])
  const [title, heading, text] = placesOf(vector, 'kettle')
  expect([title, heading]).toEqual(['2A', '11B'])
  expect(Number(text!.slice(0, -1)) - Number(placesOf(vector, 'a').at(-1)!.slice(0, -1))).toBe(1)
})

test('a word has up to 255 positions', () => {
  for (const [count, kept] of [
    [254, 254],
    [255, 255],
    [256, 255],
  ] as const)
    expect(placesOf(vectorOf({ title: 'tea '.repeat(count) }), 'tea')).toHaveLength(kept)
})

test('all positions beyond 16383 are stored as that', () => {
  const words = Array.from({ length: 16_385 }, (_, i) => `w${i + 1}`)
  const vector = vectorOf({ title: words.join(' ') })
  expect([16_382, 16_383, 16_385].map((i) => placesOf(vector, `w${i}`)[0])).toEqual(['16382A', '16383A', '16383A'])
})

test('a word is cut after 200 characters', () => {
  const vector = vectorOf({ title: `${'x'.repeat(200)}y` })
  expect(placesOf(vector, 'x'.repeat(200))).toEqual(['1A'])
})
