import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { State } from '../../../core/jobs/store/tables.ts'
import { weirCommand } from '../../run-weir.ts'
import { isSqlite } from '../../store.ts'
import { commands, isPossible, startTree, type Tree, until } from './tree.ts'

const WEIR_PLUGINS = `account,jobs,${join(import.meta.dir, '../fixtures/crashing.ts')}`
const KILLS = 3
const FAILED = State.failed

test.skipIf(!isPossible)(
  'a job whose whole tree of processes is killed three times has each item once, and none failed',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'weir-killed-'))
    const start = () => startTree(commands.boot, { WEIR_PLUGINS, WEIR_DATA_DIR: dataDir })
    const numbers = Array.from({ length: 300 }, (_, i) => i + 1)
    const statusOf = async (tree: Tree, id: string) => (await tree.call('GET', `/v1/jobs/${id}`)).data
    try {
      let jobId = ''
      const done: number[] = []
      for (let kill = 0; kill < KILLS; kill++) {
        await using tree = await start()
        await tree.answers()
        if (kill === 0) jobId = (await tree.call('POST', '/v1/numbers', { numbers })).data.jobId
        done.push((await statusOf(tree, jobId)).completed)
        await Bun.sleep(Math.random() * 100)
        tree.signal('SIGKILL', 'all')
        await tree.ended
      }
      // Kills after the end of the job would show nothing.
      expect(done.at(-1)).toBeLessThan(numbers.length)
      await using tree = await start()
      await tree.answers()
      await until('the job to end', async () => {
        // The number of requests of the account is limited.
        await Bun.sleep(250)
        return (await statusOf(tree, jobId)).completedAt !== null
      })
      expect(await statusOf(tree, jobId)).toMatchObject({
        status: 'completed',
        completed: numbers.length,
        failed: 0,
        creditsUsed: numbers.length,
      })
      const found: number[] = []
      for (let cursor = ''; ; ) {
        const { data } = await tree.call('GET', `/v1/jobs/${jobId}/results?limit=100${cursor}`)
        found.push(...data.results.map(({ number }: { number: number }) => number))
        if (data.nextCursor === null) break
        cursor = `&cursor=${data.nextCursor}`
      }
      expect(found).toEqual(numbers)
      const { credits } = (await tree.call('GET', '/v1/users/profile')).data
      expect(credits.used).toBe(numbers.length)
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
  240_000,
)

describe.skipIf(!isPossible || !isSqlite)('an item during which a service without a supervisor ends', () => {
  const alone = [...weirCommand, 'serve']

  /**
   * Lets item 0 end the service twice. After each time the kernel reports `kills` more processes killed for lack of
   * memory.
   */
  async function endTwice(kills: number) {
    const dataDir = mkdtempSync(join(tmpdir(), 'weir-killed-'))
    const settings = { WEIR_PLUGINS, WEIR_DATA_DIR: dataDir }
    try {
      {
        await using tree = await startTree(alone, settings)
        await tree.answers()
        await tree.call('POST', '/v1/numbers', { numbers: [0, 1, 2] })
        expect(await tree.ended).toBeNull()
      }
      killForMemory(dataDir, kills)
      {
        await using tree = await startTree(alone, settings)
        expect(await tree.ended).toBeNull()
      }
      killForMemory(dataDir, kills)
      using database = new Database(join(dataDir, 'weir.db'))
      // The result of a third start is in the store, whether it survives or not.
      await using _ = await startTree(alone, settings)
      const read = database.query<{ kills: number; crashes: number; state: number }, []>(
        'select kills, crashes, state from job_items where seq = 1',
      )
      await until('the item to be taken over', () => read.get()!.state === FAILED || read.get()!.kills === 2)
      return read.get()!
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  /** Makes the store remember a smaller count than the kernel's. */
  function killForMemory(dataDir: string, kills: number) {
    using database = new Database(join(dataDir, 'weir.db'))
    database.run('update memory_kills set count = count - ?', [kills])
  }

  test('is given up if the kernel ran out of memory each time', async () => {
    expect(await endTwice(1)).toMatchObject({ kills: 0, state: FAILED })
  }, 120_000)

  test('is repeated if nobody knows what happened', async () => {
    expect(await endTwice(0)).toMatchObject({ kills: 2, crashes: 0 })
  }, 120_000)
})
