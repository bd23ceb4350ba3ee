/**
 * Measures 10,000 webhooks to 100 receivers (goal L9): first only good receivers, then the same while a tenth fails,
 * which hang, reset, redirect, respond with 500 and 429, and recover when the good ones are done. Prints the delays
 * of deliveries to good receivers, and whether every id arrived. Usage: bun tests/bench/webhooks.ts [webhooks]
 */
import { type Behave, startClock, startReceivers, status } from '../plugins/webhooks/receivers.ts'
import { strangersFolder } from '../strangers.ts'
import { startWeir } from '../weir.ts'
import { cpuTime, table } from './figures.ts'

const total = Number(process.argv[2] ?? 10_000)
const receivers = 100
const bads: readonly Behave[] = [
  () => {},
  (response) => response.socket?.resetAndDestroy(),
  status(302, { location: '/' }),
  status(500),
  status(429, { 'retry-after': '5' }),
]

const strangers = strangersFolder()
const burst = strangers.plugin(`import { definePlugin, reply, t } from 'weirjs'
import { webhooks } from 'weirjs/plugins/webhooks/service'
export default definePlugin({
  name: 'burst', api: 1, tag: { name: 'Burst', description: 'Sends many events.' }, requires: [webhooks],
  routes: (app, kit) => app.post('/burst', async ({ body, caller }) => {
    const events = await kit.store.write(async (tx) => {
      const ids: string[] = []
      for (const url of body.urls) ids.push(await kit.use(webhooks).send(tx, { account: caller.account.id, url, event: 'burst', data: {} }))
      return ids
    })
    return { success: true as const, data: { events } }
  }, { access: 'key', body: t.Object({ urls: t.Array(t.String()) }), response: { 200: reply(t.Object({ events: t.Array(t.String()) })) }, detail: { summary: 'Sends' } }),
})
`)

/** Sends webhooks, a tenth of them to failing receivers if `withBad`, and waits until all have arrived. */
async function run(withBad: boolean) {
  const clock = startClock()
  const weir = await startWeir(
    { WEIR_PLUGINS: `webhooks,${burst}`, WEIR_ENGINES: 'lightweight', WEIR_METERING: 'off' },
    undefined,
    { clock },
  )
  const servers = await Promise.all(Array.from({ length: receivers }, () => startReceivers()))
  const bad = withBad ? servers.slice(0, receivers / 10) : []
  const good = servers.slice(receivers / 10)
  const late: number[] = []
  const take: Behave = (response) => response.writeHead(200).end()
  const urls = new Map(servers.map((server) => [server, server.make(take)]))
  for (const [i, server] of bad.entries()) server.change(urls.get(server)!, bads[i % bads.length]!)
  for (const server of good)
    server.change(urls.get(server)!, (response) => {
      late.push(clock.now() - Date.parse(server.all.at(-1)!.json.createdAt))
      response.writeHead(200).end()
    })

  const sent = new Set<string>()
  const targets = [...bad, ...good].map((server) => urls.get(server)!)
  const cpu = cpuTime()
  const started = performance.now()
  const each = total / receivers
  for (let i = 0; i < each; i += 10) {
    const { body } = await weir.post('/v1/burst', { urls: targets.flatMap((url) => Array(10).fill(url)) })
    for (const id of body.data.events) sent.add(id)
  }
  const came = (some: typeof servers) => some.flatMap(({ all }) => all.map(({ json }) => json.id as string))
  while (late.length < good.length * each) await Bun.sleep(20)
  const seconds = (performance.now() - started) / 1000
  const goodCpu = cpuTime() - cpu
  const asked = came(bad).length
  for (const server of bad) server.change(urls.get(server)!, take)
  const left = async () =>
    (await weir.get('/v1/webhooks/deliveries?status=pending&limit=1')).body.data.deliveries.length
  for (let minutes = 0; (await left()) > 0 && minutes < 24 * 60; minutes++) {
    clock.pass(60_000)
    // Writing to the outbox makes it look for due deliveries.
    await weir.post('/v1/burst', { urls: [urls.get(good[0]!)!] })
    await Bun.sleep(50)
  }
  const ids = new Set(came(servers))
  const failed = (await weir.get('/v1/webhooks/deliveries?status=failed&limit=1')).body.data.deliveries.length
  const missing = [...sent].filter((id) => !ids.has(id)).length
  const doubled = came(good).length - new Set(came(good)).size
  await weir.close()
  for (const server of servers) server.stop()
  const sorted = late.slice(0, good.length * each).sort((a, b) => a - b)
  const quantile = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)]!)
  return [
    withBad ? 'beside bad ones' : 'good ones alone',
    Math.round((good.length * each) / seconds),
    quantile(0.5),
    quantile(0.95),
    quantile(1),
    (goodCpu / (good.length * each)).toFixed(2),
    asked,
    missing,
    doubled,
    failed,
  ] as const
}

const rows = [await run(false), await run(true)]
strangers.remove()
const head = [
  '',
  'a second',
  'p50 ms',
  'p95 ms',
  'last ms',
  'CPU ms each',
  'asked while bad',
  'missing',
  'doubled',
  'failed',
]
console.log(table(head, rows))
