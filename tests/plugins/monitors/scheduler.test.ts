import { afterAll, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MonitorRow, Tables } from '../../../plugins/monitors/store/tables.ts'
import { until } from '../../core/jobs/open-jobs.ts'
import { openStore } from '../../store.ts'
import { article, MONITORS, type Opened, openMonitors, startSite } from './open.ts'

const site = startSite()
afterAll(() => site.stop())
const HOUR = 3_600_000
const FIVE_PAST = Date.UTC(2026, 10, 22, 12, 5)
/** A clock that stands still, unless the test sets it. */
const clock = { at: FIVE_PAST, now: () => clock.at }

let folder: string
let weir: Opened
const open = async () => {
  const WEIR_ADMIN_API_KEY = `wr_12345_${'0123456789'.repeat(4)}`
  weir = await openMonitors({ WEIR_DATA_DIR: folder, WEIR_ADMIN_API_KEY }, { clock })
}
beforeEach(async () => {
  clock.at = FIVE_PAST
  folder = mkdtempSync(join(tmpdir(), 'weir-monitors-'))
  await open()
  return async () => {
    await weir.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Sets the clock and makes the scheduler check: by itself, the server checks every half minute. */
async function setClock(at: number, id: string, runs: number) {
  clock.at = at
  // The next time of a changed monitor is computed again.
  await weir.call('PATCH', `${MONITORS}/${id}`, { name: `at ${at}` })
  await until(`${runs} runs`, async () => (await weir.history(id)).length >= runs)
}
const nextRun = async (id: string) => (await weir.read(id)).nextRun as string
/** Changes the row of a monitor while the server is stopped. */
async function changeStored(id: string, change: Partial<MonitorRow>) {
  const store = await openStore({ dataDir: folder })
  await store.write((tx) => tx.db<Tables>().updateTable('monitors').set(change).where('id', '=', id).execute())
  await store.close()
}
let pages = 0
const watch = (schedule = '0 * * * *') => {
  const path = `/page-${++pages}`
  return weir.make({ url: site.put(path, article(['one', 'two'])), schedule })
}

test('a monitor runs once at its time, and so does another of the same time', async () => {
  const [id, other] = [await watch(), await watch()]
  expect(await nextRun(id)).toBe('2026-11-22T13:00:00.000Z')
  await setClock(FIVE_PAST + HOUR, id, 1)
  await until('the run of the other', async () => (await weir.history(other)).length === 1)
  expect(await nextRun(id)).toBe('2026-11-22T14:00:00.000Z')
  await setClock(FIVE_PAST + HOUR + 1000, id, 1)
  expect((await weir.history(id)).map(({ status }) => status)).toEqual(['baseline'])
})

test('a clock that is set back runs nothing twice, and one that is set forward runs it once', async () => {
  const id = await watch()
  await setClock(FIVE_PAST + HOUR, id, 1)
  await setClock(FIVE_PAST, id, 1)
  await setClock(FIVE_PAST + HOUR + 1000, id, 1)
  expect(await nextRun(id)).toBe('2026-11-22T14:00:00.000Z')
  await setClock(FIVE_PAST + 24 * HOUR, id, 2)
  expect(await nextRun(id)).toBe('2026-11-23T13:00:00.000Z')
  await setClock(FIVE_PAST + 24 * HOUR + 1000, id, 2)
  expect(await weir.history(id)).toHaveLength(2)
})

test('a clock that was years ahead stops no monitor for years', async () => {
  const id = await watch()
  await setClock(FIVE_PAST + 4 * 365 * 24 * HOUR, id, 1)
  await weir.close()
  clock.at = FIVE_PAST + HOUR
  await open()
  await until('a time that is near', async () => (await nextRun(id)) === '2026-11-22T14:00:00.000Z')
})

test('a clock that was an hour ahead stops no frequent monitor for an hour', async () => {
  const id = await watch('* * * * *')
  const hourly = await watch()
  await setClock(FIVE_PAST + HOUR, id, 1)
  await setClock(FIVE_PAST + HOUR, hourly, 1)
  await weir.close()
  clock.at = FIVE_PAST
  await open()
  await until('a time that is near', async () => (await nextRun(id)) === '2026-11-22T12:06:00.000Z')
  expect(await nextRun(hourly)).toBe('2026-11-22T14:00:00.000Z')
})

test('a monitor that was due while the server was down runs once at the start', async () => {
  const id = await watch('* * * * *')
  await weir.close()
  clock.at += 3 * HOUR
  await open()
  await until('a run', async () => (await weir.history(id)).length === 1)
  expect(await nextRun(id)).toBe('2026-11-22T15:06:00.000Z')
  expect(await weir.history(id)).toHaveLength(1)
})

test('a time is skipped while the run before is still going', async () => {
  const { promise: asked, resolve: tellAsked } = Promise.withResolvers<void>()
  const { promise: answer, resolve: go } = Promise.withResolvers<void>()
  const url = site.put('/slow', async () => {
    tellAsked()
    await answer
    return new Response(article(['one']), { headers: { 'content-type': 'text/html' } })
  })
  const id = await weir.make({ url, schedule: '0 * * * *' })
  clock.at += HOUR
  await weir.call('PATCH', `${MONITORS}/${id}`, { name: 'a' })
  await asked
  clock.at += HOUR
  await weir.call('PATCH', `${MONITORS}/${id}`, { name: 'b' })
  await until('the next time', async () => (await nextRun(id)) === '2026-11-22T15:00:00.000Z')
  go()
  await until('the run', async () => (await weir.history(id)).length > 0)
  expect([site.hits('/slow'), (await weir.history(id)).length]).toEqual([1, 1])
})

test('a paused monitor does not run, and follows its schedule again once it is active', async () => {
  const id = await watch()
  await weir.call('PATCH', `${MONITORS}/${id}`, { status: 'paused' })
  expect(await nextRun(id)).toBe(null as never)
  clock.at += 2 * HOUR
  const other = await watch('* * * * *')
  await setClock(clock.at + HOUR, other, 1)
  expect(await weir.history(id)).toEqual([])
  await weir.call('PATCH', `${MONITORS}/${id}`, { status: 'active' })
  expect(await nextRun(id)).toBe('2026-11-22T16:00:00.000Z')
})

test('the monitors of a suspended account do not run, and their times pass', async () => {
  const { id: user, key } = await weir.user()
  const id = await weir.make({ url: site.put('/suspended', article(['one'])), schedule: '0 * * * *' }, key)
  const other = await watch()
  await weir.call('PUT', `/v1/admin/users/${user}`, { status: 'suspended' })
  await setClock(FIVE_PAST + HOUR, other, 1)
  await weir.call('PUT', `/v1/admin/users/${user}`, { status: 'active' })
  await until('the next time', async () => (await weir.read(id, key)).nextRun === '2026-11-22T14:00:00.000Z')
  expect((await weir.get('/v1/jobs', { key })).body.data.jobs).toEqual([])
})

test('a monitor whose options cannot be read any more fails, stops no other, and accepts new options', async () => {
  const lost = await watch('* * * * *')
  const other = await watch('* * * * *')
  await weir.close()
  await changeStored(lost, { options: `v1.${'A'.repeat(64)}` })
  clock.at += HOUR
  await open()
  await until('both runs', async () => (await weir.history(lost)).length + (await weir.history(other)).length === 2)
  expect((await weir.history(other))[0].status).toBe('baseline')
  const [failed] = await weir.history(lost)
  expect(failed).toMatchObject({ status: 'failed', creditsUsed: 0, jobId: null, error: { code: 'invalid_options' } })
  expect((await weir.get(MONITORS)).body.data.monitors).toHaveLength(2)
  await weir.call('PATCH', `${MONITORS}/${lost}`, { name: 'renamed' })
  expect(await weir.read(lost)).toMatchObject({
    name: 'renamed',
    options: {},
    hiddenOptions: ['options'],
    creditsPerRun: 0,
    nextRun: '2026-11-22T13:06:00.000Z',
  })
  await weir.call('PATCH', `${MONITORS}/${lost}`, { options: { threshold: 5 } })
  expect(await weir.read(lost)).toMatchObject({ options: { threshold: 5 }, hiddenOptions: [], creditsPerRun: 1 })
  await setClock(clock.at + HOUR, lost, 2)
  expect((await weir.history(lost))[0].status).toBe('baseline')
})

test('a monitor whose schedule cannot be read any more fails once a day, stops no other, and can be changed', async () => {
  const lost = await watch('* * * * *')
  const other = await watch('* * * * *')
  await weir.close()
  await changeStored(lost, { timezone: 'Former/Zone', last_run: clock.at + 2 * HOUR })
  clock.at += HOUR
  await open()
  await until('both runs', async () => (await weir.history(lost)).length + (await weir.history(other)).length === 2)
  const [failed] = await weir.history(lost)
  expect(failed).toMatchObject({ status: 'failed', creditsUsed: 0, jobId: null, error: { code: 'invalid_request' } })
  expect(await nextRun(lost)).toBe('2026-11-23T13:05:00.000Z')
  for (const change of [{ name: 'renamed' }, { status: 'paused' }])
    expect((await weir.call('PATCH', `${MONITORS}/${lost}`, change)).status).toBe(200)
  expect((await weir.call('PATCH', `${MONITORS}/${lost}`, { status: 'active' })).status).toBe(400)
  await weir.call('PATCH', `${MONITORS}/${lost}`, { status: 'active', timezone: 'UTC' })
  expect(await nextRun(lost)).toBe('2026-11-22T13:06:00.000Z')
})
