import type { JobError, NewItem, Outcome } from '../../contracts/job.ts'
import { ApiError } from '../../errors.ts'
import type { Tx } from '../../store/index.ts'
import { keepResult, type PackedResult } from '../store/results.ts'
import { FINISH, type ItemRow, type JobRow, State } from '../store/tables.ts'
import { isFirst, type Report } from '../worker/work.ts'
import { addItems, mayBringMore } from './add-items.ts'
import type { Claimed } from './claim.ts'
import { beginEnding, cancelItem, endIfDone, keepFailure } from './end.ts'
import { type ProcessEnd, waitAfter, wakeSuspects } from './quarantine.ts'
import { isFull, type Kind, type Machine, makeReady, saveJob, stateAt, totalOf, unbegun } from './runtime.ts'

/** How one try of an item ended. */
export type Ending =
  | {
      kind: 'done'
      outcome: Outcome<unknown, unknown>
      packed: PackedResult | undefined
      files: readonly { hash: string }[]
    }
  | { kind: 'failed'; error: ApiError }
  /** Its job is being ended. */
  | { kind: 'cancelled' }
  /** Its process stops, or has ended: another begins it anew. */
  | { kind: 'lost'; end: ProcessEnd }

/** What is counted of an item's tries. */
type Counts = Pick<ItemRow, 'failures' | 'lost' | 'crashes'>

/** Milliseconds; a wait for another try never grows beyond it. */
const LONGEST_WAIT = 10 * 60_000

/**
 * Ends one try of an item: its result, charge, further items, event and progress, and the plugin's own rows, all in
 * this transaction. False when the claim holds no more: somebody else has the item, or its job has ended, and nothing
 * happens.
 */
export async function settle(
  machine: Machine,
  tx: Tx,
  claimed: Claimed,
  owner: string,
  ending: Ending,
  report?: Report,
): Promise<boolean> {
  const { books } = machine
  const { item } = claimed
  const job = await tx.get(books.lockJob, claimed.job.n)
  const held = job && (await tx.get(books.findClaim, job.n, item.seq, owner, item.attempt))
  if (!job || !held) return false
  job.running--
  if (item.host !== '') await leaveHost(machine, tx, job, item.host)
  const counts = { ...held }
  const wait = waitBefore(machine, job, ending, counts)
  if (wait !== undefined) {
    await putBack(machine, tx, job, claimed, counts, wait)
  } else {
    await end(machine, tx, job, claimed, await endingOf(tx, job, claimed.kind, ending), report)
    await endIfDone(machine, tx, job, claimed.kind, item.seq === FINISH)
  }
  if (unbegun(job) > 0 || item.seq === FINISH) await makeReady(machine, tx, job)
  await saveJob(machine, tx, job)
  if (held.crashes > 0) await wakeSuspects(machine, tx, job)
  return true
}

/** Milliseconds until the item is tried again; undefined when it is not. */
function waitBefore({ log }: Machine, job: JobRow, ending: Ending, counts: Counts) {
  if (job.ending !== null) return undefined
  if (ending.kind === 'failed') {
    const { retryAfter, failsJob } = ending.error
    counts.failures++
    // It has ended by itself, and is no suspect any more.
    counts.crashes = 0
    if (retryAfter === undefined || failsJob || counts.failures >= job.attempts) return undefined
    const wait = retryAfter * 1000 * 2 ** (counts.failures - 1)
    return Math.min(LONGEST_WAIT, Math.round(wait * (1 + Math.random() / 10)))
  }
  return ending.kind === 'lost' ? waitAfter(ending.end, counts, { job, log }) : undefined
}

/** What leaves nothing but its further items: these may be had from no other. */
const duplicateOf = (job: JobRow, next: Outcome<unknown, unknown>['next']): Ending & { kind: 'done' } => ({
  kind: 'done',
  outcome: { millicredits: 0, counts: false, next: mayBringMore(job) ? next : [] },
  packed: undefined,
  files: [],
})

/** What the end of a try means for its item. */
async function endingOf(
  tx: Tx,
  job: JobRow,
  { failure }: Kind,
  ending: Ending,
): Promise<Exclude<Ending, { kind: 'lost' }>> {
  if (ending.kind === 'done' && ending.outcome.unique !== undefined)
    return (await isFirst(tx, job.n, ending.outcome.unique)) ? ending : duplicateOf(job, ending.outcome.next)
  if (ending.kind !== 'lost') return ending
  if (job.ending !== null) return { kind: 'cancelled' }
  const [message, reason] =
    ending.end.by === 'crash'
      ? ['The service crashed each time that it worked on this', 'crashed']
      : ['The service was killed too often while it worked on this', 'interrupted']
  return { kind: 'failed', error: new ApiError(500, failure, message, { reason }) }
}

