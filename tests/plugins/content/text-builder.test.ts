import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { TextBuilder } from '../../../plugins/content/text-builder.ts'

const PIECES = 200_000

test('a text is what was added to it', () => {
  const pieces = Array.from({ length: PIECES }, (_, i) => `piece ${i} `)
  const builder = new TextBuilder()
  for (const piece of pieces) builder.add(piece)
  expect(builder.toString()).toBe(pieces.join(''))
  expect(builder.length).toBe(pieces.join('').length)
})

test.each([
  ['interpreted', '100000'],
  ['compiled at once', '10'],
  ['compiled after a while', '500'],
])('a text is kept as parts, not as pieces, where the code is %s', async (_, threshold) => {
  // In a process of its own: what the stack seems to refer to is not collected, and here others have left much there.
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'count-kept-strings.ts'), String(PIECES), '6'], {
    env: { ...process.env, BUN_JSC_thresholdForJITAfterWarmUp: threshold },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const kept: number[] = JSON.parse(await new Response(child.stdout).text())
  expect(kept).toHaveLength(6)
  expect(Math.max(...kept)).toBeLessThan(PIECES / 5)
})

test('an empty text has no length', () => {
  expect([new TextBuilder().toString(), new TextBuilder().length]).toEqual(['', 0])
})
