import { afterEach, beforeEach, describe, expect, jest, spyOn, test } from 'bun:test'
import type { Ready } from '../../../core/contracts/engine.ts'
import { ApiError } from '../../../core/errors.ts'
import type { Blobs } from '../../../core/files/blobs/port.ts'
import type { Engines } from '../../../core/host/engines/engine-registry.ts'
import { watchHealth } from '../../../core/host/provider-health.ts'
import type { ProviderInfo } from '../../../core/host/service-registry.ts'
import { showReadiness } from '../../../core/http/own/readiness.ts'
import { showHealth } from '../../../core/http/own/show-health.ts'
import { createLog } from '../../../core/log.ts'
import { createCommitTime } from '../../../core/metrics/commit-time.ts'
import { lookAtDisk } from '../../../core/metrics/disk-room.ts'
import { createFilesHealth } from '../../../core/metrics/files-health.ts'
import { createHealth } from '../../../core/metrics/health.ts'
import { addProxyMetrics, createServiceMetrics } from '../../../core/metrics/service-metrics.ts'
import type { Store } from '../../../core/store/index.ts'

/** Milliseconds of the monotonic clock, set by the test. */
let time = 0
let steady: ReturnType<typeof spyOn>
beforeEach(() => {
  time = 1000
  steady = spyOn(performance, 'now').mockImplementation(() => time)
})
afterEach(() => {
  steady.mockRestore()
  jest.useRealTimers()
})

const ready: Ready = { ready: true }
const broken: Ready = { ready: false, reason: 'no browser', remedy: 'install one' }

describe('a provider', () => {
  test('is asked for its state every ten seconds at most', async () => {
    let asked = 0
    const health = watchHealth(() => {
      asked++
      return ready
    })
    await Promise.all([health(), health()])
    time += 10_000
    await health()
    expect(asked).toBe(1)
    time += 1
    expect([await health(), asked]).toEqual([ready, 2])
  })

  test('whose check fails is not ready, with the error as its reason', async () => {
    const remedy = 'See the settings of its plugin, and the log'
    const says = (error: unknown) => watchHealth(() => Promise.reject(error))()
    expect(await says(new Error('no key'))).toEqual({ ready: false, reason: 'no key', remedy })
    expect(await says('no key')).toEqual({ ready: false, reason: 'no key', remedy })
    const reason = 'it says neither that it is ready nor a reason and a remedy'
    expect(await watchHealth(() => undefined as never)()).toEqual({ ready: false, reason, remedy })
  })

  test('whose check takes more than three seconds is not ready', async () => {
    jest.useFakeTimers()
    const asked = watchHealth(() => new Promise(() => {}))()
    jest.advanceTimersByTime(3000)
    expect(await asked).toMatchObject({ ready: false, reason: 'it did not answer within 3 s' })
  })
})

describe('the file store', () => {
  const blobs = (check: () => Promise<{ reason: string; remedy: string } | undefined>) =>
    ({ kind: 'bucket', check }) as unknown as Blobs
  test('is checked every half minute at most', async () => {
    let looks = 0
    const health = createFilesHealth(
      blobs(async () => {
        looks++
        return undefined
      }),
    )
    const healthy = { place: 'bucket', status: 'healthy', reason: null, remedy: null } as const
    expect([await health(), await health(), looks]).toEqual([healthy, healthy, 1])
    time += 30_000
    await health()
    expect(looks).toBe(1)
    time += 1
    await health()
    expect(looks).toBe(2)
  })
  test('reports its trouble, and what to do', async () => {
    const trouble = { reason: 'It answered 403', remedy: 'See the key' }
    const health = createFilesHealth(blobs(async () => trouble))
    expect(await health()).toEqual({ place: 'bucket', status: 'unavailable', ...trouble } as never)
  })
  test('that does not answer within five seconds is in trouble', async () => {
    jest.useFakeTimers()
    const health = createFilesHealth(blobs(() => new Promise(() => {})))()
    jest.advanceTimersByTime(5000)
    expect(await health).toMatchObject({ status: 'unavailable', reason: 'It did not answer within 5 s' })
  })
})

