import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../../weir.ts'

const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: ({ headers }) =>
    new Response(`<h1>${headers.get('host')} ${headers.get('x-mine')}</h1>`, {
      headers: { 'content-type': 'text/html' },
    }),
})
let running: Running
beforeAll(async () => {
  running = await startWeir({ WEIR_ENGINES: 'lightweight' })
})
afterAll(async () => {
  await running.close()
  site.stop(true)
})

test('a header that callers may not set is left out, with a warning', async () => {
  const { key } = await running.user()
  const scrape = async (headers: Record<string, string>) => {
    const body = { url: site.url.href, maxAge: 0, formats: ['text'], headers }
    const { status, body: answer } = await running.post('/v1/scrape', body, { key })
    return [status, answer.data.text, answer.warnings]
  }
  const { host } = new URL(site.url.href)
  expect(await scrape({ Host: 'other.example', 'X-Mine': 'yes' })).toEqual([
    200,
    `${host} yes`,
    ['headers: host was not sent because it belongs to the connection'],
  ])
  expect(await scrape({ 'X-Mine': 'yes' })).toEqual([200, `${host} yes`, undefined])
})
