import { afterAll, expect, test } from 'bun:test'
import { doctor } from '../../../core/cli/commands/doctor.ts'
import { loadConfig } from '../../../core/config.ts'
import { strangersFolder } from '../../strangers.ts'
import { startWeir } from '../../weir.ts'

const strangers = strangersFolder()
afterAll(strangers.remove)

/** Asks the providers, in place of the search plugin. */
const search = strangers.plugin(`import { definePlugin, defineProviders, reply, t } from 'weirjs'
const providers = defineProviders('finder.providers')
export default definePlugin({
  name: 'finder', api: 1, tag: { name: 'Finder', description: 'Finds.' }, wants: [providers],
  setup: (kit) => ({ providers: kit.all(providers), made: 0 }),
  routes: (app, _, state) => app.get('/find', async ({ caller }) => {
    state.made++
    const found = []
    for (const { name, plugin, service } of state.providers) found.push(plugin + '/' + name + ':' + await service.find(caller.account.plan))
    return { success: true as const, data: { found, made: state.made } }
  }, { access: 'key', response: { 200: reply(t.Object({ found: t.Array(t.String()), made: t.Integer() })) }, detail: { summary: 'Finds' } }),
})
`)
const provider = (name: string, more: string) =>
  strangers.plugin(`import { definePlugin, defineProviders } from 'weirjs'
const providers = defineProviders('finder.providers')
export default definePlugin({
  name: '${name}', api: 1, tag: { name: '${name}', description: 'Brings a provider.' },
  setup: async () => ({ prefix: '${name} finds for ' }),
  provides: [providers.by({ ${more} }, (_, { prefix }) => ({ find: async (plan) => prefix + plan }))],
})
`)
const one = provider('near', "name: 'index', order: 10, health: () => ({ ready: true, detail: '3 pages' })")
const other = provider(
  'far',
  "name: 'web', health: () => ({ ready: false, reason: 'it answers 403', remedy: 'Switch its JSON form on' })",
)
const engines = { WEIR_ENGINES: 'lightweight' }

test('providers of third parties are asked in their order, whatever the order of the plugins', async () => {
  const weir = await startWeir({ WEIR_PLUGINS: `${search},${other},${one}`, ...engines })
  try {
    const found = ['near/index:near finds for enterprise', 'far/web:far finds for enterprise']
    // The state is created once, and kept from one request to the next.
    expect((await weir.get('/v1/find')).body.data).toEqual({ found, made: 1 })
    expect((await weir.get('/v1/find')).body.data).toEqual({ found, made: 2 })
  } finally {
    await weir.close()
  }
})

test("the states of providers are in the capabilities, in the health and in the doctor's report", async () => {
  const settings = { WEIR_PLUGINS: `${search},${other},${one}`, ...engines }
  const weir = await startWeir(settings)
  try {
    const service = 'finder.providers'
    expect((await weir.get('/v1/capabilities')).body.data.providers).toEqual([
      {
        service,
        name: 'index',
        plugin: 'near',
        ready: true,
        configured: true,
        detail: '3 pages',
        reason: null,
        remedy: null,
      },
      {
        service,
        name: 'web',
        plugin: 'far',
        ready: false,
        configured: true,
        detail: null,
        reason: 'it answers 403',
        remedy: 'Switch its JSON form on',
      },
    ])
    const health = await weir.get('/health', { key: null })
    expect([health.status, health.body.data.status, health.body.data.providers]).toEqual([
      200,
      'healthy',
      { 'finder.providers/index': 'ready', 'finder.providers/web': 'unavailable' },
    ])
    const lines: string[] = []
    const config = await loadConfig({ ...settings, WEIR_DATA_DIR: weir.dataDir }, strangers.folder)
    const said = doctor.run([], {
      config,
      say: (line) => void lines.push(line),
      note: () => {},
      request: async (method, path) => (await weir.call(method, path)).body,
      ask: async () => Response.error(),
      runsJobs: async () => true,
      copy: async () => {},
    })
    await said.catch((error: Error) => expect(error.message).toContain('do not work'))
    expect(lines).toContainEqual(expect.stringMatching(/^ok +finder\.providers index +3 pages$/))
    expect(lines).toContainEqual(
      expect.stringMatching(/^FAIL +finder\.providers web +it answers 403\. Switch its JSON form on$/),
    )
  } finally {
    await weir.close()
  }
})

test('a service without a ready provider degrades the health; one without providers is not mentioned', async () => {
  const down = await startWeir({ WEIR_PLUGINS: `${search},${other}`, ...engines })
  expect((await down.get('/health')).body.data).toMatchObject({ status: 'degraded' })
  await down.close()
  const none = await startWeir({ WEIR_PLUGINS: search, ...engines })
  const { data } = (await none.get('/health')).body
  expect([data.status, 'providers' in data]).toEqual(['healthy', false])
  expect((await none.get('/v1/find')).body.data.found).toEqual([])
  await none.close()
})

test('a provider that is not configured does not exist', async () => {
  const unset = strangers.plugin(`import { definePlugin, defineProviders } from 'weirjs'
const providers = defineProviders('finder.providers')
export default definePlugin({
  name: 'unset', api: 1, tag: { name: 'Unset', description: 'Brings a provider where it is configured.' },
  provides: [providers.by({ name: 'unset', health: () => { throw new Error('nobody asks') } }, () => undefined)],
})
`)
  const weir = await startWeir({ WEIR_PLUGINS: `${search},${unset}`, ...engines })
  try {
    expect((await weir.get('/v1/find')).body.data.found).toEqual([])
    expect((await weir.get('/v1/capabilities')).body.data.providers).toEqual([])
    expect((await weir.get('/health')).body.data.status).toBe('healthy')
  } finally {
    await weir.close()
  }
})
