import type { JobError, JobStatus } from '../../contracts/job.ts'
import { ApiError, isApiError } from '../../errors.ts'
import { describeError } from '../../log.ts'
import { type Store, statement, type Tx } from '../../store/index.ts'
import { keepResult, packResult } from '../store/results.ts'
import { hasSecrets } from '../store/secrets.ts'
import type { ClaimedRow } from '../store/statements.ts'
import { FINISH, type JobRow, State } from '../store/tables.ts'
import { endedItems, isFull, type Kind, type Machine, makeReady, saveJob, totalOf, unbegun } from './runtime.ts'

/** Items that are ended in one transaction: others wait behind it. */
const DRAIN_AT_ONCE = 200
/** Items that are looked at in one transaction when a job has ended. */
const TIDY_AT_ONCE = 1000
/** Milliseconds until it is gone on with when the store took nothing. */
const DRAIN_AGAIN = 2_000
/** The topic of the outbox to which a job's end goes. */
export const WEBHOOKS = 'webhooks'

/** Says of items that will not be done why: they were cancelled, or nobody could pay for them. */
function reasonOf(job: JobRow): ApiError {
  if (job.due === 0 && job.error !== null) {
    const { code, message, details } = JSON.parse(job.error) as JobError
    return new ApiError(402, code, message, details)
  }
  return new ApiError(409, 'cancelled', 'The job was ended before this was done')
}

/** Begins to end a job before its time: its items that nobody has begun end now, those under way are aborted. */
export async function beginEnding(
  machine: Machine,
  tx: Tx,
  job: JobRow,
  kind: Kind,
  { status, error = null }: { status: 'cancelled' | 'failed'; error?: JobError | null },
) {
  job.ending = status
  job.error = error === null ? null : JSON.stringify(error)
  job.ready = 0
  job.wake_at = null
  tx.after(() => machine.abort(job.n, new ApiError(409, 'cancelled', 'The job is being ended')))
  await drain(machine, tx, job, kind, -1)
}

/** Ends items of a job that nobody has begun, some at a time; a job of many is gone on with by itself. */
async function drain(machine: Machine, tx: Tx, job: JobRow, kind: Kind, after: number) {
  const items = await tx.all(machine.books.unbegun, job.n, after, DRAIN_AT_ONCE)
  for (const item of items) await cancelItem(machine, tx, job, kind, item)
  if (items.length === DRAIN_AT_ONCE) tx.after(() => void drainRest(machine, job.n, items.at(-1)!.seq))
}

/** Goes on with ending a job. Where the store takes nothing it is tried again, and at the next start too. */
export async function drainRest(machine: Machine, n: number, after = -1): Promise<void> {
  try {
    await machine.store.write(
      async (tx) => {
        const job = await tx.get(machine.books.lockJob, n)
        const kind = job && machine.kinds.get(job.kind)
        if (!kind || job.ended_at !== null || job.ending === null) return
        await drain(machine, tx, job, kind, after)
        await endIfDone(machine, tx, job, kind)
        await saveJob(machine, tx, job)
      },
      { reserved: true },
    )
  } catch (error) {
    machine.log.warn('A job could not be ended yet', { cause: describeError(error) })
    if (isApiError(error)) setTimeout(() => void drainRest(machine, n, after), DRAIN_AGAIN).unref?.()
  }
}

/** Ends an item that will not be done. It makes no event: the job's last one tells of it. */
export async function cancelItem(machine: Machine, tx: Tx, job: JobRow, kind: Kind, item: ClaimedRow) {
  const { books } = machine
  const error = reasonOf(job)
  const isCancelled = error.code === 'cancelled'
  const { seq } = item
  if (seq !== FINISH) {
    if (isCancelled) job.cancelled++
    else job.failed++
    tx.after(() => machine.measures.itemEnded(job.kind, isCancelled ? 'cancelled' : 'failed'))
  }
  await tx.run(books.endItem, isCancelled ? State.cancelled : State.failed, 0, null, 0, 0, 0, job.n, seq)
  await keepFailure(machine, tx, job, kind, item, error)
}

/** Keeps what the kind of job says of an item that was not done, where it says something. */
export async function keepFailure(
  machine: Machine,
  tx: Tx,
  job: JobRow,
  kind: Kind,
  item: ClaimedRow,
  error: ApiError,
) {
  const { failed, order, name } = kind.job
  if (!failed || item.seq === FINISH) return
  let result: unknown
  try {
    result = await failed(error, await machine.workOf(job, item, AbortSignal.abort(error)), tx)
  } catch (cause) {
    // The item has to end all the same. Where it was the store that failed, the transaction takes nothing more anyway.
    machine.log.error(`${name} could not say what became of a failed item`, { cause: describeError(cause) })
  }
  if (result !== undefined) await keepResult(tx, machine.books, job, order, item.seq, await packResult(result), [])
}

