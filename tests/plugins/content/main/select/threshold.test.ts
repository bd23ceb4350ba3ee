import { describe, expect, test } from 'bun:test'
import { HEADINGS, STATS, WORDS } from '../../../../../plugins/content/main/blocks/stats.ts'
import { choose } from '../../../../../plugins/content/main/select/threshold.ts'

interface Block {
  words: number
  chance: number
  heading?: boolean
  hidden?: boolean
}

const chosen = (...blocks: Block[]): number[] => {
  const stats = new Float64Array(blocks.length * STATS)
  for (const [i, { words, heading }] of blocks.entries()) {
    stats[i * STATS + WORDS] = words
    stats[i * STATS + HEADINGS] = heading ? 1 : 0
  }
  const hidden = Uint8Array.from(blocks, (block) => (block.hidden ? 1 : 0))
  const chances = Float32Array.from(blocks, ({ chance }) => chance)
  return [...choose({ count: blocks.length, stats, hidden }, chances)]
}

const text = { words: 100, chance: 1 }
const heading = (chance: number) => ({ words: 1, chance, heading: true })

describe('A heading with less of a chance is taken', () => {
  test('between texts that are', () => expect(chosen(text, heading(0.25), text)).toEqual([1, 1, 1]))
  test('below a heading', () => expect(chosen(text, heading(0.25), heading(0.25), text)[2]).toBe(1))
  test('but not above what is left', () =>
    expect(chosen(text, heading(0.25), { words: 5, chance: 0 }, text)).toEqual([1, 0, 0, 1]))
  test('but not with hardly any', () => expect(chosen(text, heading(0.15), text)).toEqual([1, 0, 1]))
  test('but not when it is hidden', () =>
    expect(chosen(text, { ...heading(0.25), hidden: true }, text)).toEqual([1, 0, 1]))
  test('but not another text', () => expect(chosen(text, { words: 1, chance: 0.25 }, text)).toEqual([1, 0, 1]))
})

describe('What is as likely content as not', () => {
  const unclear = { words: 10, chance: 0.53 }
  test('is left where nearly all else is clear', () => expect(chosen(text, text, text, unclear)).toEqual([1, 1, 1, 0]))
  test('is taken where little is', () =>
    expect(chosen({ words: 100, chance: 0.6 }, unclear, { words: 100, chance: 0.1 })).toEqual([1, 1, 0]))
})
