import { describe, expect, test } from 'bun:test'
import chromium from '../../../engines/chromium/index.ts'
import { installed } from '../installed.ts'
import { renderFaults } from './render-faults.ts'

describe.skipIf(!(await installed(chromium)))('a server whose browsers are killed and whose pages hang', () => {
  test('answers every request with its own page, keeps its memory, and leaves nothing behind', async () => {
    const { kills, hangs, ...report } = await renderFaults({
      engine: 'browser_a',
      renders: 20,
      killEvery: 8,
      hangEvery: 12,
      warmUp: 6,
    })
    expect([kills, hangs]).toEqual([2, 1])
    expect(report).toMatchObject({ breaches: [], processesLeft: 0, foldersLeft: 0 })
    expect(report.memoryLate).toBeLessThan(2 * report.memoryEarly)
  }, 120_000)
})
