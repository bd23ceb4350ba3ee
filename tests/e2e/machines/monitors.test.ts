import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { until } from '../../core/jobs/open-jobs.ts'
import { startMachines } from '../../machines.ts'
import { article, callsOf, MONITORS, startSite } from '../../plugins/monitors/open.ts'
import type { Running } from '../../weir.ts'

setDefaultTimeout(60_000)

const HOUR = 3_600_000
const HOURS = 3
/** Monitors of each machine. */
const EACH = 3
/** A time of day that stands still, unless the test sets it. */
const clock = { at: Date.UTC(2026, 10, 22, 12, 5), now: () => clock.at }

const site = startSite()
let machines: Running[]
beforeAll(async () => {
  const WEIR_PLANS = JSON.stringify({ enterprise: { callsPerMinute: null } })
  machines = await startMachines(3, { WEIR_ENGINES: 'lightweight', WEIR_PLANS }, { clock })
})
afterAll(async () => {
  await Promise.all(machines.map((machine) => machine.close()))
  site.stop()
})

test('monitors run once at each of their times, though three machines look at what is due', async () => {
  const calls = machines.map(callsOf)
  const ids: string[] = []
  for (let i = 0; i < EACH * machines.length; i++) {
    const url = site.put(`/${i}`, article(['one', 'two']))
    ids.push(await calls[i % machines.length]!.make({ url, schedule: '0 * * * *' }))
  }
  const runs = async () => {
    const histories = await Promise.all(ids.map((id, i) => calls[(i + 1) % machines.length]!.history(id)))
    return histories.map((entries) => entries.length)
  }
  for (let hour = 1; hour <= HOURS; hour++) {
    clock.at += HOUR
    // By itself a server looks each half minute; one that has a monitor changed does so at once.
    const looks = machines.map((machine, i) => machine.call('PATCH', `${MONITORS}/${ids[i]}`, { name: `hour ${hour}` }))
    for (const { status } of await Promise.all(looks)) expect(status).toBe(200)
    await until(`the runs of hour ${hour}`, async () => (await runs()).every((count) => count >= hour))
  }
  expect(await runs()).toEqual(ids.map(() => HOURS))
  const jobs = (await machines[0]!.get('/v1/jobs?type=monitor&limit=100')).body.data.jobs
  expect(jobs).toHaveLength(ids.length * HOURS)
  const { credits } = (await machines[1]!.get('/v1/users/profile')).body.data
  expect(credits.used).toBe(ids.length * HOURS)
})
