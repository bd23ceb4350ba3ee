import { afterAll, beforeAll, expect, test } from 'bun:test'
import { CommandError } from '../../../core/cli/context.ts'
import { adminCommand } from '../../../plugins/admin/commands.ts'
import { queuesCommand } from '../../../plugins/jobs/queues-command.ts'
import { captureCommand } from '../../core/cli/capture-command.ts'
import { isSqlite } from '../../store.ts'
import { type Running, startWeir } from '../../weir.ts'

let weir: Running
beforeAll(async () => {
  weir = await startWeir({ WEIR_ENGINES: 'lightweight,browser_a', WEIR_CHROMIUM_PATH: '/nowhere/chromium' })
})
afterAll(() => weir.close())

const run = (command: typeof adminCommand, ...args: string[]) => captureCommand(weir, command as never, args)

test('weir admin stats shows the state of each part, and remedies', async () => {
  const { said } = await run(adminCommand, 'stats')
  expect(said).toContain('users: 1, 1 of them active; jobs: 0; credits used: 0')
  expect(said).toMatch(/^store +ok +a commit takes [\d.]+ ms$/m)
  expect(said).toMatch(/^queue +ok +0 pending, 0 active/m)
  expect(said).toMatch(isSqlite ? /^files +ok +in the data directory$/m : /^files +ok +in the database$/m)
  expect(said).toMatch(/^engine lightweight +ok/m)
  expect(said).toMatch(/^engine browser_a +FAIL +.*WEIR_CHROMIUM_PATH/m)
  // It was not configured, so this is not a fault.
  expect(said).toMatch(/^search.providers brave +off +Set WEIR_BRAVE_API_KEY$/m)
  const { data } = (await weir.get('/v1/admin/stats')).body
  expect(JSON.parse((await run(adminCommand, 'stats', '--json')).said)).toEqual({
    ...data,
    health: { ...data.health, store: expect.anything(), disk: expect.anything() },
  })
})

test('weir admin stats shows why files are out of reach', async () => {
  const gone = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const endpoint = gone.url.origin
  await gone.stop(true)
  const other = await startWeir({
    WEIR_S3_BUCKET: 'bucket',
    WEIR_S3_ENDPOINT: endpoint,
    WEIR_S3_ACCESS_KEY_ID: 'key',
    WEIR_S3_SECRET_ACCESS_KEY: 'word',
  })
  const { said } = await captureCommand(other, adminCommand as never, ['stats'])
  await other.close()
  expect(said).toContain('health: degraded')
  expect(said).toMatch(/^files +FAIL +The bucket bucket at .* cannot be reached: .*WEIR_S3_/m)
})

test('weir admin audit shows who changed what, and has the filters of the route', async () => {
  const { id, email } = await weir.user('free')
  await weir.call('PUT', `/v1/admin/users/${id}`, { plan: 'pro' })
  const lines = (await run(adminCommand, 'audit', '--target', email, '--action', 'user.changed')).said.split('\n')
  expect(lines[0]).toMatch(/^TIME +WHO +VIA +FROM +ACTION +TARGET +CHANGES$/)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/admin@example.com +key +127.0.0.1 +user.changed/)
  expect(lines[1]).toContain('plan: "free" → "pro"')
  const json = JSON.parse((await run(adminCommand, 'audit', '--target', id, '--json')).said)
  expect(json).toEqual((await weir.get(`/v1/admin/audit?target=${id}`)).body.data.entries)
  expect((await run(adminCommand, 'audit', '--since', 'yesterday')).failure?.code).toBe(1)
  expect((await run(adminCommand, 'audit', '--limit', '1')).noted).toContain('There are older ones')
})

test('weir queues shows the state of the queue', async () => {
  expect((await run(queuesCommand)).said).toContain('queue: healthy')
  const { data } = (await weir.get('/v1/queues/status')).body
  expect(JSON.parse((await run(queuesCommand, '--json')).said)).toEqual(data)
})

test('a wrong call exits with 2 and shows the usage', async () => {
  for (const args of [[], ['users'], ['stats', 'x'], ['stats', '--actor', 'x'], ['audit', '--plan', 'x']]) {
    const { failure } = await run(adminCommand, ...args)
    expect([args, failure, failure?.code]).toEqual([args, expect.any(CommandError), 2])
  }
  expect((await run(queuesCommand, 'x')).failure?.code).toBe(2)
})
