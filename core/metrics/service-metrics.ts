import type { Clock } from '../clock.ts'
import type { ProxyPool } from '../contracts/proxy.ts'
import { longestWait, readOpenJobs } from '../jobs/store/open-jobs.ts'
import { describeError, type Log } from '../log.ts'
import { runtime } from '../runtime/index.ts'
import type { Store } from '../store/index.ts'
import { version } from '../version.ts'
import { createMetrics, type Histogram, type Metrics } from './metrics.ts'

/** In seconds. An API request takes a few milliseconds, a page takes seconds. */
const REQUEST_RANGES = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120]
const FETCH_RANGES = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120]
const WRITE_RANGES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 1, 5]
const GROUP_RANGES = [1, 2, 4, 8, 16, 64, 256]

/** What is counted at runtime; each call is an addition or a few. */
export interface ServiceMetrics {
  readonly registry: Metrics
  /** Counts a response. `route` is one of few values: see `Routes.familyOf`. */
  request(route: string, status: number, ms: number): void
  /** Counts a page that an engine fetched; `outcome` is `ok` or the error code. */
  fetched(engine: string, outcome: string, ms: number): void
  /** Counts an address that egress refused. */
  refused(): void
  /** Counts a commit of several transactions. */
  committed(transactions: number, ms: number): void
  jobStarted(kind: string): void
  jobEnded(kind: string, status: string): void
  itemEnded(kind: string, outcome: 'succeeded' | 'failed' | 'cancelled'): void
}

/** Everything on `/metrics`, except what `addStoreMetrics` adds when the store is open. */
export function createServiceMetrics(log: Log): ServiceMetrics {
  const metrics = createMetrics((name, error) =>
    log.warn('A metric could not be read', { metric: name, cause: describeError(error) }),
  )
  const requests = metrics.histogram(
    'weir_http_request_duration_seconds',
    'Time to the answer, by the family of the route and the class of the status',
    REQUEST_RANGES,
  )
  const fetches = metrics.histogram(
    'weir_engine_fetch_duration_seconds',
    'Time for a page, by engine and outcome: ok, or the code of the failure',
    FETCH_RANGES,
  )
  const refusals = metrics.counter(
    'weir_egress_refusals_total',
    'Addresses that were not connected to because they are private, reserved or our own',
  )()
  const writes = metrics.histogram('weir_store_write_duration_seconds', 'Time for one commit', WRITE_RANGES)()
  const groups = metrics.histogram('weir_store_write_transactions', 'Transactions in one commit', GROUP_RANGES)()
  const started = metrics.counter('weir_jobs_started_total', 'Jobs that were accepted, by kind')
  const ended = metrics.counter('weir_jobs_ended_total', 'Jobs that have ended, by kind and status')
  const items = metrics.counter('weir_job_items_ended_total', 'Items of jobs that have ended, by kind and outcome')
  addProcessMetrics(metrics)

  const requestsOf = byTwo((route: string, group: number) => requests({ route, status: `${group}xx` }))
  const fetchesOf = byTwo((engine: string, outcome: string) => fetches({ engine, outcome }))

  return {
    registry: metrics,
    request: (route, status, ms) => requestsOf(route, Math.trunc(status / 100)).observe(ms / 1000),
    fetched: (engine, outcome, ms) => fetchesOf(engine, outcome).observe(ms / 1000),
    refused: () => refusals.add(),
    committed(transactions, ms) {
      writes.observe(ms / 1000)
      groups.observe(transactions)
    },
    jobStarted: (kind) => started({ kind }).add(),
    jobEnded: (kind, status) => ended({ kind, status }).add(),
    itemEnded: (kind, outcome) => items({ kind, outcome }).add(),
  }
}

/** Looks a histogram up by two labels, without building a string for them. */
function byTwo<A, B>(make: (one: A, other: B) => Histogram): (one: A, other: B) => Histogram {
  const known = new Map<A, Map<B, Histogram>>()
  return (one, other) => {
    const group = known.get(one) ?? new Map<B, Histogram>()
    const histogram = group.get(other) ?? make(one, other)
    known.set(one, group.set(other, histogram))
    return histogram
  }
}

function addProcessMetrics(metrics: Metrics) {
  const labels = { version, runtime: `${runtime.name} ${runtime.version}` }
  metrics.reading('weir_info', 'gauge', 'Always 1; the labels tell what runs', () => [{ labels, value: 1 }])
  metrics.reading('weir_uptime_seconds', 'gauge', 'Time since the process started', () => process.uptime())
  metrics.reading('process_resident_memory_bytes', 'gauge', 'Memory of the process', () => process.memoryUsage().rss)
  metrics.reading('process_heap_bytes', 'gauge', 'Memory that objects take', () => process.memoryUsage().heapUsed)
  metrics.reading('process_cpu_seconds_total', 'counter', 'Time on a processor', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
}

/** The state of the proxy pool when the metrics are requested. */
export function addProxyMetrics(metrics: Metrics, { state }: ProxyPool) {
  metrics.reading('weir_proxies', 'gauge', 'Proxies of the pool; those that are paused have just failed', () => {
    const { total, healthy } = state()
    return [
      { labels: { state: 'healthy' }, value: healthy },
      { labels: { state: 'resting' }, value: total - healthy },
    ]
  })
}

/** What is read from the store when the metrics are requested. */
export function addStoreMetrics(metrics: Metrics, store: Store, clock: Clock) {
  metrics.reading('weir_jobs', 'gauge', 'Jobs that have not ended, by kind and status', async () =>
    (await readOpenJobs(store)).map(({ kind, status, jobs }) => ({ labels: { kind, status }, value: Number(jobs) })),
  )
  metrics.reading('weir_job_items', 'gauge', "Items that have not ended, by kind and their job's status", async () =>
    (await readOpenJobs(store)).map(({ kind, status, items }) => ({ labels: { kind, status }, value: Number(items) })),
  )
  metrics.reading(
    'weir_queue_age_seconds',
    'gauge',
    'How long the job that has waited longest has waited',
    async () => (await longestWait(store, clock)) / 1000,
  )
  metrics.reading('weir_store_healthy', 'gauge', '1 while the store accepts writes', () => (store.trouble ? 0 : 1))
}
