import { expect, test } from 'bun:test'
import { samplesOf } from '../../../bench/fuzz/corpus.ts'
import { fuzz, made } from '../../../bench/fuzz/fuzz.ts'

const samples = samplesOf()

test('pages and documents that are changed at random are read or refused', async () => {
  const seed = Date.now() % 2 ** 31
  const { tried, findings } = await fuzz({ samples, seed, time: 20_000, timeout: 60_000, atOnce: 2 })
  // What is found can be made again by its seed.
  expect(findings).toEqual([])
  expect(tried).toBeGreaterThan(0)
}, 120_000)

test('a seed makes the same page again, and another seed another', () => {
  expect(made(samples, 7)).toEqual(made(samples, 7))
  expect(made(samples, 7).body).not.toEqual(made(samples, 8).body)
})
