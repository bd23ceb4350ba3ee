import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../weir.ts'

let weir: Running
beforeAll(async () => {
  weir = await startWeir({ WEIR_ENGINES: 'lightweight,browser_a', WEIR_CHROMIUM_PATH: '/nowhere/chromium' })
})
afterAll(() => weir.close())

test('the statistics count users, jobs and credits of all accounts', async () => {
  await weir.user()
  const { data } = (await weir.get('/v1/admin/stats')).body
  expect(data).toMatchObject({ totalUsers: 2, activeUsers: 2, totalJobs: 0, totalCreditsUsed: 0 })
})

test('the statistics have the state of each part, with a reason and a remedy if it cannot work', async () => {
  const { data } = (await weir.get('/v1/admin/stats')).body
  const { store, queue, disk, engines, providers } = data.health
  expect(store).toEqual({ writable: true, commitTime: expect.any(Number), reason: null, remedy: null })
  expect(queue).toEqual({
    status: 'healthy',
    pendingJobs: 0,
    activeJobs: 0,
    scheduledJobs: 0,
    longestWait: 0,
    remedy: null,
  })
  expect(disk.free).toBeGreaterThan(0)
  expect(disk.total).toBeGreaterThan(disk.free)
  expect(disk.remedy === null).toBe(disk.status === 'healthy')
  const byName = Object.fromEntries(engines.map((engine: { name: string }) => [engine.name, engine]))
  expect(byName.lightweight).toMatchObject({ ready: true, reason: null, remedy: null })
  expect(byName.browser_a).toMatchObject({
    ready: false,
    reason: expect.stringContaining('no Chromium'),
    remedy: expect.stringContaining('WEIR_CHROMIUM_PATH'),
  })
  for (const { service, name, ready, reason, remedy } of providers)
    expect([service, name, ready || (reason.length > 0 && remedy.length > 0)]).toEqual([service, name, true])
})

test('the overall state is that of /health, which does not reveal reasons', async () => {
  const { data } = (await weir.get('/v1/admin/stats')).body
  const { body, text } = await weir.get('/health', { key: null })
  expect(body.data.status).toBe(data.systemHealth)
  expect(body.data.engines).toEqual({ lightweight: 'ready', browser_a: 'unavailable' })
  expect(text).not.toContain('CHROMIUM')
})
