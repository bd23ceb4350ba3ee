import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../weir.ts'
import { completion, type ModelServer, startModelServer, textOf } from '../models/model-server.ts'
import { type Shop, startShop } from './shop.ts'

let weir: Running
let model: ModelServer
let shop: Shop
const settings = { WEIR_PLUGINS: 'scrape,extract,models', WEIR_ENGINES: 'lightweight' }

beforeAll(async () => {
  model = startModelServer()
  shop = startShop()
  weir = await startWeir({ ...settings, WEIR_LLM_URL: model.url, WEIR_LLM_MODEL: 'test-model' })
})
afterAll(async () => {
  await weir.close()
  model.stop()
  shop.stop()
})

const design = {
  type: 'object',
  description: 'A kettle',
  properties: { name: { type: 'string' }, price: { type: 'number' }, colour: { type: 'string' } },
  required: ['name'],
}
const generate = (body: object, key: string) => weir.post('/v1/extract/generate-schema', body, { key })

test('a model designs a schema, which is tried on the page', async () => {
  const { key } = await weir.user()
  model.script((_, i) =>
    i === 0
      ? completion({ ...design, recommendations: ['Keep it small'] }, { thinking: 2000 })
      : completion({ name: 'Blue Kettle', price: 24.5, colour: null }),
  )
  const { status, body } = await generate({ url: `${shop.origin}/products/blue`, description: 'a product' }, key)
  expect([status, body.data.schema]).toEqual([200, design])
  expect(body.data.recommendations).toEqual(['Keep it small', expect.stringMatching(/^colour came out empty/)])
  const tokens = 300 + 2 * JSON.stringify(design).length + 2000
  expect(body.data.creditsUsed).toBe(Math.ceil(tokens / 1000))
  expect(textOf(model.asks[0])).toContain('Price: 24.5 EUR')
  expect(textOf(model.asks[0])).toContain('a product')
})

test('an invalid schema is requested once more, and costs nothing if it remains invalid', async () => {
  const { key } = await weir.user()
  model.script((_, i) => completion(i === 0 ? { type: 'object', properties: {} } : { schema: design }))
  expect((await generate({ description: 'a kettle' }, key)).body.data.schema).toEqual(design)
  const used = (await weir.get('/v1/users/profile', { key })).body.data.credits.used
  model.script(() => completion({ type: 'banana' }))
  const { status, body } = await generate({ description: 'a kettle' }, key)
  expect([status, body.error.code, model.asks.length]).toEqual([500, 'extraction_failed', 2])
  expect((await weir.get('/v1/users/profile', { key })).body.data.credits.used).toBe(used)
})

test('needs url or description, and a page that can be reached', async () => {
  const { key } = await weir.user()
  for (const [body, code] of [
    [{ prompt: 'something' }, 'invalid_request'],
    [{ description: 'a kettle', agent: { model: 'structured' } }, 'invalid_request'],
    [{ url: 'nonsense' }, 'invalid_urls'],
    [{ url: 'http://127.0.0.1:9/' }, 'invalid_urls'],
  ] as const) {
    const answer = await generate(body, key)
    expect([answer.status, answer.body.error.code]).toEqual([400, code])
  }
})
