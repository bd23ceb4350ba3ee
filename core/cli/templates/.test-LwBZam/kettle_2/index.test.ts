import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { engineConformance, type Running, startWeir } from 'weirjs/testing'
import kettle_2 from './index.ts'

const { name } = kettle_2

describe(`engine ${name}`, () => engineConformance(kettle_2, { config: { userAgent: 'tests' } }))

describe('in a server', () => {
  let weir: Running
  let site: ReturnType<typeof Bun.serve>
  beforeAll(async () => {
    site = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: ({ headers }) => new Response(`asked by ${headers.get('user-agent')}`),
    })
    weir = await startWeir({ WEIR_ENGINES: './index.ts' }, import.meta.dir)
  }, 60_000)
  afterAll(async () => {
    await weir.close()
    site.stop(true)
  })

  test('a request that names it gets its page', async () => {
    const { body } = await weir.post('/v1/scrape', { url: site.url.href, engine: name, formats: ['text'] })
    expect(body.data.text).toBe(`asked by ${name}/0.1`)
  })
})
