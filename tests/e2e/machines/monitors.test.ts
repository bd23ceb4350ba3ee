import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { Client } from 'pg'
import { until } from '../../core/jobs/open-jobs.ts'
import { startMachines } from '../../machines.ts'
import { article, callsOf, html, MONITORS, startSite } from '../../plugins/monitors/open.ts'
import { createDatabase } from '../../postgres.ts'
import type { Running } from '../../weir.ts'

setDefaultTimeout(60_000)

const HOUR = 3_600_000
const HOURS = 3
/** Monitors of each machine. */
const EACH = 3
/** A clock that stands still, unless the test sets it. */
const clock = { at: Date.UTC(2026, 10, 22, 12, 5), now: () => clock.at }

const site = startSite()
let machines: Running[]
let database: Client
beforeAll(async () => {
  const WEIR_DATABASE_URL = await createDatabase()
  database = new Client({ connectionString: WEIR_DATABASE_URL })
  await database.connect()
  const WEIR_PLANS = JSON.stringify({ enterprise: { callsPerMinute: null } })
  machines = await startMachines(3, { WEIR_DATABASE_URL, WEIR_ENGINES: 'lightweight', WEIR_PLANS }, { clock })
})
afterAll(async () => {
  await Promise.all(machines.map((machine) => machine.close()))
  await database.end()
  site.stop()
})

test('monitors run once at each of their times, even if three machines look for due ones', async () => {
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
    // By itself a server looks every half minute; one where a monitor is changed looks at once.
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

test.each([
  ['succeeds', () => html(article(['one']))],
  ['fails', () => new Response('Broken', { status: 500 })],
])(
  'nothing is left of a monitor that one machine deletes while another records its run, which %s',
  async (what, answer) => {
    await database.query(`
      create sequence if not exists runs_begun;
      create or replace function take_time() returns trigger as $$
        begin
          perform nextval('runs_begun');
          perform pg_sleep(0.5);
          return new;
        end
      $$ language plpgsql;
      create or replace trigger take_time before insert on monitors_runs for each row execute function take_time()`)
    const ask = async (query: string) => Number(Object.values((await database.query(query)).rows[0])[0])
    const before = await ask("select nextval('runs_begun')")
    const [first, second] = machines as [Running, Running]
    const id = await callsOf(first).make({ url: site.put(`/${what}`, answer) })
    const { jobId } = (await first.post(`${MONITORS}/${id}/run`)).body.data
    await until('the run to be written down', async () => (await ask('select last_value from runs_begun')) > before)
    expect((await second.call('DELETE', `${MONITORS}/${id}`)).status).toBe(200)
    await first.ended(jobId)
    const kept = async (table: string) => (await database.query(`select * from ${table} where monitor = $1`, [id])).rows
    expect(await kept('monitors_watched')).toEqual([])
    // Expired rows are deleted by the next sweep.
    expect((await kept('monitors_runs')).filter(({ expires_at }) => Number(expires_at) > 0)).toEqual([])
  },
)
