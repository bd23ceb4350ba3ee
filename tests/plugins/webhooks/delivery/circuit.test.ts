import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../../../../core/store/index.ts'
import { Circuit } from '../../../../plugins/webhooks/delivery/circuit.ts'
import { migrations } from '../../../../plugins/webhooks/tables.ts'
import { openStore } from '../../../store.ts'

const SECOND = 1000
const DAY = 24 * 3600 * SECOND

let dataDir: string
let store: Store
let circuit: Circuit
let now: number
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'weir-circuit-'))
  store = await openStore({ dataDir })
  await store.migrate('webhooks', migrations)
  circuit = new Circuit({ store, clock: { now: () => now } })
  now = Date.UTC(2026, 10, 1)
})
afterEach(async () => {
  await store.close()
  rmSync(dataDir, { recursive: true })
})

/** Attempts that fail at the same time. */
async function fail(times: number) {
  for (let i = 0; i < times; i++) await store.write((tx) => circuit.failed(tx, 'receiver', 'account'))
}
const admitted = async () => (await circuit.admit('receiver')).kind

test('after five failures in a row a receiver is left alone, and then gets one delivery at a time', async () => {
  await fail(4)
  expect(await admitted()).toBe('go')
  await fail(1)
  expect(await circuit.admit('receiver')).toEqual({ kind: 'wait', milliseconds: 30 * SECOND })
  now += 30 * SECOND
  expect([await admitted(), await admitted()]).toEqual(['go', 'wait'])
  await store.write((tx) => circuit.succeeded(tx, 'receiver'))
  expect(await admitted()).toBe('go')
})

test('a receiver with many failures is disabled after five days of only failures, not earlier', async () => {
  await fail(20)
  expect(await admitted()).toBe('wait')
  now += 5 * DAY
  await fail(1)
  expect(await admitted()).not.toBe('disabled')
  now += SECOND
  await fail(1)
  expect(await admitted()).toBe('disabled')
})

test('a receiver with few attempts in five days is not disabled', async () => {
  await fail(1)
  now += 30 * DAY
  await fail(18)
  expect(await admitted()).toBe('wait')
  await fail(1)
  expect(await admitted()).toBe('disabled')
})

test('an answer with a Retry-After ends a row of failures', async () => {
  await fail(19)
  now += 6 * DAY
  await store.write((tx) => circuit.pause(tx, 'receiver', 'account', SECOND))
  now += SECOND
  await fail(4)
  expect(await admitted()).toBe('go')
})

test('failures during a Retry-After do not shorten it', async () => {
  await store.write((tx) => circuit.pause(tx, 'receiver', 'account', 3600 * SECOND))
  await fail(5)
  expect(await circuit.admit('receiver')).toEqual({ kind: 'wait', milliseconds: 3600 * SECOND })
})

test('a pause that was set while the clock was days ahead does not last for days', async () => {
  now += 3 * DAY
  await fail(5)
  now -= 3 * DAY
  expect(await admitted()).toBe('go')
  await fail(1)
  expect(await circuit.admit('receiver')).toEqual({ kind: 'wait', milliseconds: 60 * SECOND })
})

test('a receiver that is gone stays disabled when another delivery fails, and until it is enabled', async () => {
  await store.write((tx) => circuit.disable(tx, 'receiver', 'account', 'It is gone'))
  await fail(1)
  expect(await circuit.admit('receiver')).toEqual({ kind: 'disabled', reason: 'It is gone' })
  await circuit.enable('receiver')
  expect(await admitted()).toBe('go')
})

test('a request that names a failing receiver does not end its pause', async () => {
  await fail(5)
  await circuit.enable('receiver')
  expect(await admitted()).toBe('wait')
})
