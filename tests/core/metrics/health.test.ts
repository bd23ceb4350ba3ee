import { expect, test } from 'bun:test'
import { tmpdir } from 'node:os'
import { systemClock } from '../../../core/clock.ts'
import { diskBlobs } from '../../../core/files/blobs/disk.ts'
import type { Blobs } from '../../../core/files/blobs/port.ts'
import { createEngines } from '../../../core/host/engines/engine-registry.ts'
import { showHealth } from '../../../core/http/own/show-health.ts'
import { createHealth } from '../../../core/metrics/health.ts'
import { startWeir } from '../../weir.ts'

const engine = (name: string, ready: boolean) => ({
  name,
  api: 1 as const,
  supports: {},
  ready: async () => (ready ? { ready } : { ready, reason: 'it is missing', remedy: 'install it' }),
  open: () => Promise.reject(new Error('not opened here')),
})
const enginesOf = (...names: [string, boolean][]) =>
  createEngines(
    names.map(([name, ready]) => engine(name, ready)),
    () => ({}) as never,
  )

test('a working service is healthy, and needs no key', async () => {
  const weir = await startWeir({ WEIR_PLUGINS: 'account', WEIR_ENGINES: 'lightweight' })
  const { status, body } = await weir.get('/health', { key: null })
  expect([status, body.success]).toEqual([200, true])
  expect(body.data).toMatchObject({ store: 'healthy', queue: 'healthy', engines: { lightweight: 'ready' } })
  expect(body.data.status).toBe(body.data.disk === 'low' ? 'degraded' : 'healthy')
  await weir.close()
})

/** A store that opens, and the health with these parts. */
async function openHealth(parts: {
  engines?: ReturnType<typeof enginesOf>
  dataDir?: string
  trouble?: 'storage_full'
  blobs?: Blobs
}) {
  const weir = await startWeir({ WEIR_PLUGINS: 'account', WEIR_ENGINES: 'lightweight' })
  const { openStore } = await import('../../store.ts')
  await weir.weir.close()
  const store = await openStore({ dataDir: weir.dataDir })
  const { engines = enginesOf(['one', true]), dataDir = tmpdir() } = parts
  const blobs = parts.blobs ?? diskBlobs(tmpdir(), systemClock.now)
  const seen = parts.trouble ? Object.create(store, { trouble: { value: parts.trouble } }) : store
  const reports = createHealth({
    store: seen,
    blobs,
    engines,
    listProviders: async () => [],
    dataDir,
    clock: systemClock,
  })
  return {
    reports,
    health: async () => showHealth(await reports.report()),
    store,
    async [Symbol.asyncDispose]() {
      await store.close()
    },
  }
}

test('some engines that cannot run do not matter, but no engine at all does', async () => {
  await using some = await openHealth({ engines: enginesOf(['one', true], ['two', false]) })
  const { status, disk, engines } = await some.health()
  expect(engines).toEqual({ one: 'ready', two: 'unavailable' })
  expect(status).toBe(disk === 'low' ? 'degraded' : 'healthy')
  await using none = await openHealth({ engines: enginesOf(['two', false]) })
  expect((await none.health()).status).toBe('degraded')
})

test('a job that waits for long makes the queue slow', async () => {
  await using waiting = await openHealth({})
  const created_at = Date.now() - 61_000
  await waiting.store.write((tx) =>
    tx
      .db<{ jobs: Record<string, unknown> }>()
      .insertInto('jobs')
      .values({ id: 'job_x', account: 'a', kind: 'x.y', type: 'x', status: 'queued', activated: 1, created_at })
      .execute(),
  )
  expect(await waiting.health()).toMatchObject({ status: 'degraded', queue: 'slow' })
})

test('a store that accepts no writes is unhealthy, and an unreadable data directory is reported', async () => {
  await using full = await openHealth({ trouble: 'storage_full' })
  expect(await full.health()).toMatchObject({ status: 'unhealthy', store: 'storage_full' })
  await using gone = await openHealth({ dataDir: '/nowhere/at/all' })
  expect(await gone.health()).toMatchObject({ status: 'degraded', disk: 'unknown' })
})

test('a file store that does not answer degrades the health, while requests are still answered', async () => {
  const blobs = { kind: 'bucket', check: async () => ({ reason: 'gone', remedy: 'bring it back' }) } as unknown as Blobs
  await using broken = await openHealth({ blobs })
  expect(await broken.health()).toMatchObject({ status: 'degraded', files: 'unavailable' })
  expect((await broken.reports.report()).files).toEqual({
    place: 'bucket',
    status: 'unavailable',
    reason: 'gone',
    remedy: 'bring it back',
  })
})
