import { expect, test } from 'bun:test'
import { samplesOf } from '../../bench/fuzz/corpus.ts'
import { fuzz, made } from '../../bench/fuzz/fuzz.ts'

const samples = samplesOf()

test('pages and documents that are changed at random are read or refused', async () => {
  // The same ones each time, as a test should fail for what has changed; the bench goes further.
  const { tried, findings } = await fuzz({ samples, seed: 20_261_122, time: 4000, timeout: 60_000, atOnce: 2 })
  expect(findings).toEqual([])
  expect(tried).toBeGreaterThan(0)
}, 120_000)

test('a seed makes the same page again, and another seed another', () => {
  expect(made(samples, 7)).toEqual(made(samples, 7))
  expect(made(samples, 7).body).not.toEqual(made(samples, 8).body)
})
