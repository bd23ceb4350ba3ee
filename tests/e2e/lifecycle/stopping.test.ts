import { afterAll, describe, expect, test } from 'bun:test'
import { commands, isFree, isPossible, openSlowSite, port, startTree, underWay, until } from './tree.ts'

if (!isPossible) console.log('skipped: no /proc, node or npm for starting and stopping')
/** Few plugins, for a quick start. */
const settings = { WEIR_PLUGINS: 'account,jobs,scrape,batch' }
const site = openSlowSite()
afterAll(() => site.stop())

describe.skipIf(!isPossible)('a service that is told to stop answers what is under way, and leaves nothing', () => {
  // Signals to npm are forwarded to the process below it.
  for (const [name, to, signals] of [
    ['npm', 'top', ['SIGTERM', 'SIGINT', 'SIGKILL']],
    ['boot', 'top', ['SIGHUP', 'SIGKILL']],
    ['boot', 'service', ['SIGTERM']],
  ] as const)
    test.each(signals)(
      `%s to ${to} of ${commands[name].join(' ')}`,
      async (signal) => {
        await using tree = await startTree(commands[name], settings)
        await tree.answers()
        const { answer } = await underWay(tree, site)
        const [top] = tree.processes()
        tree.signal(signal, to === 'top' ? top! : tree.service())
        await until('the stop to begin', () => tree.said().includes('stopping'))
        site.release()
        expect(await answer).toBe(200)
        await until('all to end', () => tree.processes().length === 0)
        expect(isFree(port(tree))).toBe(true)
      },
      120_000,
    )

  test('SIGINT to all processes, twice, as from a terminal, npm and the supervisor', async () => {
    await using tree = await startTree(commands.npm, settings)
    await tree.answers()
    const { answer } = await underWay(tree, site)
    tree.signal('SIGINT', 'all')
    await Bun.sleep(30)
    tree.signal('SIGINT', 'all')
    await until('the stop to begin', () => tree.said().includes('stopping'))
    site.release()
    expect(await answer).toBe(200)
    await until('all to end', () => tree.processes().length === 0)
  }, 120_000)

  test('a caller who waits for a job gets its address if the job continues after the next start', async () => {
    await using tree = await startTree(commands.boot, settings)
    await tree.answers()
    const before = site.asked()
    const answer = tree.call('POST', '/v1/batch', { urls: [site.url()], timeout: 60_000 }, { prefer: 'wait=60' })
    await until('the page to be asked for', () => site.asked() > before)
    tree.signal('SIGTERM', tree.processes()[0]!)
    expect(await answer).toMatchObject({ processingMode: 'async', jobId: expect.any(String) })
    site.release()
    await until('all to end', () => tree.processes().length === 0)
  }, 120_000)
})

test.skipIf(!isPossible)(
  'a second signal after a while ends the service at once',
  async () => {
    await using tree = await startTree(commands.boot, settings)
    await tree.answers()
    const { answer } = await underWay(tree, site)
    const [top] = tree.processes()
    tree.signal('SIGTERM', top!)
    await until('the stop to begin', () => tree.said().includes('stopping'))
    // Signals within a second count as one.
    await Bun.sleep(1100)
    tree.signal('SIGTERM', top!)
    // The site has not answered.
    expect(await answer).toBeString()
    await until('all to end', () => tree.processes().length === 0)
    expect(tree.said()).not.toContain('stopped')
  },
  120_000,
)