async function leaveHost(machine: Machine, tx: Tx, job: JobRow, host: string) {
  await machine.hosts.free(tx, host)
  for (const { job: n } of await tx.all(machine.books.openLanesOf, host)) {
    // This job is made ready with the rest of what happens to it.
    if (n !== job.n) await wakeJob(machine, tx, n)
  }
}

/** Has a job looked at again. */
export async function wakeJob(machine: Machine, tx: Tx, n: number) {
  const job = await tx.get(machine.books.lockJob, n)
  if (!job || job.ready === 1) return
  await makeReady(machine, tx, job)
  await saveJob(machine, tx, job)
}

async function putBack(
  { books, clock, alarm }: Machine,
  tx: Tx,
  job: JobRow,
  { item: { seq, host } }: Claimed,
  { failures, lost, crashes }: Counts,
  wait: number,
) {
  const at = wait > 0 ? clock.now() + wait : null
  await tx.run(books.putBack, stateAt(at, clock.now()), at, failures, lost, crashes, job.n, seq)
  if (at !== null) tx.after(() => alarm(at))
  else if (job.gated === 1) await tx.run(books.openLane, job.n, host)
}

/** Writes an item's end. Cancelled ones make no event: the job's own last one tells of them. */
async function end(
  machine: Machine,
  tx: Tx,
  job: JobRow,
  claimed: Claimed,
  ending: Exclude<Ending, { kind: 'lost' }>,
  report: Report | undefined,
) {
  const { books } = machine
  const { seq, url, key } = claimed.item
  if (ending.kind === 'cancelled') return cancelItem(machine, tx, job, claimed.kind, claimed.item)
  const used = ending.kind === 'done' ? await done(machine, tx, job, claimed, ending) : 0
  if (ending.kind === 'failed') await fail(machine, tx, job, claimed, ending.error)
  if (seq === FINISH) {
    const state = ending.kind === 'done' ? State.succeeded : State.failed
    await tx.run(books.endItem, state, used, null, 0, 0, 0, job.n, seq)
    return
  }
  const success = ending.kind === 'done'
  if (success && ending.outcome.counts === false) {
    job.skipped++
    await tx.run(books.endItem, State.succeeded, used, null, 0, 0, 0, job.n, seq)
    return
  }
  if (success) job.succeeded++
  else job.failed++
  job.events++
  job.step = report?.step ?? job.step
  job.url = report?.url ?? url
  const state = success ? State.succeeded : State.failed
  const total = totalOf(job)
  await tx.run(books.endItem, state, used, job.events, job.succeeded, job.failed, total, job.n, seq)
  const event = {
    type: 'item',
    jobId: job.id,
    id: job.events,
    url: url ?? key,
    status: success ? 'success' : 'failed',
    millicredits: used,
    completed: job.succeeded,
    failed: job.failed,
    total,
  } as const
  tx.after(() => {
    machine.feed.publish(job.id, event)
    machine.measures.itemEnded(job.kind, success ? 'succeeded' : 'failed')
  })
}

/** Charges and keeps what an item came to. Gives what was really taken. */
async function done(
  machine: Machine,
  tx: Tx,
  job: JobRow,
  { kind, item: { seq } }: Claimed,
  { outcome, packed, files }: Ending & { kind: 'done' },
): Promise<number> {
  const { millicredits, pages = 0, next = [], also } = outcome
  const use = { endpoint: kind.endpoint, pages }
  const used = await machine.credits.within(tx).charge(job.account, job.id, `${job.id}:${seq}`, millicredits, use)
  job.used += used
  const stored = await Promise.all(
    files.map(({ hash }, i) => machine.files.record(tx, job.account, hash, outcome.files![i]!)),
  )
  if (packed !== undefined) await keepResult(tx, machine.books, job, kind.job.order, seq, packed, stored)
  if (job.ending === null && !isFull(job)) await addItems(machine, tx, job, kind, next as Iterable<NewItem<unknown>>)
  await also?.call(outcome, tx)
  return used
}

async function fail(machine: Machine, tx: Tx, job: JobRow, { kind, item }: Claimed, error: ApiError) {
  const { seq } = item
  await keepFailure(machine, tx, job, kind, item, error)
  if ((error.failsJob || seq === FINISH) && job.ending === null)
    await beginEnding(machine, tx, job, kind, { status: 'failed', error: toJobError(error) })
}

export const toJobError = ({ code, message, details }: ApiError): JobError => ({ code, message, details })
