import { fullGC, heapStats } from 'bun:jsc'
import { expect, test } from 'bun:test'
import { TextBuilder } from '../../../plugins/content/text-builder.ts'

const PIECES = 200_000
const piece = (i: number) => `piece ${i} `

const stringsKept = (): number => {
  fullGC()
  return heapStats().objectTypeCounts.string ?? 0
}

const built = (): TextBuilder => {
  const builder = new TextBuilder()
  for (let i = 0; i < PIECES; i++) builder.add(piece(i))
  return builder
}

test('a text is what was added to it', () => {
  const builder = built()
  const text = builder.toString()
  expect(text).toBe(Array.from({ length: PIECES }, (_, i) => piece(i)).join(''))
  expect(builder.length).toBe(text.length)
})

test('a text is kept as parts, not as pieces', () => {
  const kept: number[] = []
  // What the stack seems to refer to is not collected at once: pieces that are kept are there each time.
  for (let i = 0; i < 4; i++) {
    const before = stringsKept()
    const builder = built()
    kept.push(stringsKept() - before)
    expect(builder.length).toBeGreaterThan(PIECES)
  }
  expect(Math.min(...kept)).toBeLessThan(PIECES / 5)
})

test('an empty text has no length', () => {
  expect([new TextBuilder().toString(), new TextBuilder().length]).toEqual(['', 0])
})
