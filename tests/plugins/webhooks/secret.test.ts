import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../../core/jobs/open-jobs.ts'
import { openStore } from '../../store.ts'
import { type Opened, openWebhooks } from './open.ts'
import { verify } from './verify.ts'

const HOUR = 3600_000
let world: Opened
beforeAll(async () => {
  world = await openWebhooks()
})
afterAll(() => world[Symbol.asyncDispose]())

async function sent() {
  const url = world.good.make()
  await world.send(url)
  await until('the delivery', () => world.good.got(url).length === 1)
  return world.good.got(url)[0]!
}

test('for a day after a rotation, the old secret signs too', async () => {
  const { secret: first } = await world.read('secret')
  const { key } = world
  const other = await world.weir.user()
  const theirs = async () => (await world.weir.get('/v1/webhooks/secret', { key: other.key })).body.data
  const before = await theirs()
  expect([before.secret === first, before.previousUntil]).toEqual([false, null])
  const { status, body } = await world.weir.post('/v1/webhooks/secret/rotate', undefined, { key })
  expect(status).toBe(200)
  const { secret: second, previousUntil } = body.data
  expect(second).not.toBe(first)
  expect(await world.read('secret')).toEqual(body.data)
  expect(await theirs()).toEqual(before)
  const got = await sent()
  expect(await verify(second, got)).toEqual({ current: true, previous: false, standard: true })
  expect(await verify(first, got)).toEqual({ current: false, previous: true, standard: true })

  world.clock.pass(Date.parse(previousUntil) - world.clock.now() - HOUR)
  expect((await verify(first, await sent())).previous).toBe(true)
  world.clock.pass(2 * HOUR)
  const later = await sent()
  expect(later.headers.get('x-webhook-signature-previous')).toBeNull()
  expect(await verify(first, later)).toEqual({ current: false, previous: false, standard: false })
  expect((await verify(second, later)).current).toBe(true)
  expect((await world.read('secret')).previousUntil).toBeNull()
})

test('after two rotations in a day, the first secret does not sign any more', async () => {
  const { secret: first } = await world.read('secret')
  for (let i = 0; i < 2; i++) await world.weir.post('/v1/webhooks/secret/rotate', undefined, { key: world.key })
  expect(await verify(first, await sent())).toEqual({ current: false, previous: false, standard: false })
})

test('concurrent requests make one secret', async () => {
  const { key } = await world.weir.user()
  const answers = await Promise.all(Array.from({ length: 8 }, () => world.weir.get('/v1/webhooks/secret', { key })))
  expect(new Set(answers.map(({ body }) => body.data.secret)).size).toBe(1)
})

test('a secret is encrypted in the store, and is not in the log', async () => {
  const { secret } = await world.read('secret')
  const { body } = await world.weir.post('/v1/webhooks/secret/rotate', undefined, { key: world.key })
  await sent()
  const { dataDir, log } = world.weir
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.length).toBeGreaterThan(0)
  for (const one of [secret, body.data.secret]) {
    for (const { parentPath, name } of files)
      expect(readFileSync(join(parentPath, name)).includes(one.slice('whsec_'.length))).toBe(false)
    expect(log.join('\n')).not.toContain(one)
  }
})

test('a rotation is not replayed for its Idempotency-Key', async () => {
  const options = { key: world.key, headers: { 'idempotency-key': 'rotate' } }
  const first = await world.weir.post('/v1/webhooks/secret/rotate', undefined, options)
  const second = await world.weir.post('/v1/webhooks/secret/rotate', undefined, options)
  expect(second.body.data.secret).not.toBe(first.body.data.secret)
})

test('a secret that cannot be read any more can be rotated, and only the new one signs then', async () => {
  await world.read('secret')
  const store = await openStore({ dataDir: world.weir.dataDir })
  const sealedWithAnotherSecret = `v1.${'A'.repeat(64)}`
  await store.write((tx) =>
    tx
      .db<{ webhooks_secrets: { account: string; secret: string } }>()
      .updateTable('webhooks_secrets')
      .set({ secret: sealedWithAnotherSecret })
      .where('account', '=', world.account)
      .execute(),
  )
  await store.close()
  const { key, weir } = world
  const { status, body } = await weir.get('/v1/webhooks/secret', { key })
  expect([status, body.error.code, body.error.message]).toEqual([409, 'conflict', expect.stringContaining('rotate')])
  const unsent = await world.send(world.good.make())
  await until('the reason', async () => (await world.delivery(unsent)).error !== null)
  // Nothing was sent, so the receiver has not failed.
  expect(await world.delivery(unsent)).toMatchObject({ status: 'pending', attempts: 0, receiver: 'active' })
  const rotated = (await weir.post('/v1/webhooks/secret/rotate', undefined, { key })).body.data
  expect(rotated.previousUntil).toBeNull()
  expect(await verify(rotated.secret, await sent())).toEqual({ current: true, previous: false, standard: true })
})
