import { expect, test } from 'bun:test'
import { toScrapeBody } from '../../../plugins/batch/batch-job.ts'
import { startWeir } from '../../weir.ts'

const body = { urls: ['not an address'] }

test.each([
  ['scrape,batch', 400],
  ['scrape', 404],
])('with WEIR_PLUGINS=%s a batch is answered with %d', async (WEIR_PLUGINS, status) => {
  const weir = await startWeir({ WEIR_PLUGINS, WEIR_ENGINES: 'lightweight' })
  try {
    const { key } = await weir.user()
    expect((await weir.post('/v1/batch', body, { key })).status).toBe(status)
    expect((await weir.post('/v1/scrape', body, { key })).status).toBe(400)
  } finally {
    await weir.close()
  }
})

test('its route is after that of scrape in the document, in the same group', async () => {
  const weir = await startWeir({ WEIR_PLUGINS: 'batch,scrape', WEIR_ENGINES: 'lightweight' })
  try {
    const { paths, tags } = (await weir.get('/openapi.json')).body
    const scrape = Object.keys(paths).filter((path) => paths[path].post?.tags[0] === 'Scrape')
    expect(scrape).toEqual(['/v1/scrape', '/v1/batch'])
    expect(tags.filter(({ name }: { name: string }) => name === 'Scrape')).toHaveLength(1)
  } finally {
    await weir.close()
  }
})

test('a page of a batch waits as long as `waitTime` says, or `waitFor`', () => {
  const waits = (body: object) => toScrapeBody({ urls: [], ...body }).waitFor
  expect([waits({ waitTime: 2000 }), waits({ waitTime: 2000, waitFor: 500 }), waits({})]).toEqual([
    2000,
    500,
    undefined,
  ])
})
