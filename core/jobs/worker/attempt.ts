import { deadline } from '../../abort.ts'
import type { Outcome } from '../../contracts/job.ts'
import { ApiError, isApiError } from '../../errors.ts'
import { describeError } from '../../log.ts'
import type { Claimed } from '../lifecycle/claim.ts'
import type { Ending } from '../lifecycle/complete-item.ts'
import type { Machine } from '../lifecycle/runtime.ts'
import { packResult } from '../store/results.ts'
import { readStored } from '../store/stored-result.ts'
import { FINISH } from '../store/tables.ts'

/** Milliseconds that an item may take to end when it is told to. */
const GRACE = 5_000
/** Milliseconds that one try of an item may take, where its kind of job does not say. */
const ITEM_TIME = 10 * 60_000

/** Why an item is told to end that is to be done by the next process. */
export class StopError extends Error {
  override readonly name = 'StopError'
}

/** A failure that nobody has worded, as its kind of job words it. */
export const unworded = ({ kind }: Claimed, cause: unknown) =>
  new ApiError(500, kind.failure, 'The service failed at this; the log has the reason', {}, { cause })

const tookTooLong = (timeout: number) =>
  new ApiError(500, 'timeout', `The item took longer than ${timeout / 1000} seconds, which is all that one may`, {
    timeout,
  })

/** Runs a job's own function for one item, and tells how that ended. */
export async function attempt(machine: Machine, claimed: Claimed, signal: AbortSignal): Promise<Ending> {
  const { durations, files, log } = machine
  const { kind } = claimed.job
  const started = performance.now()
  const { itemTime = ITEM_TIME } = claimed.kind.job
  using time = deadline(signal, itemTime)
  try {
    const outcome = await endSoon(run(machine, claimed, time.signal), time.signal)
    durations.measured(kind, performance.now() - started)
    const { result, files: made = [] } = outcome
    const kept = await Promise.all(made.map(async ({ bytes }) => ({ hash: await files.put(bytes) })))
    return { kind: 'done', outcome, packed: result === undefined ? undefined : await packResult(result), files: kept }
  } catch (error) {
    if (signal.aborted)
      return signal.reason instanceof StopError ? { kind: 'lost', end: { by: 'stop' } } : { kind: 'cancelled' }
    if (time.isLate && !isApiError(error)) return { kind: 'failed', error: tookTooLong(itemTime) }
    if (isApiError(error)) return { kind: 'failed', error }
    log.warn(`An item of ${kind} failed for a reason that nobody has worded`, { cause: describeError(error) })
    return { kind: 'failed', error: unworded(claimed, error) }
  }
}

async function run(machine: Machine, claimed: Claimed, signal: AbortSignal): Promise<Outcome<unknown, unknown>> {
  const { job, kind, item } = claimed
  const work = await machine.workOf(job, item, signal)
  signal.throwIfAborted()
  if (item.seq !== FINISH) return kind.job.run(work, kind.kit, kind.state)
  return kind.job.finish!(resultsOf(machine, job.n), work as never, kind.kit, kind.state) as Promise<
    Outcome<unknown, unknown>
  >
}

async function* resultsOf({ store }: Machine, job: number): AsyncGenerator<unknown> {
  for await (const result of readStored(store, job, 0)) {
    let json = ''
    for await (const piece of result.json()) json += piece
    yield JSON.parse(json)
  }
}

/** Ends soon after the signal, also for work that does not listen to it. */
async function endSoon<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    timer = setTimeout(() => reject(signal.reason), GRACE)
  }
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}
