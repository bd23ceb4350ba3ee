import { fullGC, heapStats } from 'bun:jsc'
import { expect, test } from 'bun:test'
import { TextBuilder } from '../../../plugins/content/text-builder.ts'

const PIECES = 200_000
const piece = (i: number) => `piece ${i} `

const stringsKept = (): number => {
  fullGC()
  return heapStats().objectTypeCounts.string ?? 0
}

test('a text is what was added to it, and is kept as parts, not as pieces', () => {
  const before = stringsKept()
  const builder = new TextBuilder()
  for (let i = 0; i < PIECES; i++) builder.add(piece(i))
  const kept = stringsKept() - before
  const text = builder.toString()
  expect(text).toBe(Array.from({ length: PIECES }, (_, i) => piece(i)).join(''))
  expect(builder.length).toBe(text.length)
  expect(kept).toBeLessThan(PIECES / 5)
})

test('an empty text has no length', () => {
  expect([new TextBuilder().toString(), new TextBuilder().length]).toEqual(['', 0])
})
