import { expect, test } from 'bun:test'
import { samplesOf } from '../../bench/fuzz/corpus.ts'
import { fuzz, made } from '../../bench/fuzz/fuzz.ts'

const samples = samplesOf()

test('randomly changed pages and documents are read or refused', async () => {
  // The same ones each time, so that a test only fails for a change of the code; the bench tries more.
  const { tried, findings } = await fuzz({ samples, seed: 20_261_122, time: 4000, timeout: 60_000, atOnce: 2 })
  expect(findings).toEqual([])
  expect(tried).toBeGreaterThan(0)
}, 120_000)

test('the same seed gives the same page, and another seed another', () => {
  expect(made(samples, 7)).toEqual(made(samples, 7))
  expect(made(samples, 7).body).not.toEqual(made(samples, 8).body)
})
