/**
 * Measures the changes that monitors report for pages with changing noise, against an unfiltered comparison of their
 * plain texts (the default of changedetection.io); and how long 10,000 monitors that are due at once take to start.
 * Usage: bun tests/bench/monitors.ts [PAGES] [MONITORS]
 */

import { watchOffline } from '../plugins/monitors/compare-offline.ts'
import { openMonitors, startSite } from '../plugins/monitors/open.ts'

const [pages = 20, monitors = 10_000] = process.argv.slice(2).map(Number)
const STEPS = 100

let [edits, missed, invented, looks] = [0, 0, 0, 0]
for (let seed = 1; seed <= pages; seed++) {
  const { told, edited, looks: taken } = watchOffline(seed, STEPS)
  edits += edited.length
  missed += edited.filter((step) => !told.includes(step)).length
  invented += told.filter((step) => !edited.includes(step)).length
  looks += taken
}
const runs = pages * STEPS
console.log(`${pages} pages, ${runs} runs, ${edits} changes: ${missed} missed, ${invented} told that nobody made`)
console.log(`${looks} times a page was got; texts compared as they are tell of ${runs} changes`)

const site = startSite()
const minute = 60_000
const start = Math.floor(Date.now() / minute) * minute + 1000
const clock = { ahead: 0, now: () => start + clock.ahead }
const weir = await openMonitors({ WEIR_METERING: 'off' }, { clock })
const url = site.put('/page', '<title>Page</title><main><h1>Page</h1><p>A page that is watched by many.</p></main>')
for (let made = 0; made < monitors; made += 1000) {
  const part = Math.min(1000, monitors - made)
  const given = Array.from({ length: part }, (_, i) => ({ name: `${made + i}`, url, schedule: '* * * * *' }))
  const { status, text } = await weir.post('/v1/monitors/import', { monitors: given })
  if (status !== 201) throw new Error(text)
}
const id = (await weir.get('/v1/monitors?limit=1')).body.data.monitors[0].id
const begun = performance.now()
const used = process.cpuUsage()
const seconds = () => ((performance.now() - begun) / 1000).toFixed(1)
clock.ahead = minute
await weir.call('PATCH', `/v1/monitors/${id}`, { name: 'the first' })
const count = async () => (await weir.get('/v1/queues/status')).body.data?.totalJobs ?? 0
while ((await count()) < monitors) await Bun.sleep(100)
const { user, system } = process.cpuUsage(used)
console.log(
  `${monitors} monitors that were due at once: all started after ${seconds()} s, ${(user + system) / 1e6} s of CPU`,
)
while (site.hits('/page') < monitors) await Bun.sleep(100)
console.log(`and all had got their page after ${seconds()} s`)
await weir.close()
site.stop()
