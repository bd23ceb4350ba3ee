import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../../weir.ts'
import { completion, type ModelServer, startModelServer, textOf } from '../../models/model-server.ts'

let weir: Running
let model: ModelServer
let site: ReturnType<typeof Bun.serve>
/** Whether the shop's pages have their new design. */
let isRedesigned = false

const schema = {
  type: 'object',
  required: ['name', 'price'],
  properties: { name: { type: 'string' }, price: { type: 'number' }, colour: { type: 'string' } },
}
const NAMES = ['Ash', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Gum', 'Hazel']
const old = (name: string, price: number) =>
  `<h1 class="title">${name}</h1><div class="buy"><b>${price.toFixed(2)}</b></div><p>Colour: green</p>`
const redesigned = (name: string, price: number) =>
  `<h2>${name}</h2><section><i>now ${price.toFixed(2)}</i></section><p>Colour: green</p>`

beforeAll(async () => {
  model = startModelServer()
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) => {
      const i = Number(new URL(url).pathname.slice(1))
      const html = (isRedesigned ? redesigned : old)(NAMES[i]!, 10 + i)
      return new Response(`<html><body><main>${html}</main></body></html>`, {
        headers: { 'content-type': 'text/html' },
      })
    },
  })
  const settings = { WEIR_PLUGINS: 'scrape,extract,models', WEIR_ENGINES: 'lightweight' }
  weir = await startWeir({ ...settings, WEIR_LLM_URL: model.url, WEIR_LLM_MODEL: 'test-model' })
})
afterAll(async () => {
  await weir.close()
  model.stop()
  site.stop(true)
})

const extract = async (i: number, agent: string, key: string, more: object = {}) => {
  const body = { url: `${site.url.origin}/${i}`, schema, agent: { model: agent }, options: { maxAge: 0 }, ...more }
  const { status, body: answer } = await weir.post('/v1/extract', body, { key })
  return { status, error: answer.error, data: answer.data?.extractedData?.[0], metadata: answer.data?.metadata }
}
/** The model reads the page like a person. */
const read = () =>
  model.script((ask) => {
    const name = NAMES.find((each) => textOf(ask).includes(each))!
    return completion({ name, price: 10 + NAMES.indexOf(name), colour: 'green' })
  })
const dataOf = (i: number) => ({ name: NAMES[i]!, price: 10 + i, colour: 'green' })

test('a page that a model has filled in once is read by selectors from then on, until the site changes', async () => {
  const { key } = await weir.user('pro')
  // If only recipes are allowed and there is none, no model is asked, and it costs nothing.
  const none = await extract(0, 'recipe', key)
  expect([none.status, none.error?.code, none.error?.details?.reason]).toEqual([500, 'extraction_failed', 'no_recipe'])

  read()
  const first = await extract(0, 'auto', key)
  expect([first.data, first.metadata.model, model.asks.length]).toEqual([dataOf(0), 'test-model', 1])
  for (const [i, agent] of [
    [1, 'auto'],
    [2, 'recipe'],
    [3, 'auto'],
  ] as const) {
    const { data, metadata } = await extract(i, agent, key)
    expect([data, metadata.model]).toEqual([dataOf(i), 'recipe'])
  }
  expect(model.asks.length).toBe(1)

  // Other accounts, schemas and prompts have recipes of their own.
  const { key: other } = await weir.user('pro')
  expect((await extract(4, 'recipe', other)).error?.details?.reason).toBe('no_recipe')
  expect((await extract(4, 'recipe', key, { prompt: 'Mind the tax' })).error?.details?.reason).toBe('no_recipe')

  // If the recipe does not fit, the model is asked again, and its answer is learned.
  isRedesigned = true
  read()
  expect((await extract(5, 'auto', key)).metadata.model).toBe('test-model')
  expect(model.asks.length).toBe(1)
  expect((await extract(6, 'auto', key)).metadata.model).not.toBe('structured')
}, 120_000)

test('other model names do not use recipes', async () => {
  const { key } = await weir.user('pro')
  isRedesigned = false
  for (const agent of ['test-model', 'structured']) {
    read()
    expect((await extract(7, agent, key)).metadata.model).toBe(agent)
  }
  expect((await extract(7, 'recipe', key)).status).toBe(500)
})

test('the response has the place of each value in the page, and lacks unsupported values on request', async () => {
  const { key } = await weir.user('pro')
  model.script(() => completion({ name: 'Ash', price: 10, colour: 'ultraviolet' }))
  const told = await extract(0, 'test-model', key)
  expect(told.data).toEqual({ name: 'Ash', price: 10, colour: 'ultraviolet' })
  expect(told.metadata.evidence).toEqual([
    {
      path: '/0/name',
      value: 'Ash',
      supported: true,
      quote: '# Ash',
      sourceUrl: expect.stringContaining('/0'),
      offset: 0,
    },
    {
      path: '/0/price',
      value: 10,
      supported: true,
      quote: expect.stringContaining('10.00'),
      sourceUrl: expect.any(String),
      offset: expect.any(Number),
    },
    { path: '/0/colour', value: 'ultraviolet', supported: false, quote: null, sourceUrl: null, offset: null },
  ])
  model.script(() => completion({ name: 'Ash', price: 10, colour: 'ultraviolet' }))
  const dropped = await extract(0, 'test-model', key, {
    options: { maxAge: 0, dropUnsupported: true, evidence: false },
  })
  expect([dropped.data, dropped.metadata.missing, dropped.metadata.evidence]).toEqual([
    { name: 'Ash', price: 10 },
    ['colour'],
    undefined,
  ])
})
