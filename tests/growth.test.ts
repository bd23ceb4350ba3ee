import { expect, test } from 'bun:test'
import { growth, growthOf, LINEAR } from './growth.ts'

const textOf = (size: number) => 'ab'.repeat(size)
/** Reads each letter once. */
const linear = (text: string) => {
  let sum = 0
  for (let i = 0; i < text.length; i++) sum += text.charCodeAt(i)
  return sum
}
/** Reads, for each letter, all letters before it. */
const quadratic = (text: string) => {
  let sum = 0
  for (let i = 0; i < text.length; i++) for (let j = 0; j < i; j++) sum += text.charCodeAt(j)
  return sum
}
/** Half linear: for the smaller text, the quadratic part takes as long as the linear one. */
const half = (text: string) => {
  let sum = quadratic(text)
  for (let i = 0; i < text.length / 2; i++) sum += linear(text.slice(0, 800))
  return sum
}

test('linear work is told from quadratic work', async () => {
  expect(growth(textOf, linear, 100_000)).toBeLessThan(LINEAR)
  expect(growth(textOf, half, 400)).toBeGreaterThan(LINEAR)
  expect(await growthOf(textOf, async (text) => linear(text), 100_000)).toBeLessThan(LINEAR)
  expect(await growthOf(textOf, async (text) => quadratic(text), 400)).toBeGreaterThan(LINEAR)
})

test('work that takes no time has no growth', () => {
  expect(growth(textOf, () => 0, 1)).toBeLessThan(LINEAR)
})

test('work that gets faster while it is compiled is measured by what it takes afterwards', () => {
  let first = true
  /** Slow the first time, like code that is not compiled yet. */
  const compiled = (work: (text: string) => number) => (text: string) => {
    if (first) linear('ab'.repeat(5_000_000))
    first = false
    return work(text)
  }
  expect(growth(textOf, compiled(quadratic), 400)).toBeGreaterThan(LINEAR)
  first = true
  expect(growth(textOf, compiled(linear), 100_000)).toBeLessThan(LINEAR)
})
