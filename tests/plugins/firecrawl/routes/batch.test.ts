import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Served, serveFirecrawl } from '../served.ts'

let served: Served
beforeAll(async () => {
  served = await serveFirecrawl()
})
afterAll(() => served.close())

test('a batch counts as a scrape of many pages for the permission of a key and in the usage', async () => {
  const { weir, site } = served
  const { session } = await weir.user()
  const made = await weir.post(
    '/v1/auth/api-keys',
    { name: 'pages', permissions: ['scrape', 'account'] },
    { key: session },
  )
  const { key } = made.body.data
  const { status, body } = await weir.post(
    '/v2/batch/scrape',
    { urls: [`${site.origin}/a`, `${site.origin}/b`] },
    { key },
  )
  expect(status).toBe(200)
  for (let state = ''; state !== 'completed'; await Bun.sleep(5))
    state = (await weir.get(`/v2/batch/scrape/${body.id}`, { key })).body.status
  const usage = (await weir.get('/v1/users/usage', { key })).body.data
  expect(usage.byEndpoint).toEqual([{ endpoint: 'scrape', requests: 1, creditsUsed: 2 }])
})
