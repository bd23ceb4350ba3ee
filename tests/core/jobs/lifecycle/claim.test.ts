import { expect, test } from 'bun:test'
import { defineJob, type NewItem, t } from 'weirjs'
import type { Files } from '../../../../core/files/files.ts'
import { type ClaimPorts, claim } from '../../../../core/jobs/lifecycle/claim.ts'
import type { RegisteredJob } from '../../../../core/jobs/registry.ts'
import { hostLimits } from '../../../../core/jobs/scheduling/host-limits.ts'
import { createRetention } from '../../../../core/jobs/store/retention.ts'
import { createMemoryLeases } from '../../../../core/leases/memory-leases.ts'
import { setClock } from '../../open-accounts.ts'
import { openJobs } from '../open-jobs.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')

/** Pages of hosts, as many at once as the input says. */
const visits = defineJob({
  name: 'test.visit',
  input: t.Object({
    paths: t.Array(t.String()),
    parallel: t.Optional(t.Integer()),
    limit: t.Optional(t.Integer()),
    spacing: t.Optional(t.Integer()),
  }),
  item: t.Object({}),
  seed: ({ paths }) =>
    paths.map((path): NewItem<object> => {
      const [host, name] = path.split('/')
      return { key: path, value: {}, ...(name === undefined ? {} : { host }) }
    }),
  parallel: ({ parallel }) => parallel ?? 3,
  limit: ({ limit }) => limit ?? 1000,
  spacing: ({ spacing }) => spacing ?? 0,
  run: async () => ({ millicredits: 0 }),
})
type Input = Parameters<typeof visits.seed>[0]

/** A store with jobs that no worker runs, and what a worker claims of them. */
async function open() {
  const clock = setClock(NOW)
  const world = await openJobs([visits], { works: false, clock })
  const user = await world.addUser()
  const alarms: number[] = []
  const registered = { definition: visits } as unknown as RegisteredJob
  const ports: ClaimPorts = {
    clock,
    registry: new Map([['test.visit', registered]]),
    alarm: (at) => void alarms.push(at - NOW),
  }
  return {
    ...world,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
    clock,
    alarms,
    user,
    begin: (paths: string[], more: Partial<Input> = {}, priority: 'high' | 'medium' | 'low' = 'medium') =>
      world.jobs.start(visits, user, { paths, ...more }, { millicredits: 0, priority }),
    async claim(limit: number, known = ports) {
      const { claimed, more } = await world.store.write((tx) => claim(known, tx, user.id, { workerId: 'w', limit }))
      return { keys: claimed.map(({ item }) => item.key), more }
    },
    ports,
  }
}

test('the more urgent job comes first, then the older one, and no more items begin than were asked for', async () => {
  await using world = await open()
  await world.begin(['low'], {}, 'low')
  await world.begin(['old 1', 'old 2'])
  await world.begin(['young'])
  await world.begin(['high 1', 'high 2'], {}, 'high')
  expect(await world.claim(3)).toEqual({ keys: ['high 1', 'high 2', 'old 1'], more: true })
  expect(await world.claim(2)).toEqual({ keys: ['old 2', 'young'], more: true })
  expect(await world.claim(2)).toEqual({ keys: ['low'], more: false })
  expect(await world.claim(2)).toEqual({ keys: [], more: false })
})

test('a claimed item belongs to its worker for half a minute, and its job is running from then on', async () => {
  await using world = await open()
  const job = await world.begin(['a', 'b'])
  world.clock.pass(250)
  await world.claim(1)
  expect(await world.jobs.get(world.user.id, job.id)).toMatchObject({
    status: 'running',
    running: 1,
    startedAt: NOW + 250,
  })
  world.clock.pass(50)
  await world.claim(1)
  expect(await world.jobs.get(world.user.id, job.id)).toMatchObject({ running: 2, startedAt: NOW + 250 })
  const items = await world.store
    .db<{ job_items: { seq: number; worker: string; lease: number; attempt: number } }>()
    .selectFrom('job_items')
    .select(['worker', 'lease', 'attempt'])
    .orderBy('seq')
    .execute()
  expect(items).toEqual([
    { worker: 'w', lease: NOW + 30_250, attempt: 1 },
    { worker: 'w', lease: NOW + 30_300, attempt: 1 },
  ])
})

