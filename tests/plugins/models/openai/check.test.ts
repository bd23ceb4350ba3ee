import { afterAll, expect, test } from 'bun:test'
import { tryPlugins } from '../../../../core/cli/checks/plugin-checks.ts'
import { loadConfig } from '../../../../core/config.ts'
import models from '../../../../plugins/models/index.ts'
import { completion, refuse, startModelServer } from '../model-server.ts'

const server = startModelServer()
afterAll(() => server.stop())

const find = async (settings: Record<string, string>) => {
  const [finding] = await tryPlugins([models], await loadConfig(settings, import.meta.dir))
  return [finding!.works, finding!.detail]
}
const ours = { WEIR_LLM_URL: server.url, WEIR_LLM_MODEL: 'tiny' }

test('a listed model gets no request, unless there is a key to try', async () => {
  server.models = ['other', 'tiny']
  server.script(() => completion('yes'))
  expect(await find(ours)).toEqual([true, 'the model tiny'])
  expect(server.asks).toEqual([])
  expect(await find({ ...ours, WEIR_LLM_API_KEY: 'right' })).toEqual([true, 'the model tiny'])
  expect(server.headers.map((headers) => headers.get('authorization'))).toEqual(['Bearer right'])
})

test('a model that is not listed is asked for one word', async () => {
  server.models = undefined
  server.script(() => completion('yes'))
  expect(await find(ours)).toEqual([true, 'the model tiny'])
  expect(server.asks).toHaveLength(1)
})

test('a fault of the model is reported with the setting, and without its key', async () => {
  server.models = ['other']
  server.script(() => refuse(404, { message: 'The model tiny does not exist' }))
  expect(await find(ours)).toEqual([
    false,
    'The server of the language model does not know this model (status 404: The model tiny does not exist). See WEIR_LLM_URL and WEIR_LLM_MODEL',
  ])
  server.script((_, __, ___) => refuse(401, { message: 'Incorrect API key provided: hidden-word' }))
  const [works, detail] = await find({ ...ours, WEIR_LLM_API_KEY: 'hidden-word' })
  expect([works, detail]).toEqual([
    false,
    expect.stringMatching(/^The language model rejected the key .*See WEIR_LLM_API_KEY$/),
  ])
  expect(detail).not.toContain('hidden-word')
  server.script(() => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } }))
  expect(await find(ours)).toEqual([false, expect.stringMatching(/does not speak the protocol.*ends in \/v1$/)])
  expect(await find({ ...ours, WEIR_LLM_URL: 'http://127.0.0.1:9/v1' })).toEqual([
    false,
    expect.stringMatching(/^The language model could not be reached .*See WEIR_LLM_URL$/),
  ])
  expect(await find({ WEIR_LLM_MODEL: 'tiny' })).toEqual([
    false,
    expect.stringMatching(/Set WEIR_LLM_URL and WEIR_LLM_MODEL$/),
  ])
  expect(await find({})).toEqual([null, 'Set WEIR_LLM_URL and WEIR_LLM_MODEL'])
})
