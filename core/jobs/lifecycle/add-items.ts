import type { Clock } from '../../clock.ts'
import type { NewItem } from '../../contracts/jobs/new-item.ts'
import { ApiError } from '../../errors.ts'
import type { Sealer } from '../../secrets/sealer.ts'
import { rowList } from '../../store/index.ts'
import type { LockedJob } from '../locked-job.ts'
import { pendingCount, stateAt } from '../store/job-row.ts'
import type { KnownKeys } from '../store/known-keys.ts'
import { sealValue } from '../store/secrets.ts'
import { insertItems, type NewItemRow } from '../store/statements/items.ts'
import { openPartition } from '../store/statements/partitions.ts'
import { type JobRow, State } from '../store/tables.ts'

/** Maximum length of an item's key, in characters. */
const MAX_KEY = 10_000
/**
 * A job with a limit has at most this many pending items: so many for each outcome that is still allowed, and so many
 * more. Most of what its items bring in would never run, but some turn out to be duplicates.
 */
const WAITING_EACH = 10
const WAITING = 1000
/** Characters of items that are added by one statement, soon after which the next begins: long lists take longer. */
const AT_ONCE = 256 * 1024
/**
 * Once a job with a limit has had this many duplicates for each allowed outcome, duplicates bring in no more items.
 * They count towards no limit, so otherwise the job might never end.
 */
const SKIPPED_EACH = 10

/** Whether the further items of duplicates are still added to a job. */
export const mayBringMore = ({ item_limit, skipped }: JobRow): boolean =>
  item_limit === null || skipped < item_limit * SKIPPED_EACH

export interface AddItemsPorts {
  clock: Clock
  sealer: Sealer
  knownKeys: KnownKeys
  alarm(at: number): void
}

/**
 * Adds items to a job, except those whose keys it already has, and counts them in its row. It stops once the values
 * have `budget` characters of JSON. Returns how many of the items were handled.
 */
export async function addItems(
  { clock, sealer, knownKeys, alarm }: AddItemsPorts,
  { tx, job, registered: { definition } }: LockedJob,
  items: readonly NewItem<unknown>[],
  budget = Number.POSITIVE_INFINITY,
): Promise<number> {
  const now = clock.now()
  const hosts = new Set<string>()
  const keys: string[] = []
  const { item_limit, succeeded, failed } = job
  const room =
    item_limit === null ? Number.POSITIVE_INFINITY : (item_limit - succeeded - failed) * WAITING_EACH + WAITING
  let size = 0
  let dealtWith = 0
  while (dealtWith < items.length && size < budget) {
    const free = room - pendingCount(job)
    if (free <= 0) {
      dealtWith = items.length
      break
    }
    const rows = new Map<string, NewItemRow>()
    let length = 0
    while (dealtWith < items.length && size < budget && rows.size < free && length < AT_ONCE) {
      const { value, url = null, host = '', notBefore = null, deferred = false, ...item } = items[dealtWith++]!
      const key = item.key.toWellFormed()
      // The item that merges the results has the empty key.
      if (key === '' || key.length > MAX_KEY)
        throw new ApiError('internal_error', `An item's key has ${key.length} characters; it may have 1 to ${MAX_KEY}`)
      if (rows.has(key) || knownKeys.has(job.n, key)) continue
      keys.push(key)
      const stored = sealValue(definition.item, value, sealer, job.id)
      size += stored.value.length
      length += key.length + stored.value.length
      const state = deferred ? State.deferred : stateAt(notBefore, now)
      rows.set(key, [key, stored.value, stored.secrets, url, host, state, notBefore])
    }
    const added = rows.size === 0 ? [] : await tx.all(insertItems, job.n, job.total, rowList([...rows.values()]))
    job.total += added.length
    for (const { host, not_before } of added) {
      hosts.add(host)
      if (not_before !== null) tx.after(() => alarm(not_before))
    }
  }
  tx.after(() => knownKeys.add(job.n, keys))
  if (hosts.size > 0) await openPartitions({ tx, job }, hosts)
  return dealtWith
}

/** Opens a partition of the job for each host, once one of its items has a host. */
async function openPartitions({ tx, job }: Pick<LockedJob, 'tx' | 'job'>, hosts: Set<string>) {
  if (job.partitioned === 0 && [...hosts].every((host) => host === '')) return
  // Items that were added before the first one with a host get a partition of their own.
  if (job.partitioned === 0) hosts.add('')
  job.partitioned = 1
  for (const host of hosts) await tx.run(openPartition, job.n, host)
}
