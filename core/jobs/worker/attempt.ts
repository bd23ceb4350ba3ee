import { timeUp } from '../../abort.ts'
import type { Outcome } from '../../contracts/jobs/job.ts'
import { ApiError, isApiError } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import { describeError, type Log } from '../../log.ts'
import type { Store } from '../../store/index.ts'
import type { ClaimedItem } from '../lifecycle/claim.ts'
import type { AttemptEnd } from '../lifecycle/resolve-end.ts'
import { createWork, type WorkPorts } from '../lifecycle/work.ts'
import type { Durations } from '../scheduling/durations.ts'
import { packResult } from '../store/pack-result.ts'
import { readStored } from '../store/stored-result.ts'
import { FINISH } from '../store/tables.ts'
import { checkOutcome } from './check-outcome.ts'
import type { RunningItem } from './running-items.ts'

/** Milliseconds that an aborted item gets to end. */
const GRACE = 5_000
/** Milliseconds that one attempt may take, unless the job's definition says otherwise. */
const TIMEOUT = 10 * 60_000

/** The abort reason of an item that the next process will run again. */
export class StopError extends Error {
  override readonly name = 'StopError'
}

/** How the API shows failures other than ApiError. */
export const toUnexpectedError = ({ registered }: ClaimedItem, cause: unknown) =>
  new ApiError(registered.failure, 'The service failed to process this; the log has the reason', {}, { cause })

const tookTooLong = (timeout: number) =>
  new ApiError('timeout', `The item took longer than ${timeout / 1000} seconds, the most that an item may take`, {
    timeout,
  })

export interface AttemptPorts extends WorkPorts {
  store: Store
  files: Files
  durations: Durations
  log: Log
}

/** Runs the definition's function for one item and returns how it ended. Aborts it when its time is up. */
export async function attempt(
  ports: AttemptPorts,
  claimed: ClaimedItem,
  running: Pick<RunningItem, 'controller' | 'endedBy'>,
): Promise<AttemptEnd> {
  const { durations, files, log } = ports
  const { kind } = claimed.job
  const { controller } = running
  const { signal } = controller
  const started = performance.now()
  const { attemptTimeout = TIMEOUT } = claimed.registered.definition
  const timer = setTimeout(() => controller.abort(timeUp()), attemptTimeout)
  try {
    const outcome = checkOutcome(await endSoon(run(ports, claimed, signal), signal))
    // Duplicates say nothing about how long real work takes.
    if (outcome.counts !== false) durations.record(kind, performance.now() - started)
    const { result, files: made = [] } = outcome
    const kept = await Promise.all(made.map(async ({ bytes }) => ({ hash: await files.put(bytes) })))
    return { kind: 'done', outcome, packed: result === undefined ? undefined : await packResult(result), files: kept }
  } catch (error) {
    const { endedBy } = running
    if (endedBy) return endedBy instanceof StopError ? { kind: 'lost', end: { by: 'stop' } } : { kind: 'cancelled' }
    if (isApiError(error)) return { kind: 'failed', error }
    if (signal.aborted) return { kind: 'failed', error: tookTooLong(attemptTimeout) }
    log.warn(`An item of ${kind} failed unexpectedly`, { cause: describeError(error) })
    return { kind: 'failed', error: toUnexpectedError(claimed, error) }
  } finally {
    clearTimeout(timer)
  }
}

async function run(ports: AttemptPorts, claimed: ClaimedItem, signal: AbortSignal): Promise<Outcome<unknown, unknown>> {
  const { job, registered, item } = claimed
  const { definition, kit, state } = registered
  const work = await createWork(ports, job, item, signal)
  signal.throwIfAborted()
  if (item.seq !== FINISH) return definition.run(work, kit, state)
  return definition.finish!(resultsOf(ports.store, job.n), work as never, kit, state) as Promise<
    Outcome<unknown, unknown>
  >
}

async function* resultsOf(store: Store, job: number): AsyncGenerator<unknown> {
  for await (const result of readStored(store, job, 0)) {
    let json = ''
    for await (const piece of result.json()) json += piece
    yield JSON.parse(json)
  }
}

/** Rejects soon after the signal, even if the work does not listen to it. */
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
