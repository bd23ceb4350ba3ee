import { expect, test } from 'bun:test'
import { isPossible, startTree } from './tree.ts'

test.skipIf(!isPossible)('with bun run start, the whole log is JSON if WEIR_LOG=json', async () => {
  await using tree = await startTree([process.execPath, 'run', 'start'], { WEIR_LOG: 'json' })
  await tree.answers()
  const lines = tree.said().split('\n')
  const log = lines.filter((line) => line.startsWith('{'))
  expect(log.length).toBeGreaterThan(0)
  for (const line of log) JSON.parse(line)
  expect(lines.filter((line) => line.includes('boot.mjs'))).toEqual([])
})
