import { describe, expect, test } from 'bun:test'
import { HEADINGS, STATS, WORDS } from '../../../../../plugins/content/main/blocks/stats.ts'
import { choose, thresholdOf } from '../../../../../plugins/content/main/select/threshold.ts'

interface Block {
  words: number
  chance: number
  heading?: boolean
  hidden?: boolean
}

const read = (blocks: readonly Block[]) => {
  const stats = new Float64Array(blocks.length * STATS)
  for (const [i, { words, heading }] of blocks.entries()) {
    stats[i * STATS + WORDS] = words
    stats[i * STATS + HEADINGS] = heading ? 1 : 0
  }
  const hidden = Uint8Array.from(blocks, (block) => (block.hidden ? 1 : 0))
  const chances = Float32Array.from(blocks, ({ chance }) => chance)
  return [{ count: blocks.length, stats, hidden }, chances] as const
}
const chosen = (...blocks: Block[]): number[] => [...choose(...read(blocks))]
const threshold = (...blocks: Block[]): number => Math.round(thresholdOf(...read(blocks)) * 1000) / 1000

const text = { words: 100, chance: 1 }
const heading = (chance: number) => ({ words: 1, chance, heading: true })

describe('a heading with a lower probability is taken', () => {
  test('between texts that are taken', () => expect(chosen(text, heading(0.25), text)).toEqual([1, 1, 1]))
  test('below a heading', () => expect(chosen(text, heading(0.25), heading(0.25), text)[2]).toBe(1))
  test('but not above a text that is left out', () =>
    expect(chosen(text, heading(0.25), { words: 5, chance: 0 }, text)).toEqual([1, 0, 0, 1]))
  test('but not with a very low one', () => expect(chosen(text, heading(0.15), text)).toEqual([1, 0, 1]))
  test('but not if it is hidden', () =>
    expect(chosen(text, { ...heading(0.25), hidden: true }, text)).toEqual([1, 0, 1]))
  test('but no other text', () => expect(chosen(text, { words: 1, chance: 0.25 }, text)).toEqual([1, 0, 1]))
})

describe('a text with a probability near one half', () => {
  const unclear = { words: 10, chance: 0.53 }
  test('is left out if nearly all is clear', () => expect(chosen(text, text, text, unclear)).toEqual([1, 1, 1, 0]))
  test('is taken if little is clear', () =>
    expect(chosen({ words: 100, chance: 0.6 }, unclear, { words: 100, chance: 0.1 })).toEqual([1, 1, 0]))
})

describe('the threshold for blocks', () => {
  const word = (chance: number) => ({ words: 1, chance })
  test('is the probability of the last block that is worth more than it costs', () => {
    expect(threshold(word(0.5), word(0.4))).toBe(0.4)
    expect(threshold(word(0.9), word(0.3))).toBe(0.5)
    expect(threshold(word(0.4), word(0.1))).toBe(0.4)
    expect(threshold({ words: 100, chance: 0.3 }, { words: 100, chance: 0.3 })).toBe(0.3)
  })
  test('is limited', () => {
    expect([threshold(word(0.05)), threshold(word(0.8)), threshold()]).toEqual([0.15, 0.5, 0.5])
  })
  test('is higher if nearly everything is clear', () => {
    expect([threshold(word(0.85)), threshold(word(0.95)), threshold(text, text)]).toEqual([0.57, 0.57, 0.57])
    expect([threshold(word(0.8)), threshold(word(0.5))]).toEqual([0.5, 0.5])
  })
  test('is lower if much of the wanted text is hidden', () => {
    const visible = [
      { words: 100, chance: 0.9 },
      { words: 100, chance: 0.3 },
    ]
    expect([threshold(...visible), threshold(...visible, { words: 400, chance: 1, hidden: true })]).toEqual([0.5, 0.3])
  })
})
