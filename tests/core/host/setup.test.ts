import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strangersFolder } from '../../strangers.ts'
import { startWeir } from '../../weir.ts'

const strangers = strangersFolder()
afterAll(strangers.remove)

/** What plugins have done. Each plugin is loaded once, and finds this list. */
const told: string[] = []
Object.assign(globalThis, { setupTold: told })

/** Records what it does in a list that the process shares. */
const plugin = strangers.plugin(`import { defineJob, definePlugin, defineService, reply, t } from 'weirjs'
const told = (globalThis as any).setupTold as string[]
interface State { count: number }
const count = defineJob({
  name: 'counter.count', input: t.Object({ times: t.Integer() }), item: t.Object({ n: t.Integer() }),
  seed: ({ times }) => Array.from({ length: times }, (_, n) => ({ key: String(n), value: { n } })),
  parallel: () => 1,
  async run({ item }, kit, state: State) { return { result: { n: item.n, count: ++state.count }, millicredits: 0 } },
})
export const counter = defineService<{ count(): number }>('counter.counter')
export default definePlugin({
  name: 'counter', api: 1, tag: { name: 'Counter', description: 'Counts.' }, jobs: [count],
  async setup(kit): Promise<State> {
    told.push('counter set up')
    return { count: 0 }
  },
  provides: [counter.by((_, state: State) => ({ count: () => state.count }))],
  routes: (app, kit, state) => app.post('/count', async ({ caller }) => {
    const job = await kit.jobs.start(count, caller.account, { times: 3 }, { millicredits: 0, priority: 'medium' })
    await kit.jobs.waitForEnd(caller.account.id, job.id, 10_000, new AbortController().signal)
    const results = await kit.jobs.results(caller.account.id, job.id, { after: 0, limit: 10 })
    return { success: true as const, data: { counted: results.map(({ json }) => JSON.parse(json).count), state: state.count } }
  }, { access: 'key', response: { 200: reply(t.Object({ counted: t.Array(t.Integer()), state: t.Integer() })) }, detail: { summary: 'Counts' } }),
  start: (_, state) => void told.push('counter started at ' + state.count),
  close: async (_, state) => void told.push('counter closed at ' + state.count),
})
`)
const reader = strangers.plugin(`import { definePlugin, defineService } from 'weirjs'
const told = (globalThis as any).setupTold as string[]
const counter = defineService<{ count(): number }>('counter.counter')
export default definePlugin({
  name: 'a-reader', api: 1, tag: { name: 'Reader', description: 'Reads the counter.' }, requires: [counter],
  setup(kit) {
    const used = kit.use(counter)
    told.push('reader set up at ' + used.count())
    return used
  },
  start: (_, used) => void told.push('reader started at ' + used.count()),
  close: async (_, used) => void told.push('reader closed at ' + used.count()),
})
`)

test('plugins are set up once, in dependency order, and their state goes to services, jobs, routes, start and close', async () => {
  told.length = 0
  const weir = await startWeir({ WEIR_PLUGINS: `${reader},${plugin}`, WEIR_ENGINES: 'lightweight' })
  expect((await weir.post('/v1/count', {})).body.data).toEqual({ counted: [1, 2, 3], state: 3 })
  await weir.close()
  expect(told).toEqual([
    'counter set up',
    'reader set up at 0',
    'counter started at 0',
    'reader started at 0',
    'reader closed at 3',
    'counter closed at 3',
  ])
})

test.each([
  ['cannot be set up', "setup() { throw new Error('broken') }", false],
  ['whose routes cannot be made', "routes() { throw new Error('broken') }", true],
  ['cannot be started', "start() { throw new Error('broken') }", true],
])('if a plugin %s, all that were set up are closed', async (_, broken, isSetUp) => {
  told.length = 0
  const failing = strangers.plugin(`import { definePlugin, defineService } from 'weirjs'
const told = (globalThis as any).setupTold as string[]
const counter = defineService<{ count(): number }>('counter.counter')
export default definePlugin({
  name: 'z-broken', api: 1, tag: { name: 'Broken', description: 'Fails.' }, requires: [counter], ${broken},
  async close() { told.push('broken closed') },
})
`)
  const started = startWeir({ WEIR_PLUGINS: `${plugin},${failing}`, WEIR_ENGINES: 'lightweight' })
  await expect(started).rejects.toThrow('broken')
  const closed = told.filter((line) => line.includes('closed'))
  expect(closed).toEqual([...(isSetUp ? ['broken closed'] : []), 'counter closed at 0'])
})

test('a plugin that fails to close keeps neither the others nor the store open', async () => {
  const failing = strangers.plugin(`import { definePlugin } from 'weirjs'
export default definePlugin({
  name: 'sticky', api: 1, tag: { name: 'Sticky', description: 'Does not let go.' },
  async close() { throw new Error('stuck') },
})
`)
  const hanging = strangers.plugin(`import { definePlugin } from 'weirjs'
export default definePlugin({
  name: 'slow', api: 1, tag: { name: 'Slow', description: 'Never ends.' }, close: () => new Promise(() => {}),
})
`)
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-setup-'))
  const settings = { WEIR_DATA_DIR: dataDir, WEIR_PLUGINS: `${failing},${hanging}`, WEIR_ENGINES: 'lightweight' }
  const weir = await startWeir(settings)
  await weir.close()
  await new Promise((resolve) => setImmediate(resolve))
  expect(weir.log.filter((line) => line.includes('sticky') && line.includes('stuck'))).toHaveLength(1)
  expect(weir.log.filter((line) => line.includes('slow') && line.includes('The time was up'))).toHaveLength(1)
  // The data directory is free again.
  await (await startWeir({ ...settings, WEIR_PLUGINS: 'account' })).close()
  rmSync(dataDir, { recursive: true, force: true })
}, 120_000)
