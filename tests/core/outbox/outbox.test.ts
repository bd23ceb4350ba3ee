import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Consumer, Message } from 'weirjs'
import { createLog } from '../../../core/log.ts'
import { createOutbox } from '../../../core/outbox/outbox.ts'
import {
  type OutboxRow,
  outboxAccountMigration,
  outboxMigration,
  outboxTakenMigration,
  outboxTermsMigration,
  takeMessage,
} from '../../../core/outbox/tables.ts'
import type { Statement, Store } from '../../../core/store/index.ts'
import { openStore } from '../../store.ts'
import { until } from '../jobs/open-jobs.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'weir-outbox-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

async function open({ alone = true, seen = (store: Store) => store, clock = { now: () => Date.now() } } = {}) {
  const store = await openStore({ dataDir })
  await store.migrate('test', [outboxMigration, outboxTermsMigration, outboxTakenMigration, outboxAccountMigration])
  const outbox = createOutbox({
    store: seen(store),
    clock,
    log: createLog('text', () => {}),
    workerId: crypto.randomUUID(),
    alone,
  })
  return {
    store,
    outbox,
    put: (payload: unknown, receiver?: string) => store.write((tx) => outbox.put(tx, 'test', payload, { receiver })),
    left: async () => (await store.db<{ outbox: { id: string } }>().selectFrom('outbox').select('id').execute()).length,
    async [Symbol.asyncDispose]() {
      await outbox.close()
      await store.close()
    },
  }
}

const quick: Pick<Consumer<unknown>, 'delays'> = { delays: [0, 20, 20, 20] }