describe('the duration of a commit', () => {
  const measuring = (write: () => Promise<unknown>) => createCommitTime({ write } as unknown as Store)
  test('is measured once a second at most, in hundredths of a millisecond', async () => {
    let writes = 0
    const commitTime = measuring(async () => {
      writes++
      time += 1.23456
    })
    expect([await commitTime(), await commitTime(), writes]).toEqual([1.23, 1.23, 1])
    time = 2000
    await commitTime()
    expect(writes).toBe(1)
    time += 1
    await commitTime()
    expect(writes).toBe(2)
  })
  test('is undefined if the store accepts no writes, and any other error is thrown', async () => {
    expect(await measuring(() => Promise.reject(new ApiError('service_unavailable', 'No')))()).toBeUndefined()
    await expect(measuring(() => Promise.reject(new TypeError('fault')))()).rejects.toThrow('fault')
  })
})

/** The disk of the test machine may be nearly full. */
const withRoom = test.if((await lookAtDisk('/')).status === 'healthy')

describe('the health of the service', () => {
  interface Parts {
    trouble: Store['trouble']
    wait: number | undefined
    engines: Ready[]
    providers: [service: string, state: Ready][]
    files: boolean
    dialect: Store['dialect']
  }
  const now = Date.parse('2026-07-01T12:00:00Z')
  const health = (parts: Partial<Parts> = {}, listed?: Engines) => {
    const { trouble, wait = 0, engines = [ready], providers = [], files = true, dialect = 'sqlite' } = parts
    const unreachable = 'wait' in parts && parts.wait === undefined
    const query = {
      select: () => query,
      where: () => query,
      orderBy: () => query,
      limit: () => query,
      async executeTakeFirst() {
        if (unreachable) throw new Error('out of reach')
        return { created_at: now - wait }
      },
    }
    const store = { dialect, trouble, db: () => ({ selectFrom: () => query }) } as unknown as Store
    const blobs = { kind: 'disk', check: async () => (files ? undefined : { reason: 'gone', remedy: 'look' }) }
    return createHealth({
      store,
      blobs: blobs as unknown as Blobs,
      engines: listed ?? ({ list: async () => engines.map((state, i) => ({ name: `engine${i}`, state })) } as never),
      listProviders: async () =>
        providers.map(([service, state], i) => ({ service, name: `p${i}`, state }) as unknown as ProviderInfo),
      dataDir: '/',
      clock: { now: () => now },
    })
  }
  const statusOf = async (parts?: Partial<Parts>) => (await health(parts).report()).status

  withRoom('is healthy if everything is', async () => expect(await statusOf()).toBe('healthy'))

  withRoom('is degraded if files, the queue, all engines, or all providers of a service do not work', async () => {
    const [search, other, brokenSearch]: Parts['providers'] = [
      ['search', ready],
      ['llm', broken],
      ['search', broken],
    ]
    for (const parts of [
      { files: false },
      { wait: 60_001 },
      { engines: [broken, broken] },
      { providers: [search!, other!] },
    ])
      expect([parts, await statusOf(parts)]).toEqual([parts, 'degraded'])
    for (const parts of [
      { wait: 60_000 },
      { engines: [broken, ready] },
      { engines: [] },
      { providers: [search!, brokenSearch!] },
    ])
      expect([parts, await statusOf(parts)]).toEqual([parts, 'healthy'])
  })

  test('is unhealthy if the store accepts no writes, or cannot be queried', async () => {
    const full = await health({ trouble: 'storage_full' }).report()
    expect([full.status, full.store.trouble, full.store.remedy]).toEqual([
      'unhealthy',
      'storage_full',
      'Make room on the disk of the data directory; writing then resumes by itself',
    ])
    const gone = await health({ wait: undefined }).report()
    expect([gone.status, gone.store.trouble, gone.queue]).toEqual([
      'unhealthy',
      'storage_unavailable',
      { status: 'unknown', longestWait: null, remedy: expect.stringContaining('See the log') },
    ] as never)
  })

  test('includes the length of the queue, with advice', async () => {
    expect((await health({ wait: 500 }).report()).queue).toEqual({ status: 'healthy', longestWait: 500, remedy: null })
    const { queue } = await health({ wait: 90_000 }).report()
    expect(queue).toMatchObject({
      status: 'slow',
      longestWait: 90_000,
      remedy: expect.stringContaining('Jobs arrive faster'),
    })
  })

  test('includes advice about Postgres', async () => {
    const dialect = 'postgres'
    const full = await health({ dialect, trouble: 'storage_full' }).report()
    expect(full.store.remedy).toBe('Make room on the disk of Postgres; writing then resumes by itself')
    const gone = await health({ dialect, wait: undefined }).report()
    expect([gone.store.remedy, gone.queue.remedy]).toEqual([
      expect.stringContaining('WEIR_DATABASE_URL'),
      expect.stringContaining('WEIR_DATABASE_URL'),
    ])
    // If no process that answers runs jobs, they wait for one that does.
    expect((await health({ dialect, wait: 90_000 }).report()).queue.remedy).toContain('`weir work`')
  })

  test('is computed once a second at most', async () => {
    let looks = 0
    const engines = {
      list: async () => {
        looks++
        return []
      },
    } as unknown as Engines
    const reports = health({}, engines)
    for (const passes of [0, 1000, 1]) {
      time += passes
      await reports.report()
    }
    expect(looks).toBe(2)
  })

  test('is public without the configured services', async () => {
    const report = await health({ engines: [ready, broken], providers: [['search', broken]] }).report()
    expect(showHealth(report)).toMatchObject({
      store: 'healthy',
      files: 'healthy',
      queue: 'healthy',
      engines: { engine0: 'ready', engine1: 'unavailable' },
      providers: { 'search/p0': 'unavailable' },
    })
    expect('providers' in showHealth(await health().report())).toBe(false)
    expect(showHealth(await health({ trouble: 'storage_full' }).report()).store).toBe('storage_full')
  })
})