test('a job has no more items under way than it allows at once, or than it may still have outcomes', async () => {
  await using world = await open()
  await world.begin(['a', 'b', 'c', 'd'], { parallel: 2 })
  expect((await world.claim(4)).keys).toEqual(['a', 'b'])
  expect((await world.claim(4)).keys).toEqual([])
  await world.begin(['e', 'f', 'g', 'h'], { parallel: 9, limit: 3 })
  expect((await world.claim(2)).keys).toEqual(['e', 'f'])
  expect((await world.claim(2)).keys).toEqual(['g'])
  expect((await world.claim(2)).keys).toEqual([])
})

test('items of a job with spacing begin one at a time, each that long after the one before', async () => {
  await using world = await open()
  const job = await world.begin(['a', 'b', 'c'], { spacing: 1000 })
  expect(await world.claim(3)).toEqual({ keys: ['a'], more: false })
  expect(world.alarms).toEqual([1000])
  const wake = () =>
    world.store.write((tx) =>
      tx
        .db<{ jobs: { id: string; ready: number } }>()
        .updateTable('jobs')
        .set({ ready: 1 })
        .where('id', '=', job.id)
        .execute(),
    )
  // An item that is looked at too early is put off until its time has come.
  world.clock.pass(400)
  await wake()
  expect([(await world.claim(3)).keys, world.alarms.splice(0)]).toEqual([[], [1000, 1000]])
  world.clock.pass(599)
  await wake()
  expect([(await world.claim(3)).keys, world.alarms.splice(0)]).toEqual([[], [1000]])
  world.clock.pass(1)
  await wake()
  expect([(await world.claim(3)).keys, world.alarms]).toEqual([['b'], [2000]])
})

test('hosts take turns, and each has no more items under way than it allows', async () => {
  await using world = await open()
  await world.store.write((tx) => hostLimits.setPolicy(tx, 'b.test', { parallel: 2 }, NOW))
  await world.begin(['a.test/1', 'a.test/2', 'b.test/1', 'b.test/2', 'b.test/3', 'alone'], { parallel: 9 })
  const first = await world.claim(9)
  expect([first.keys, first.more]).toEqual([['a.test/1', 'b.test/1', 'b.test/2', 'alone'], false])
  expect((await world.claim(9)).keys).toEqual([])
  const hosts = await world.store
    .db<{ job_hosts: { host: string; running: number } }>()
    .selectFrom('job_hosts')
    .select(['host', 'running'])
    .orderBy('host')
    .execute()
  expect(hosts).toEqual([
    { host: 'a.test', running: 1 },
    { host: 'b.test', running: 2 },
  ])
})

test('what was learned of a host is kept for a day, and then deleted', async () => {
  await using world = await open()
  const { store, clock, log } = world
  const retention = createRetention({ store, clock, log, files: {} as Files, leases: createMemoryLeases() }, 0)
  await store.write((tx) => hostLimits.setPolicy(tx, 'a.test', { parallel: 5 }, NOW))
  const kept = () => store.db<{ job_hosts: { host: string } }>().selectFrom('job_hosts').select('host').execute()
  clock.set(NOW + 86_400_000)
  await retention.sweep()
  expect(await kept()).toEqual([{ host: 'a.test' }])
  clock.set(NOW + 86_400_001)
  await retention.sweep()
  expect(await kept()).toEqual([])
  await retention.close()
})

test('permits of a host are given back if the job has no items for it', async () => {
  await using world = await open()
  await world.store.write((tx) => hostLimits.setPolicy(tx, 'a.test', { parallel: 5 }, NOW))
  await world.begin(['a.test/1', 'a.test/2'], { parallel: 9 })
  expect((await world.claim(9)).keys).toEqual(['a.test/1', 'a.test/2'])
  const taken = await world.store.write((tx) => hostLimits.acquire(tx, 'a.test', 9, { now: NOW, waits: true }))
  expect(taken).toEqual({ permits: 3 })
})

test('a host that asked for a pause is tried again when the pause is over', async () => {
  await using world = await open()
  await world.store.write((tx) => hostLimits.setPolicy(tx, 'a.test', { notBefore: NOW + 5000 }, NOW))
  await world.begin(['a.test/1', 'b.test/1'])
  expect((await world.claim(9)).keys).toEqual(['b.test/1'])
  expect(world.alarms).toEqual([5000])
})

test('a job is skipped while its plugin is disabled', async () => {
  await using world = await open()
  await world.begin(['a'])
  expect(await world.claim(1, { ...world.ports, registry: new Map() })).toEqual({ keys: [], more: false })
})