describe('a message', () => {
  test('is delivered after its transaction was committed, and not if it was rolled back', async () => {
    await using world = await open()
    const got: unknown[] = []
    world.outbox.consume('test', { ...quick, deliver: async ({ payload }) => void got.push(payload) })
    const failing = world.store.write(async (tx) => {
      await world.outbox.put(tx, 'test', 'never')
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await world.put({ a: 1 })
    await until('the delivery', () => got.length === 1)
    expect(got).toEqual([{ a: 1 }])
    await until('an empty outbox', async () => (await world.left()) === 0)
  })

  test('waits for a consumer of its topic, also over a restart', async () => {
    {
      await using world = await open()
      await world.put('early')
    }
    await using world = await open()
    const got: unknown[] = []
    world.outbox.consume('test', { ...quick, deliver: async ({ payload }) => void got.push(payload) })
    await until('the delivery', () => got.length === 1)
  })

  test('is retried with the same id, after each delay, and then given up', async () => {
    await using world = await open()
    const tries: Message[] = []
    const told: unknown[] = []
    world.outbox.consume('test', {
      ...quick,
      async deliver(message) {
        tries.push(message)
        throw new Error(`try ${message.attempt}`)
      },
      async attempted(_, { attempt }, outcome) {
        told.push([
          attempt,
          outcome === 'delivered' ? outcome : [(outcome.error as Error).message, outcome.next !== null],
        ])
      },
    })
    const id = await world.put('x')
    await until('four tries', async () => (await world.left()) === 0)
    expect(tries.map((message) => [message.id, message.attempt])).toEqual([1, 2, 3, 4].map((attempt) => [id, attempt]))
    expect(told).toEqual([
      [1, ['try 1', true]],
      [2, ['try 2', true]],
      [3, ['try 3', true]],
      [4, ['try 4', false]],
    ])
  })

  test('whose delivery hangs ends at its timeout, and is retried', async () => {
    await using world = await open()
    let tries = 0
    world.outbox.consume('test', {
      delays: [0, 10],
      timeout: 50,
      deliver: () => (++tries === 1 ? new Promise(() => {}) : Promise.resolve()),
    })
    await world.put('x')
    await until('the second try', async () => tries === 2 && (await world.left()) === 0)
  })
})

test('a dead receiver does not delay others', async () => {
  await using world = await open()
  const got: unknown[] = []
  world.outbox.consume<string>('test', {
    ...quick,
    parallel: 8,
    timeout: 60_000,
    deliver: ({ payload }, signal) =>
      payload === 'dead'
        ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        : Promise.resolve(void got.push(payload)),
  })
  for (let i = 0; i < 40; i++) await world.put('dead', 'dead.example')
  for (let i = 0; i < 20; i++) await world.put(i, 'good.example')
  // No delivery to the dead one has ended by then.
  await until('the good ones', () => got.length === 20)
})

test('many dead receivers, each with one delivery at a time, leave room for the others', async () => {
  await using world = await open()
  const got: unknown[] = []
  const begun = new Map<string, number>()
  world.outbox.consume<string>('test', {
    ...quick,
    parallel: 8,
    perReceiver: 1,
    timeout: 60_000,
    deliver: ({ payload }, signal) => {
      begun.set(payload, (begun.get(payload) ?? 0) + 1)
      return payload.startsWith('dead')
        ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        : Promise.resolve(void got.push(payload))
    },
  })
  for (let i = 0; i < 70; i++) await world.put(`dead${i % 7}`, `dead${i % 7}.example`)
  for (let i = 0; i < 20; i++) await world.put('good', 'good.example')
  await until('the good ones', () => got.length === 20)
  expect([...begun].filter(([name]) => name !== 'good').map(([, times]) => times)).toEqual([1, 1, 1, 1, 1, 1, 1])
})

test('setting the clock forward causes no simultaneous second delivery, and delays nobody', async () => {
  let ahead = 0
  await using world = await open({ clock: { now: () => Date.now() + ahead } })
  const got: unknown[] = []
  const slow: (() => void)[] = []
  world.outbox.consume<string>('test', {
    ...quick,
    parallel: 4,
    perReceiver: 1,
    deliver: async ({ payload }) => {
      if (payload === 'slow') await new Promise<void>((resolve) => slow.push(resolve))
      got.push(payload)
    },
  })
  for (const payload of ['slow', 'behind']) await world.put(payload, 'slow.example')
  await until('the slow one', () => slow.length === 1)
  ahead = 24 * 3600_000
  await world.put('good', 'good.example')
  await until('the good one', () => got.length === 1)
  expect(slow).toHaveLength(1)
  slow[0]!()
  await until('the others', () => got.length === 3)
  expect(got).toEqual(['good', 'slow', 'behind'])
})

test('over kills every message is delivered at least once', async () => {
  {
    await using _ = await open()
  }
  const file = join(dataDir, 'delivered')
  const put: string[] = []
  for (const least of [1, 8, 16, 24, 32]) put.push(...(await killOnce(file, least)))
  await using world = await open()
  const last: string[] = []
  world.outbox.consume('test', { ...quick, deliver: async ({ id }) => void last.push(id) })
  await until('an empty outbox', async () => (await world.left()) === 0)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  const delivered = new Set([...lines, ...last])
  expect(put.filter((id) => !delivered.has(id))).toEqual([])
  expect(lines.length).toBeGreaterThan(0)
}, 120_000)

/** Kills a process at some moment after `least` messages, and gives the ids of all that were put before. */
function killOnce(file: string, least: number): Promise<string[]> {
  const child = spawn(process.execPath, [join(import.meta.dir, 'outbox-child.ts'), dataDir, file, '60'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
    if (idsIn(said).length >= least) setTimeout(() => child.kill('SIGKILL'), Math.random() * 10)
  })
  return new Promise((resolve) => child.on('close', () => resolve(idsIn(said))))
}
const idsIn = (said: string) => [...said.matchAll(/^put (\S+)$/gm)].map((found) => found[1]!)

test('a rejected message is given up at once, and a postponed one uses no attempt', async () => {
  await using world = await open()
  const got: string[] = []
  const told: unknown[] = []
  world.outbox.consume<{ name: string; postponements?: number }>('test', {
    ...quick,
    async deliver({ payload: { name, postponements = 0 }, attempt }) {
      got.push(`${name} ${attempt}`)
      if (name === 'gone') return { kind: 'rejected', reason: '410' }
      const times = got.filter((one) => one === `${name} ${attempt}`).length
      if (times <= postponements) return { kind: 'postponed', until: Date.now() + 4.5 }
      if (attempt < 3) throw new Error(`attempt ${attempt}`)
    },
    async attempted(_, { payload: { name }, attempt }, outcome) {
      told.push([name, attempt, outcome === 'delivered' ? outcome : [(outcome.error as Error).message, outcome.next]])
    },
  })
  await world.put({ name: 'gone' })
  await until('the rejected one', async () => (await world.left()) === 0)
  expect(got).toEqual(['gone 1'])
  expect(told).toEqual([['gone', 1, ['410', null]]])

  // More often than there are attempts.
  await world.put({ name: 'early', postponements: 6 })
  await until('the postponed one', async () => (await world.left()) === 0)
  expect(got.slice(1)).toEqual([1, 2, 3].flatMap((attempt) => Array.from({ length: 7 }, () => `early ${attempt}`)))
  expect(told.slice(1)).toEqual([
    ['early', 1, ['attempt 1', expect.any(Number)]],
    ['early', 2, ['attempt 2', expect.any(Number)]],
    ['early', 3, 'delivered'],
  ])
})

test('a postponed message waits until its time, however long the postponing took', async () => {
  let now = Date.now()
  await using world = await open({ clock: { now: () => now } })
  const got: number[] = []
  world.outbox.consume('test', {
    ...quick,
    async deliver({ attempt }) {
      got.push(attempt)
      if (got.length > 1) return
      const end = { kind: 'postponed', until: now + 60_000 } as const
      now += 60_000
      return end
    },
  })
  await world.put('early')
  await until('the delivery', async () => (await world.left()) === 0)
  expect(got).toEqual([1, 1])
})

test('a process that finds all due messages taken by another goes on with the later ones', async () => {
  const parallel = 4
  let taken = 0
  /** Another process takes the messages that were found to be due before this one does, and then ends. */
  const raced = (store: Store): Store => ({
    ...store,
    get trouble() {
      return store.trouble
    },
    async all<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P) {
      const rows = await store.all(statement, ...parameters)
      if (rows.length === parallel && taken === 0)
        for (const { id, attempt } of rows as OutboxRow[])
          taken += await store.write((tx) =>
            tx.run(takeMessage, attempt + 1, Date.now() + 60_000, 'another process', id, attempt),
          )
      return rows
    },
  })
  await using world = await open({ alone: false, seen: raced })
  for (let i = 0; i < parallel + 1; i++) await world.put(i)
  const got: unknown[] = []
  world.outbox.consume('test', { ...quick, parallel, deliver: async ({ payload }) => void got.push(payload) })
  await until('the message behind those that were taken', () => got.length > 0)
  expect([taken, got]).toEqual([parallel, [parallel]])
})

test('a topic has one consumer', async () => {
  await using world = await open()
  const consumer = { ...quick, deliver: async () => {} }
  world.outbox.consume('test', consumer)
  expect(() => world.outbox.consume('test', consumer)).toThrow('The topic test has a consumer already')
})
