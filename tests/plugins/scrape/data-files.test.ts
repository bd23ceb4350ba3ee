import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../weir.ts'

const files: Readonly<Record<string, [type: string, body: string]>> = {
  '/rows.csv': ['text/csv', 'Item,Qty\nKettle,3\n'],
  '/rows.json': ['application/json', '[{"Item":"Kettle","Qty":3}]'],
}
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch({ url }) {
    const [type, body] = files[new URL(url).pathname]!
    return new Response(body, { headers: { 'content-type': type } })
  },
})
let weir: Running
beforeAll(async () => {
  weir = await startWeir({ WEIR_ENGINES: 'lightweight' })
})
afterAll(async () => {
  await weir.close()
  site.stop(true)
})

test.each(Object.keys(files))('%s returns its data without any parameter, and from the cache too', async (path) => {
  for (let times = 0; times < 2; times++) {
    const { data } = (await weir.post('/v1/scrape', { url: new URL(path, site.url).href })).body
    expect(data.json).toEqual([{ Item: 'Kettle', Qty: 3 }])
    expect([typeof data.markdown, data.html, data.text]).toEqual(['string', undefined, undefined])
  }
})

test.each(Object.keys(files))('a schema is filled from the data of %s without a model', async (path) => {
  const schema = { type: 'object', properties: { item: { type: 'string' }, qty: { type: 'number' } } }
  const url = new URL(path, site.url).href
  const { data } = (await weir.post('/v1/scrape', { url, formats: ['extract'], extract: { schema } })).body
  expect(data.extracted).toEqual({ item: 'Kettle', qty: 3 })
})
