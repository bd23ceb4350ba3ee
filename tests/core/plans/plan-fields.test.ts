import { afterAll, expect, test } from 'bun:test'
import { strangersFolder } from '../../strangers.ts'
import { startWeir } from '../../weir.ts'

const strangers = strangersFolder()
afterAll(strangers.remove)

const plugin = (name: string) =>
  strangers.plugin(`import { definePlanField, definePlugin, reply, t } from 'weirjs'
const rows = definePlanField({
  name: 'sheets.rows', description: 'Rows of a sheet', defaults: { free: 10, starter: 20, pro: 30, enterprise: null },
})
export default definePlugin({
  name: '${name}', api: 1, tag: { name: 'Sheets', description: 'Reads sheets.' }, planFields: [rows],
  limits: { ${name}: { free: { perHour: 2 } } }, permissions: ['${name}-write'],
  routes: (app, { accounts }) => app.get('/${name}', ({ caller }) => ({ success: true as const, data: { rows: rows.of(accounts.plan(caller.account)) } }),
    { access: { limit: '${name}', permission: '${name}-write' }, response: { 200: reply(t.Object({ rows: t.Union([t.Integer(), t.Null()]) })) } }),
})
`)
const sheets = plugin('sheets')
const start = (plans: object, plugins = sheets) =>
  startWeir({ WEIR_PLUGINS: plugins, WEIR_ENGINES: 'lightweight', WEIR_PLANS: JSON.stringify(plans) })
const refusal = async (...call: Parameters<typeof start>) => {
  const weir = await start(...call).catch((error: Error) => error)
  if (weir instanceof Error) return [weir.name, weir.message]
  await weir.close()
  return 'it started'
}

test('a plan field of a third party has its default, its value from WEIR_PLANS, and a place in the capabilities', async () => {
  const weir = await start({ starter: { sheets: { rows: 25 }, families: { sheets: { perHour: 1 } } } })
  try {
    const rows = async (plan: string) => {
      const { key } = await weir.user(plan)
      const { body } = await weir.get('/v1/sheets', { key })
      const { limits } = (await weir.get('/v1/capabilities', { key })).body.data
      expect(limits['sheets.rows']).toBe(body.data.rows)
      // Those of a disabled plugin are absent.
      expect(Object.keys(limits)).not.toContain('crawlPages')
      return body.data.rows
    }
    expect([await rows('free'), await rows('starter'), await rows('enterprise')]).toEqual([10, 25, null])
    const user = await weir.user('pro')
    const narrow = await weir.post(
      '/v1/auth/api-keys',
      { name: 'x', permissions: ['sheets-write'] },
      { key: user.session },
    )
    expect((await weir.get('/v1/sheets', { key: narrow.body.data.key })).status).toBe(200)
  } finally {
    await weir.close()
  }
})

test("an unknown plan field stops the start and the known ones are named, but a disabled plugin's field is accepted", async () => {
  expect(await refusal({ free: { sheets: { lines: 1 } } })).toEqual([
    'SettingError',
    expect.stringMatching(
      /^WEIR_PLANS={"free":.*}: plan free has no field sheets\.lines; the fields are monthlyCredits, .*price, sheets\.rows, /,
    ),
  ])
  expect(await refusal({ free: { sheets: { rows: 'many' } } })).toEqual([
    'SettingError',
    expect.stringContaining('plan free: sheets.rows must be a whole number of at least 0, or a null'),
  ])
  expect(await refusal({ free: { crawlPages: 5, families: { crawl: { perHour: 1 }, map: {} } } })).toBe('it started')
  // Documented, although no built-in plugin reads it yet.
  const documented = { enrichment: { jobs: 2, rows: 9, perHour: null }, families: { extract: { perDay: 5 } } }
  expect(await refusal({ free: documented })).toBe('it started')
  expect(await refusal({ free: { families: { maps: { perHour: 1 } } } })).toEqual([
    'SettingError',
    expect.stringMatching(/plan free names the family maps; the families are sheets, .*crawl/),
  ])
  expect(await refusal({}, `${sheets},${plugin('other')}`)).toEqual([
    'SettingError',
    "Plugin other: the plan field sheets.rows is another plugin's; leave one of them out of WEIR_PLUGINS",
  ])
})
