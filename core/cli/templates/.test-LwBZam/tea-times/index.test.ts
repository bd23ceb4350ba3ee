import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Running, startWeir } from 'weirjs/testing'

let weir: Running
let site: ReturnType<typeof Bun.serve>
beforeAll(async () => {
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => new Response('kettle', { headers: { 'content-type': 'text/plain' } }),
  })
  weir = await startWeir({ WEIR_PLUGINS: './index.ts', WEIR_ENGINES: 'lightweight' }, import.meta.dir)
}, 60_000)
afterAll(async () => {
  await weir.close()
  site.stop(true)
})

const creditsOf = async (key: string) => (await weir.get('/v1/users/profile', { key })).body.data.credits

test('it says what a page is, for its price', async () => {
  const { key } = await weir.user('pro')
  const before = await creditsOf(key)
  const url = `${site.url.origin}/tea`
  const answer = await weir.post('/v1/tea-times/pages', { url }, { key })
  expect([answer.status, answer.body]).toEqual([
    200,
    { success: true, data: { url, status: 200, type: 'text/plain', size: 6 } },
  ])
  expect((await creditsOf(key)).used - before.used).toBeCloseTo(0.5)
})

test('what is no address is refused by name, and costs nothing', async () => {
  const { key } = await weir.user('pro')
  const before = await creditsOf(key)
  const { status, body } = await weir.post('/v1/tea-times/pages', { url: 'kettle' }, { key })
  expect([status, body.error.code, body.error.message]).toEqual([400, 'invalid_url', expect.stringContaining('url')])
  expect(await creditsOf(key)).toEqual(before)
})
