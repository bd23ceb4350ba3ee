import { isApiError, isTimeUp } from 'weirjs'
import type { Content } from '../../content/service.ts'
import { describeSnapshot } from '../replay/show-snapshot.ts'
import type { SearchBody, SnapshotSummary } from '../schema.ts'
import type { Capture, CaptureList } from '../service.ts'
import { compare, endOf, middleOf, nearest, startOf } from '../time/timestamp.ts'
import type { Lookup } from './lookup.ts'

/** Snapshots of a result that are read for their metadata, and how many at once. */
const MAX_READ = 10
const AT_ONCE = 3

/** The captures that a search asks for, in the order in which they are shown. */
export async function findCaptures(
  { provider, url, account, signal }: Lookup,
  { timestamp, dateRange, limit = 50, fallbackToClosest = true }: SearchBody,
): Promise<CaptureList> {
  let [from, to] = dateRange ? [startOf(dateRange.from), endOf(dateRange.to)] : []
  if (timestamp !== undefined && !fallbackToClosest) {
    const [start, end] = [startOf(timestamp), endOf(timestamp)]
    from = from !== undefined && from > start ? from : start
    to = to !== undefined && to < end ? to : end
    if (from > to) return { captures: [], total: 0, more: false }
  }
  const closest = timestamp !== undefined && fallbackToClosest ? middleOf(timestamp) : undefined
  const found = await provider.service.search({ url, account, from, to, closest, limit }, signal)
  const captures =
    closest === undefined ? found.captures.toSorted(compare).slice(0, limit) : nearest(found.captures, closest, limit)
  return { ...found, captures }
}

/** The same, with title, language and headers of the first ones, as far as they can be read. */
export async function describeCaptures(
  { provider, url, account, signal }: Lookup,
  captures: readonly Capture[],
  content: Content,
): Promise<{ snapshots: SnapshotSummary[]; warnings: string[] }> {
  const snapshots: SnapshotSummary[] = captures.map((capture) => ({ ...capture }))
  const warnings: string[] = []
  const chosen = snapshots.slice(0, MAX_READ)
  if (snapshots.length > MAX_READ)
    warnings.push(`includeMetadata reads ${MAX_READ} snapshots of an answer: the others have no title`)
  const describe = async (summary: SnapshotSummary) => {
    const { timestamp } = summary
    try {
      const snapshot = await provider.service.snapshot({ url, timestamp, account }, signal)
      // The nearest one may be a different capture.
      if (snapshot?.timestamp !== timestamp) return
      const told = await describeSnapshot(snapshot, content, { account, signal })
      Object.assign(summary, told, { headers: Object.fromEntries(snapshot.headers) })
    } catch (error) {
      if (!isApiError(error) && !isTimeUp(signal)) throw error
      // An incomplete result is better than none.
      const why = isApiError(error) ? error.message : 'the time was up'
      warnings.push(`The snapshot of ${timestamp} could not be read: ${why}`)
    }
  }
  for (let i = 0; i < chosen.length; i += AT_ONCE) await Promise.all(chosen.slice(i, i + AT_ONCE).map(describe))
  return { snapshots, warnings }
}
