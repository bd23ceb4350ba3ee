import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { TextBuilder } from '../../../plugins/content/text-builder.ts'

const PIECES = 200_000

test('a text consists of the pieces that were added', () => {
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
])('a text is kept as parts, not as pieces, if the code is %s', async (_, threshold) => {
  // In a separate process: strings that the stack seems to refer to are not collected, and other tests leave many.
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'count-kept-strings.ts'), String(PIECES), '6'], {
    env: { ...process.env, BUN_JSC_thresholdForJITAfterWarmUp: threshold },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const kept: number[] = JSON.parse(await new Response(child.stdout).text())
  expect(kept).toHaveLength(6)
  expect(Math.max(...kept)).toBeLessThan(PIECES / 5)
})

test('an empty text has length 0', () => {
  expect([new TextBuilder().toString(), new TextBuilder().length]).toEqual(['', 0])
})
