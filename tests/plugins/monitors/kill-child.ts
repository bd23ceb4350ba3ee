import { startWeir } from '../../weir.ts'
import { callsOf, MONITORS } from './open.ts'

/**
 * A Weir that will be killed. Usage: bun kill-child.ts SETTINGS URL MONITORS: makes this many monitors and runs all
 * at once.
 */
const [settings, url, count] = process.argv.slice(2)
const weir = await startWeir(JSON.parse(settings!))
const { make } = callsOf(weir)
for (let i = 0; i < Number(count); i++) {
  const notifications = { webhook: `${url}/hook` }
  const id = await make({ url: `${url}/page-${i}`, name: `monitor ${i}`, options: { notifications } })
  await weir.post(`${MONITORS}/${id}/run`)
}
process.stdout.write('ready\n')
// Runs until it is killed.
setInterval(() => {}, 1000)