test('a state has its reason if it is not ready, and its detail otherwise', () => {
  expect(showReadiness(ready)).toEqual({ ready: true, configured: true, detail: null, reason: null, remedy: null })
  expect(showReadiness({ ready: true, detail: 'Chromium 150' }).detail).toBe('Chromium 150')
  expect(showReadiness(broken)).toEqual({
    ready: false,
    configured: true,
    detail: null,
    reason: 'no browser',
    remedy: 'install one',
  })
  expect(showReadiness({ ...broken, configured: false } as Ready).configured).toBe(false)
})

test('metrics are in seconds, with few labels', async () => {
  const metrics = createServiceMetrics(createLog('text', () => {}))
  metrics.request('/v1/scrape', 201, 25)
  metrics.request('/v1/scrape', 299, 26)
  metrics.request('/v1/scrape', 404, 1)
  metrics.fetched('lightweight', 'ok', 2000)
  metrics.refused()
  metrics.committed(3, 5)
  metrics.jobStarted('crawl.site')
  metrics.jobEnded('crawl.site', 'failed')
  metrics.itemEnded('crawl.site', 'succeeded')
  addProxyMetrics(metrics.registry, {
    size: 3,
    pick: () => undefined,
    state: () => ({ total: 3, healthy: 1, countries: [] }),
  })
  const lines = new Set((await metrics.registry.expose()).split('\n'))
  for (const line of [
    'weir_http_request_duration_seconds_count{route="/v1/scrape",status="2xx"} 2',
    'weir_http_request_duration_seconds_bucket{route="/v1/scrape",status="2xx",le="0.025"} 1',
    'weir_http_request_duration_seconds_count{route="/v1/scrape",status="4xx"} 1',
    'weir_http_request_duration_seconds_bucket{route="/v1/scrape",status="4xx",le="0.001"} 1',
    'weir_engine_fetch_duration_seconds_sum{engine="lightweight",outcome="ok"} 2',
    'weir_engine_fetch_duration_seconds_bucket{engine="lightweight",outcome="ok",le="1"} 0',
    'weir_engine_fetch_duration_seconds_bucket{engine="lightweight",outcome="ok",le="2.5"} 1',
    'weir_egress_refusals_total 1',
    'weir_store_write_duration_seconds_sum 0.005',
    'weir_store_write_transactions_bucket{le="2"} 0',
    'weir_store_write_transactions_bucket{le="4"} 1',
    'weir_jobs_started_total{kind="crawl.site"} 1',
    'weir_jobs_ended_total{kind="crawl.site",status="failed"} 1',
    'weir_job_items_ended_total{kind="crawl.site",outcome="succeeded"} 1',
    'weir_proxies{state="healthy"} 1',
    'weir_proxies{state="resting"} 2',
  ])
    expect([line, lines.has(line)]).toEqual([line, true])
})
