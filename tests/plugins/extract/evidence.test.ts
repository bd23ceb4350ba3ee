import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../weir.ts'
import { completion, type ModelServer, startModelServer } from '../models/model-server.ts'
import { kettleSchema, type Shop, startShop } from './shop.ts'

let weir: Running
let model: ModelServer
let shop: Shop
beforeAll(async () => {
  model = startModelServer()
  model.script(() => completion({ name: 'Blue Kettle', price: 99 }))
  shop = startShop()
  weir = await startWeir({
    WEIR_PLUGINS: 'scrape,extract,models',
    WEIR_ENGINES: 'lightweight',
    WEIR_LLM_URL: model.url,
    WEIR_LLM_MODEL: 'test-model',
  })
})
afterAll(async () => {
  await weir.close()
  model.stop()
  shop.stop()
})

const url = () => `${shop.origin}/products/blue`
const extract = async (options: object) =>
  (await weir.post('/v1/extract', { url: url(), schema: kettleSchema, options })).body.data

test('each value has the words that support it, or is marked as unsupported', async () => {
  const { extractedData, metadata } = await extract({})
  expect(extractedData).toEqual([{ name: 'Blue Kettle', price: 99 }])
  expect(metadata.evidence).toEqual([
    {
      path: '/0/name',
      value: 'Blue Kettle',
      supported: true,
      quote: expect.stringContaining('Blue Kettle'),
      sourceUrl: url(),
      offset: expect.any(Number),
    },
    { path: '/0/price', value: 99, supported: false, quote: null, sourceUrl: null, offset: null },
  ])
  expect((await extract({ evidence: false })).metadata).not.toHaveProperty('evidence')
})

test('unsupported values are left out on request, and are missing', async () => {
  const { extractedData, metadata } = await extract({ dropUnsupported: true })
  expect([extractedData, metadata.missing]).toEqual([[{ name: 'Blue Kettle' }], ['price']])
  expect(metadata.evidence.map(({ supported }: { supported: boolean }) => supported)).toEqual([true, false])
})

test('a batch has evidence for each page on request', async () => {
  const options = { evidence: true, dropUnsupported: true }
  const body = { urls: [url()], schema: kettleSchema, options }
  const { jobId } = (await weir.post('/v1/extract/batch', body)).body
  let data = (await weir.get(`/v1/extract/batch/${jobId}/results`)).body.data
  while (data.status !== 'completed') {
    await Bun.sleep(20)
    data = (await weir.get(`/v1/extract/batch/${jobId}/results`)).body.data
  }
  const [{ extractedData, evidence }] = data.results
  expect([extractedData, evidence.map(({ path }: { path: string }) => path)]).toEqual([
    { name: 'Blue Kettle' },
    ['/name', '/price'],
  ])
})
