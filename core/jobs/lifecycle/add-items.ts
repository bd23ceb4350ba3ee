import type { NewItem } from '../../contracts/job.ts'
import { ApiError } from '../../errors.ts'
import type { Tx } from '../../store/index.ts'
import { closeValue } from '../store/secrets.ts'
import { type JobRow, State } from '../store/tables.ts'
import { type Kind, type Machine, stateAt, unbegun } from './runtime.ts'

/** Characters of an item's key: more would be no key but a value. */
const LONGEST_KEY = 10_000
/**
 * Items that a job with a limit has waiting at the most, for each outcome that it may still have and beyond these. Of
 * what its items bring in, most would never be done; some turn out to be duplicates.
 */
const WAITING_EACH = 10
const WAITING = 1000
/**
 * Items without an outcome of their own, for each outcome that a job with a limit may have, from which duplicates bring
 * in nothing more: they count towards no limit, and might go on for ever.
 */
const SKIPPED_EACH = 10

/** Whether what duplicates bring in is still added to a job. */
export const mayBringMore = ({ most, skipped }: JobRow): boolean => most === null || skipped < most * SKIPPED_EACH

/** Adds items to a job, save those whose keys it has, and counts them in its row, which is to be saved afterwards. */
export async function addItems(
  { books, clock, sealer, alarm, seen }: Machine,
  tx: Tx,
  job: JobRow,
  { job: definition }: Kind,
  items: Iterable<NewItem<unknown>>,
): Promise<void> {
  const now = clock.now()
  const hosts = new Set<string>()
  const keys: string[] = []
  const { most, succeeded, failed } = job
  const room = most === null ? Number.POSITIVE_INFINITY : (most - succeeded - failed) * WAITING_EACH + WAITING
  for (const { key, value, url = null, host = '', notBefore = null, later = false } of items) {
    if (unbegun(job) >= room) break
    if (key.length > LONGEST_KEY)
      throw new ApiError(
        500,
        'internal_error',
        `An item's key has ${key.length} characters; it may have ${LONGEST_KEY}`,
      )
    if (seen.has(job.n, key)) continue
    keys.push(key)
    const stored = closeValue(definition.item, value, sealer, job.id)
    const state = later ? State.later : stateAt(notBefore, now)
    const seq = job.total + 1
    const added = await tx.run(
      books.addItem,
      job.n,
      seq,
      key,
      stored.value,
      stored.secrets,
      url,
      host,
      state,
      notBefore,
    )
    if (added === 0) continue
    job.total = seq
    hosts.add(host)
    if (notBefore !== null) tx.after(() => alarm(notBefore))
  }
  tx.after(() => seen.add(job.n, keys))
  const gates = hosts.size > 0 && (job.gated === 1 || [...hosts].some((host) => host !== ''))
  if (!gates) return
  // The items that stood there before the first with a host have a lane of their own from now on.
  if (job.gated === 0) hosts.add('')
  job.gated = 1
  for (const host of hosts) await tx.run(books.openLane, job.n, host)
}
