import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { MAX_PARALLEL } from '../../../core/politeness/host-policies.ts'
import { startMachines } from '../../machines.ts'
import type { Running } from '../../weir.ts'

setDefaultTimeout(60_000)

/** The number of links on a first page. */
const PAGES = 40

let machines: Running[]
let atOnce = 0
let most = 0
const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch({ url }) {
    const { pathname } = new URL(url)
    if (/^\/(robots.txt|sitemap.xml)$/.test(pathname)) return new Response('', { status: 404 })
    most = Math.max(most, ++atOnce)
    await Bun.sleep(50)
    atOnce--
    const links = pathname.endsWith('/') ? Array.from({ length: PAGES }, (_, i) => `<a href="${i}">${i}</a>`) : []
    return new Response(`<title>${url}</title><p>A page ${links.join(' ')}`, {
      headers: { 'content-type': 'text/html' },
    })
  },
})
beforeAll(async () => {
  machines = await startMachines(3, { WEIR_ENGINES: 'lightweight' })
})
afterAll(async () => {
  await Promise.all(machines.map((machine) => machine.close()))
  site.stop(true)
})

test('a host gets no more simultaneous requests from crawls than its gate allows, whichever machines run them', async () => {
  const started = machines.map(async (machine, i) => {
    const { body } = await machine.post('/v1/crawl', { url: `${site.url}${i}/`, maxPages: PAGES + 1, maxAge: 0 })
    return machine.ended(body.jobId)
  })
  for (const job of await Promise.all(started)) expect(job).toMatchObject({ status: 'completed', completed: PAGES + 1 })
  expect(most).toBeLessThanOrEqual(MAX_PARALLEL)
})
