import type { JobStatus } from '../../contracts/jobs/job-record.ts'
import type { JobWebhook } from '../../contracts/jobs/job-start.ts'
import type { Outbox } from '../../contracts/outbox.ts'
import type { Credits } from '../../credits/credits.ts'
import { rowList, statement, type Tx } from '../../store/index.ts'
import type { EventBus } from '../events/event-bus.ts'
import type { LockedJob } from '../locked-job.ts'
import type { JobMetrics } from '../metrics.ts'
import { type SchedulePorts, scheduleJob } from '../scheduling/schedule.ts'
import { endedCount, isFull, pendingCount, totalOf } from '../store/job-row.ts'
import { hasSecrets } from '../store/secrets.ts'
import { findQueued, findWaiting, insertItems, queueDeferred } from '../store/statements/items.ts'
import { forgetSecrets } from '../store/statements/jobs.ts'
import { openPartition, openPartitions } from '../store/statements/partitions.ts'
import { FINISH, type JobRow, State } from '../store/tables.ts'

/** The outbox topic for webhooks. */
const WEBHOOKS = 'webhooks'

export interface EndJobPorts extends SchedulePorts {
  credits: Credits
  events: EventBus
  metrics: JobMetrics
  outbox: Outbox
  /** Called when a job has ended, to drop what is cached of it. */
  ended(job: number): void
}

/** Ends a job that has no work left. `finished`: its `finish` has run. */
export async function endIfDone(ports: EndJobPorts, locked: LockedJob, { finished = false } = {}) {
  const { tx, job, registered } = locked
  if (job.ended_at !== null || job.running > 0) return
  if (job.ending !== null) {
    if (pendingCount(job) === 0) await endJob(ports, locked, job.ending)
    return
  }
  if (pendingCount(job) > 0 && !isFull(job)) return beginDeferred(tx, job)
  if (registered.definition.finish && !finished) return addFinish(ports, tx, job)
  await endJob(ports, locked, 'completed')
}

/** Queues the deferred items once no others are left. */
async function beginDeferred(tx: Tx, { n, partitioned }: JobRow) {
  if ((await tx.get(findQueued, n)) || (await tx.get(findWaiting, n))) return
  await tx.run(queueDeferred, n)
  if (partitioned === 1) await tx.run(openPartitions, n)
}

const dropPending = statement<[job: number], never>((db, [job]) =>
  db.deleteFrom('job_items').where('job', '=', job).where('state', 'in', [State.queued, State.waiting, State.deferred]),
)

/** Adds the item that merges the results. Nothing else is left by then, so the job's limit does not apply to it. */
async function addFinish(ports: EndJobPorts, tx: Tx, job: JobRow) {
  await tx.run(dropPending, job.n)
  job.total = endedCount(job)
  await tx.all(insertItems, job.n, FINISH - 1, rowList([['', 'null', null, null, '', State.queued, null]]))
  if (job.partitioned === 1) await tx.run(openPartition, job.n, '')
  await scheduleJob(ports, tx, job)
}

const forgetItemSecrets = statement<[job: number], never>((db, [job]) =>
  db.updateTable('job_items').set({ secrets: null }).where('job', '=', job).where('secrets', 'is not', null),
)

async function endJob(ports: EndJobPorts, { tx, job, registered }: LockedJob, status: JobStatus) {
  job.status = status
  job.ended_at = ports.clock.now()
  job.ready = 0
  job.wake_at = null
  job.events++
  // Pages that a crawl found but did not fetch before its limit do not count.
  job.total = endedCount(job)
  await ports.credits.within(tx).release(job.account, job.id)
  await tx.run(forgetSecrets, job.n)
  if (hasSecrets(registered.definition.item)) await tx.run(forgetItemSecrets, job.n)
  await notifyWebhook(ports.outbox, tx, job)
  const { id, succeeded: completed, failed, events } = job
  const total = totalOf(job)
  tx.after(() => {
    ports.events.publish(id, { type: 'end', jobId: id, id: events, status, completed, failed, total })
    ports.ended(job.n)
    ports.metrics.jobEnded(job.kind, status)
  })
}

async function notifyWebhook(outbox: Outbox, tx: Tx, job: JobRow) {
  const event = `job.${job.status}`
  if (job.webhook === null || job.status === 'cancelled') return
  const { url, events = [event], form } = JSON.parse(job.webhook) as JobWebhook
  if (!events.includes(event)) return
  const { account, id: jobId } = job
  const receiver = URL.parse(url)?.host
  await outbox.put(tx, WEBHOOKS, { account, url, event, jobId, form }, { receiver, account })
}