/** Ends a job that has nothing more to do. `finished` when its `finish` has been done. */
export async function endIfDone(machine: Machine, tx: Tx, job: JobRow, kind: Kind, finished = false) {
  if (job.ended_at !== null || job.running > 0) return
  if (job.ending !== null) {
    if (unbegun(job) === 0) await endJob(machine, tx, job, kind, job.ending)
    return
  }
  if (unbegun(job) > 0 && !isFull(job)) return beginLater(machine, tx, job)
  if (kind.job.finish && !finished) return addFinish(machine, tx, job)
  await endJob(machine, tx, job, kind, 'completed')
}

/** Has the next level of items begin, where nothing of the one before it is left. */
async function beginLater({ books }: Machine, tx: Tx, { n, gated }: JobRow) {
  if ((await tx.get(books.findQueued, n)) || (await tx.get(books.findWaiting, n))) return
  await tx.run(books.queueLater, n)
  if (gated === 1) await tx.run(books.openLanes, n)
}

const dropUnbegun = statement<[job: number], never>((db, [job]) =>
  db.deleteFrom('job_items').where('job', '=', job).where('state', 'in', [State.queued, State.waiting, State.later]),
)

/** Adds the item that merges the results: nothing else is left then, so it needs no room beneath the limit. */
async function addFinish(machine: Machine, tx: Tx, job: JobRow) {
  const { books } = machine
  await tx.run(dropUnbegun, job.n)
  job.total = endedItems(job)
  await tx.run(books.addItem, job.n, FINISH, '', 'null', null, null, '', State.queued, null)
  if (job.gated === 1) await tx.run(books.openLane, job.n, '')
  await makeReady(machine, tx, job)
}

const forgetItemSecrets = statement<[job: number], never>((db, [job]) =>
  db.updateTable('job_items').set({ secrets: null }).where('job', '=', job).where('secrets', 'is not', null),
)

async function endJob(machine: Machine, tx: Tx, job: JobRow, kind: Kind, status: JobStatus) {
  const { books, credits, clock, feed } = machine
  job.status = status
  job.ended_at = clock.now()
  job.ready = 0
  job.wake_at = null
  job.events++
  // Of a crawl that has reached its limit the pages that were found and not fetched are no part of it.
  job.total = endedItems(job)
  await credits.within(tx).release(job.account, job.id)
  await tx.run(books.forgetSecrets, job.n)
  if (hasSecrets(kind.job.item)) await tx.run(forgetItemSecrets, job.n)
  await tellWebhook(machine, tx, job)
  const { id, succeeded: completed, failed, events } = job
  const total = totalOf(job)
  tx.after(() => {
    feed.publish(id, { type: 'end', jobId: id, id: events, status, completed, failed, total })
    machine.ended(job.n)
    machine.measures.jobEnded(job.kind, status)
  })
}

async function tellWebhook({ outbox }: Machine, tx: Tx, job: JobRow) {
  const event = `job.${job.status}`
  if (job.webhook === null || job.status === 'cancelled') return
  const { url, events = [event] } = JSON.parse(job.webhook) as { url: string; events?: string[] }
  if (!events.includes(event)) return
  await outbox.put(tx, WEBHOOKS, { account: job.account, url, event, jobId: job.id }, { lane: URL.parse(url)?.host })
}

const lastItem = statement<[job: number], { seq: number | null }>((db, [job]) =>
  db
    .selectFrom('job_items')
    .select((eb) => eb.fn.max<number | null>('seq').as('seq'))
    .where('job', '=', job),
)
const dropUnbegunOf = statement<[job: number, from: number, to: number], never>((db, [job, from, to]) =>
  db
    .deleteFrom('job_items')
    .where('job', '=', job)
    .where('seq', '>', from)
    .where('seq', '<=', to)
    .where('state', 'in', [State.queued, State.waiting, State.later]),
)
const dropLanes = statement<[job: number], never>((db, [job]) => db.deleteFrom('job_lanes').where('job', '=', job))
const dropOnce = statement<[job: number], never>((db, [job]) => db.deleteFrom('job_once').where('job', '=', job))

/** Deletes what only a running job needs, some at a time. What a kill leaves behind goes with the job. */
export async function tidy(store: Store, n: number): Promise<void> {
  const options = { durable: false, reserved: true }
  await store.write(async (tx) => {
    await tx.run(dropLanes, n)
    await tx.run(dropOnce, n)
  }, options)
  const last = (await store.get(lastItem, n))?.seq ?? 0
  for (let from = -1; from < last; from += TIDY_AT_ONCE)
    await store.write((tx) => tx.run(dropUnbegunOf, n, from, from + TIDY_AT_ONCE), options)
}
