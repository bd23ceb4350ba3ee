import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { commands, isPossible, startTree, until } from './tree.ts'

const WEIR_PLUGINS = `account,jobs,${join(import.meta.dir, '../fixtures/crashing.ts')}`
const crashes = (said: string) => said.split('\n').filter((line) => line.includes('is being restarted'))

describe.concurrent.skipIf(!isPossible)('a service that crashes', () => {
  test('is restarted, after a signal or an exit code, with a line in the log', async () => {
    await using tree = await startTree(commands.boot, {
      WEIR_PLUGINS,
      WEIR_PORT: String(20_000 + (process.pid % 10_000)),
    })
    await tree.answers()
    const first = tree.service()
    await tree.call('POST', '/v1/crash', { signal: 'SIGKILL' })
    await tree.answers(2)
    expect(tree.service()).not.toBe(first)
    await tree.call('POST', '/v1/crash', { code: 7 })
    await tree.answers(3)
    expect(crashes(tree.said())).toEqual([
      expect.stringMatching(/^\S+Z error The service crashed and is being restarted signal=SIGKILL$/),
      expect.stringMatching(/^\S+Z error The service crashed and is being restarted code=7$/),
    ])
    expect((await tree.call('GET', '/v1/users/profile')).status).toBe(200)
    // A stop is not a crash, whichever process gets the signal.
    tree.signal('SIGTERM', tree.service())
    expect(await tree.ended).toBe(0)
    expect(crashes(tree.said())).toHaveLength(2)
  }, 120_000)

  test('because of an item completes the other items of the job, and gives up that one', async () => {
    await using tree = await startTree(commands.boot, { WEIR_PLUGINS })
    await tree.answers()
    const { data } = await tree.call('POST', '/v1/numbers', { numbers: [0, 1, 2, 3, 4, 5] })
    await tree.answers(3)
    const job = async () => (await tree.call('GET', `/v1/jobs/${data.jobId}`)).data
    await until('the job to end', async () => (await job()).completedAt !== null)
    expect(await job()).toMatchObject({ status: 'completed', completed: 5, failed: 1, creditsUsed: 5 })
    const { results } = (await tree.call('GET', `/v1/jobs/${data.jobId}/results`)).data
    expect(results[0]).toEqual({ number: 0, reason: 'crashed' })
    expect(crashes(tree.said())).toHaveLength(2)
  }, 120_000)

  test('each time before it answers is given up', async () => {
    const settings = { WEIR_PLUGINS, WEIR_CRASH_AT_START: 'on' }
    await using tree = await startTree(commands.boot, settings)
    expect(await tree.ended).toBe(1)
    expect(crashes(tree.said())).toHaveLength(4)
    expect(tree.said()).toContain('weir: the service ended 5 times before it answered (SIGKILL); given up\n')
  }, 120_000)
})

test.skipIf(!isPossible)(
  'a failed start is not retried, and its exit code is passed up',
  async () => {
    await using tree = await startTree(commands.npm, { WEIR_PORT: 'seventy' })
    expect(await tree.ended).toBe(1)
    const said = tree.said().split('\n')
    expect(said.filter((line) => line.startsWith('weir: '))).toEqual([
      'weir: WEIR_PORT=seventy: must be a whole number from 0 to 65535',
    ])
    expect(crashes(tree.said())).toEqual([])
  },
  120_000,
)
