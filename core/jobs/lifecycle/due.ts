import { isApiError } from '../../errors.ts'
import { describeError } from '../../log.ts'
import type { Store, Tx } from '../../store/index.ts'
import { saveJob, scheduleJob } from '../scheduling/schedule.ts'
import { isSeeding } from '../store/job-row.ts'
import { jobsOfDueItems, nextItemTime, queueDueItems } from '../store/statements/items.ts'
import { dueJobs, findExclusive, lockJob, nextJobTime } from '../store/statements/jobs.ts'
import {
  jobsOfDuePartitions,
  nextPartitionTime,
  openDuePartitions,
  openPartition,
} from '../store/statements/partitions.ts'
import type { JobRow } from '../store/tables.ts'
import { beginEnding, type CancelPorts, toJobError } from './cancel.ts'
import { endIfDone } from './end-job.ts'
import { abandonJob, type SeedPorts } from './seed.ts'
import { isAtLimit } from './start.ts'

/** Jobs that are handled at a time. */
const BATCH = 100
/** Milliseconds before a job that waits for another to end is checked again. */
const OTHERS_RUN = 1_000
/** The same for a job that could not be deleted. */
const SEEDING = 60_000
/** The same for a job whose plugin is not loaded. */
const NOT_REGISTERED = 60_000

export type DuePorts = CancelPorts & SeedPorts

/**
 * Handles everything that is due: delayed items, hosts, scheduled jobs. Returns when the next one is due.
 */
export async function runDue(ports: DuePorts): Promise<number | undefined> {
  const { store, clock } = ports
  for (;;) {
    const next = await nextTime(store)
    if (next === undefined || next > clock.now()) return next
    const now = clock.now()
    const found = await Promise.all(
      [jobsOfDueItems, jobsOfDuePartitions, dueJobs].map((due) => store.all(due, now, BATCH)),
    )
    // Each in a transaction of its own, so that none locks the rows of one job while it waits for those of another.
    const jobs = new Set(found.flat().map(({ n }) => n))
    await Promise.all([...jobs].map((n) => store.write((tx) => runDueOf(ports, tx, n), { durable: false })))
  }
}

/** Handles what is due for a job. Another process may have done so meanwhile. */
async function runDueOf(ports: DuePorts, tx: Tx, n: number) {
  const now = ports.clock.now()
  const job = await tx.get(lockJob, n)
  const items = await tx.all(queueDueItems, n, now)
  for (const host of new Set(items.map(({ host }) => host))) if (host !== '') await tx.run(openPartition, n, host)
  const opened = await tx.run(openDuePartitions, n, now)
  if (!job) return
  if (job.wake_at !== null && job.wake_at <= now) await wake(ports, tx, job, now)
  else if (job.ready === 0 && items.length + opened > 0) {
    await scheduleJob(ports, tx, job)
    saveJob(ports, tx, job)
  }
}

async function nextTime(store: Store): Promise<number | undefined> {
  const times = [
    await store.get(nextPartitionTime),
    await store.get(nextItemTime),
    await store.get(nextJobTime),
  ].flatMap((row) => (row?.at == null ? [] : [Number(row.at)]))
  return times.length === 0 ? undefined : Math.min(...times)
}

async function wake(ports: DuePorts, tx: Tx, job: JobRow, now: number) {
  job.wake_at = null
  if (isSeeding(job)) {
    job.wake_at = now + SEEDING
    tx.after(() => {
      abandonJob(ports, job.n).catch((error) =>
        ports.log.warn('A job that was never accepted could not be deleted yet', { cause: describeError(error) }),
      )
    })
  } else if (job.activated === 0) await activate(ports, tx, job, now)
  await scheduleJob(ports, tx, job)
  saveJob(ports, tx, job)
}

/** Activates a job whose time has come: holds its credits, or fails it if there are not enough. */
async function activate(ports: DuePorts, tx: Tx, job: JobRow, now: number) {
  const { credits, registry } = ports
  const registered = registry.get(job.kind)
  if (!registered) {
    job.wake_at = now + NOT_REGISTERED
    return
  }
  if (job.exclusive !== null) {
    await tx.lock(job.exclusive)
    const others = (await tx.all(findExclusive, job.exclusive, now)).filter(({ n }) => n !== job.n)
    if (others.some(({ n, activated }) => activated === 1 || n < job.n)) {
      job.wake_at = now + OTHERS_RUN
      return
    }
  }
  const { plan } = await ports.accounts.get(job.account)
  if (await isAtLimit(tx, registered, job.account, plan)) {
    job.wake_at = now + OTHERS_RUN
    return
  }
  try {
    await credits.within(tx).hold(job.account, job.id, job.estimate)
    job.activated = 1
  } catch (error) {
    if (!isApiError(error) || error.code !== 'insufficient_credits') throw error
    const locked = { tx, job, registered }
    await beginEnding(ports, locked, { status: 'failed', error: toJobError(error) })
    await endIfDone(ports, locked)
  }
}
