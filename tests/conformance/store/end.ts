import { describe, expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ApiError } from 'weirjs'
import { idsOf, insertId, type StoreSuite } from './suite.ts'

/** Tests of closing a store, and of killing its process. */
export function endConformance({ open, module, openNew }: StoreSuite) {
  describe('its end', () => {
    test('waits for accepted transactions and refuses new ones', async () => {
      const { store, directory } = await openNew()
      const taken = store.write((tx) => tx.run(insertId, 'taken'))
      const closing = store.close()
      const refused = await store.write((tx) => tx.run(insertId, 'late')).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(ApiError)
      expect(refused).toMatchObject({ status: 503, code: 'service_unavailable' })
      await Promise.all([taken, closing, store.close()])
      const again = await open(directory)
      expect(await idsOf(again)).toEqual(['taken'])
      await again.close()
    })

    test('by kill -9 loses nothing that was acknowledged, and leaves no partial transaction', async () => {
      const { store, directory } = await openNew()
      await store.close()
      const acknowledged: string[] = []
      for (const round of [2, 4, 6, 8]) {
        acknowledged.push(...(await killWhileWriting(module, directory, round)))
        const opened = await open(directory)
        const found = new Set(await idsOf(opened))
        await opened.close()
        expect(acknowledged.filter((id) => !found.has(`${id}-left`) || !found.has(`${id}-right`))).toEqual([])
        expect([...found].filter((id) => !found.has(other(id)))).toEqual([])
      }
      expect(acknowledged.length).toBeGreaterThanOrEqual(120)
    }, 120_000)
  })
}

/** The other row of the same transaction in `store-child.ts`. */
const other = (id: string) => (id.endsWith('-left') ? id.replace(/left$/, 'right') : id.replace(/right$/, 'left'))

/** Kills the process a moment after `6 * round` rows were acknowledged, and returns all acknowledged rows. */
async function killWhileWriting(module: URL, directory: string, round: number): Promise<string[]> {
  const program = fileURLToPath(new URL('./store-child.ts', import.meta.url))
  const child = spawn(process.execPath, [program, module.href, directory, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  let isEnding = false
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (isEnding || output.split('\n').length <= 6 * round) return
    isEnding = true
    setTimeout(() => child.kill('SIGKILL'), Math.random() * 20)
  })
  await new Promise((resolve) => child.once('close', resolve))
  // The last line may be incomplete.
  return output.split('\n').slice(0, -1)
}
