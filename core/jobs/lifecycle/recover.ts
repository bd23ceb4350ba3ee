import type { Store, Tx } from '../../store/index.ts'
import { hostLimits } from '../scheduling/host-limits.ts'
import { saveJob, scheduleJob } from '../scheduling/schedule.ts'
import { isSeeding } from '../store/job-row.ts'
import { expiredLeases, findNewcomer, itemsOfWorker, type LostRow } from '../store/statements/claims.ts'
import { lockJob, readyAccounts } from '../store/statements/jobs.ts'
import type { JobRow, JobTables } from '../store/tables.ts'
import { unloadedJob } from '../unloaded-job.ts'
import { continueEnding, endedEarly } from './cancel.ts'
import { completeItems } from './complete-items.ts'
import type { EndItemPorts } from './end-item.ts'
import type { ProcessEnd } from './resolve-end.ts'
import { abandonJob, type SeedPorts } from './seed.ts'

/** Rows that are read at a time. */
const BATCH = 500

/** Which workers are known to be dead, and whether the previous process crashed. */
export interface Recovery {
  /** `all`, at the start of the only process to use the store, or the one that this process replaces. */
  dead?: 'all' | { predecessor: string }
  crashed?: boolean
  /** Whether this process runs an item. Default: it runs none. */
  isRunning?(item: LostRow): boolean
}

/** Requeues the items of workers that are known to be dead, and others whose leases have expired. */
export async function recoverLostItems(
  ports: EndItemPorts,
  { dead, crashed = false, isRunning = () => false }: Recovery,
) {
  const { store, clock, log } = ports
  const crashedWorker = (worker: string) =>
    crashed && (dead === 'all' || (typeof dead === 'object' && dead.predecessor === worker))
  const find = async (): Promise<LostRow[]> => {
    const known = typeof dead === 'object' ? await store.all(itemsOfWorker, dead.predecessor, BATCH) : []
    const before = dead === 'all' ? Number.MAX_SAFE_INTEGER : clock.now()
    if (known.length > 0) return known
    return (await store.all(expiredLeases, before, BATCH)).filter((item) => !isRunning(item))
  }
  let items = 0
  for (let found = await find(); found.length > 0; found = await find()) {
    // Must be read before any of the items is requeued.
    const ends = await endsOf(store, found, crashedWorker)
    const recovered = await Promise.all(found.map((row, i) => recoverItem(ports, row, ends[i]!)))
    items += found.filter(({ lease }, i) => recovered[i] && lease > 0).length
    // If none was recovered, another process has recovered them.
    if (!recovered.includes(true)) break
  }
  if (items === 0) return
  const again = crashed ? 'done again, one at a time, as one of them may be the cause' : 'done again'
  log.warn(`A process ended without stopping; what it had under way is ${again}`, { items })
}

async function endsOf(
  store: Store,
  rows: readonly LostRow[],
  crashed: (worker: string) => boolean,
): Promise<ProcessEnd[]> {
  const newcomers = new Map<string, boolean>()
  for (const worker of new Set(rows.map(({ worker }) => worker).filter(crashed)))
    newcomers.set(worker, (await store.get(findNewcomer, worker)) !== undefined)
  return rows.map(({ worker, lease }) => {
    const found = newcomers.get(worker)
    if (lease < 0) return { by: 'stop' }
    return found === undefined ? { by: 'kill' } : { by: 'crash', newcomers: found }
  })
}

/**
 * Ends the attempt of a dead worker. Returns false if another process was faster. If the plugin is not loaded here,
 * the item is requeued and nothing counted against it, as only the plugin can tell the result of an item that is
 * given up.
 */
const recoverItem = (ports: EndItemPorts, row: LostRow, end: ProcessEnd): Promise<boolean> =>
  ports.store.write(async (tx) => {
    const job = await tx.get(lockJob, row.job)
    if (!job) return false
    const loaded = ports.registry.get(job.kind)
    const claimed = { job, registered: loaded ?? unloadedJob(job.kind), item: row }
    const attemptEnd = { kind: 'lost' as const, end: loaded ? end : { by: 'stop' as const } }
    const [held] = await completeItems(ports, tx, row.worker, [{ claimed, attemptEnd }])
    return held!
  })

/** Recounts the permits of all hosts. */
export async function recountHosts(store: Store) {
  const hosts = await store.db<JobTables>().selectFrom('job_hosts').select('host').where('running', '>', 0).execute()
  await Promise.all(hosts.map(({ host }) => store.write((tx) => hostLimits.recount(tx, host), { durable: false })))
}

/**
 * Schedules all unfinished jobs, as the previous process may have had fewer plugins, and a queue in memory is still
 * empty. Jobs whose items were still being stored are abandoned.
 */
export async function resumeJobs(ports: EndItemPorts & SeedPorts, alone: boolean) {
  const { store, registry, log } = ports
  /** The number of jobs of each kind whose plugin is not loaded. */
  const idle = new Map<string, number>()
  for (let after = 0; ; ) {
    const jobs: JobRow[] = await store
      .db<JobTables>()
      .selectFrom('jobs')
      .selectAll()
      .where('ended_at', 'is', null)
      .where('n', '>', after)
      .orderBy('n')
      .limit(BATCH)
      .execute()
    if (alone) for (const job of jobs) if (isSeeding(job)) await abandonJob(ports, job.n)
    const going = jobs.filter((job) => job.ending === null && (alone || isStalled(job)))
    await Promise.all(going.map(({ n }) => store.write((tx) => resumeJob(ports, tx, n), { durable: false })))
    for (const { n } of jobs.filter(({ ending }) => ending !== null)) await continueEnding(ports, n)
    for (const { kind } of jobs) if (!registry.has(kind)) idle.set(kind, (idle.get(kind) ?? 0) + 1)
    if (jobs.length < BATCH) break
    after = jobs.at(-1)!.n
  }
  // They keep their holds, and nothing else would explain why they do not end.
  for (const [kind, count] of idle)
    log.warn('Jobs wait for a plugin that is not loaded: with it in WEIR_PLUGINS they go on', { kind, jobs: count })
}

/** Whether nothing else would schedule the job again, for example because its plugin was missing. */
const isStalled = ({ activated, ready, running, wake_at }: JobRow) =>
  activated === 1 && ready === 0 && running === 0 && wake_at === null

async function resumeJob(ports: EndItemPorts, tx: Tx, n: number) {
  const job = await tx.get(lockJob, n)
  if (!job || !ports.registry.has(job.kind)) return
  await scheduleJob(ports, tx, job)
  saveJob(ports, tx, job)
}

/**
 * Finishes what a dead process may have left undone: offers accounts with ready jobs to the queue, and continues to
 * end jobs.
 */
export async function pickUp(ports: EndItemPorts) {
  const { store, queue, accounts } = ports
  for (let after = ''; ; ) {
    const ready = await store.all(readyAccounts, after, BATCH)
    const weights = await Promise.all(ready.map(async ({ account }) => (await accounts.get(account)).weight))
    if (ready.length > 0)
      await store.write(
        async (tx) => {
          for (const [i, { account }] of ready.entries()) await queue.offer(tx, account, weights[i]!)
        },
        { durable: false },
      )
    if (ready.length < BATCH) break
    after = ready.at(-1)!.account
  }
  const ending = await store
    .db<JobTables>()
    .selectFrom('jobs')
    .select('n')
    .where('ended_at', 'is', null)
    .where('ending', 'is not', null)
    .limit(BATCH)
    .execute()
  for (const { n } of ending) {
    ports.abort(n, endedEarly())
    await continueEnding(ports, n)
  }
}
