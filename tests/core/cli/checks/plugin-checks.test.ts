import { afterAll, expect, test } from 'bun:test'
import { type Check, definePlugin, t } from 'weirjs'
import { tryPlugins } from '../../../../core/cli/checks/plugin-checks.ts'
import { loadConfig } from '../../../../core/config.ts'

const site = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('here') })
afterAll(() => void site.stop(true))

const config = t.Object({ url: t.String({ env: 'WEIR_SHED_URL', default: site.url.origin }) })
const pluginWith = (...checks: readonly Check<{ url: string }>[]) =>
  definePlugin({ name: 'shed', api: 1, tag: { name: 'Shed', description: 'Keeps things.' }, config, checks })
const find = async (env: Record<string, string>, checks: readonly Check<{ url: string }>[], patience?: number) =>
  tryPlugins([pluginWith(...checks)], await loadConfig(env, import.meta.dir), patience)

const reach: Check<{ url: string }> = {
  name: 'the shed',
  async run({ config, operatorFetch }, signal) {
    const answer = await operatorFetch(config.url)(config.url, { signal })
    return { ready: true, detail: await answer.text() }
  },
}

test("the check of a plugin may go to a private address that the operator set, with the plugin's settings", async () => {
  expect(await find({}, [reach])).toEqual([{ what: 'the shed', works: true, detail: 'here' }])
  const [wrong] = await find({ WEIR_SHED_URL: 'http://127.0.0.1:9' }, [reach])
  expect(wrong).toMatchObject({
    works: false,
    detail: expect.stringMatching(/\. See the settings of the plugin shed$/),
  })
})

test('a check that hangs, throws or returns nothing fails alone, and one without settings is off', async () => {
  const hang: Check<{ url: string }> = { name: 'hang', run: () => new Promise(() => {}) }
  const fall: Check<{ url: string }> = {
    name: 'fall',
    run() {
      throw new Error('the roof came down')
    },
  }
  const unset: Check<{ url: string }> = {
    name: 'unset',
    run: async () => ({ ready: false, configured: false, reason: 'There is none', remedy: 'Set WEIR_SHED_URL' }),
  }
  expect((await find({}, [hang, fall, unset], 100)).map(({ what, works, detail }) => [what, works, detail])).toEqual([
    ['hang', false, 'it did not answer within 0.1 s. See the settings of the plugin shed'],
    ['fall', false, 'the roof came down. See the settings of the plugin shed'],
    ['unset', null, 'Set WEIR_SHED_URL'],
  ])
})
