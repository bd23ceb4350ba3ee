import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startMachines } from '../../../machines.ts'
import type { Running } from '../../../weir.ts'

let machines: Running[]
let asked = 0
const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch() {
    asked++
    await Bun.sleep(200)
    return new Response('<title>Slow</title><h1>Slow</h1><p>A page.', { headers: { 'content-type': 'text/html' } })
  },
})
beforeAll(async () => {
  machines = await startMachines(3, { WEIR_PLUGINS: 'scrape', WEIR_ENGINES: 'lightweight' })
})
afterAll(async () => {
  await Promise.all(machines.map((machine) => machine.close()))
  site.stop(true)
})

const scrape = (at: number, key: string, more: object = {}) =>
  machines[at % 3]!.post(
    '/v1/scrape',
    { url: `${site.url}${key}`, maxAge: 0, ...more },
    { headers: { 'idempotency-key': key } },
  )

test('equal requests to three machines at once are done once, and all get the response', async () => {
  for (const key of ['first', 'second']) {
    asked = 0
    const answers = await Promise.all(Array.from({ length: 9 }, (_, i) => scrape(i, key)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect([answers[0]!.status, asked]).toEqual([200, 1])
    expect((await scrape(1, key)).headers.get('idempotency-replayed')).toBe('true')
  }
})

test('a different body while the first is under way on another machine is a conflict', async () => {
  const answers = await Promise.all([scrape(0, 'third'), scrape(1, 'third', { onlyMainContent: true })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})
