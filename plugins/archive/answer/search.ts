import { isApiError, isTimeUp } from 'weirjs'
import type { Content } from '../../content/service.ts'
import { describeSnapshot } from '../replay/show-snapshot.ts'
import type { SearchBody, SnapshotSummary } from '../schema.ts'
import type { Capture, CaptureList } from '../service.ts'
import { nearest } from '../time/nearest.ts'
import { compare, endOf, middleOf, startOf } from '../time/timestamp.ts'
import type { Lookup } from './lookup.ts'

/** The most snapshots of a response that are read for their details, and how many at a time. */
const MAX_READ = 10
const AT_ONCE = 3

/** Finds the captures for a search, in the order of the response. */
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
    closest === undefined
      ? found.captures.toSorted(compare).slice(0, limit)
      : await nearest(found.captures, closest, limit)
  return { ...found, captures }
}

/** Adds title, language and headers to the first captures, as far as they can be read. */
export async function describeCaptures(
  { provider, url, account, signal }: Lookup,
  captures: readonly Capture[],
  content: Content,
): Promise<{ snapshots: SnapshotSummary[]; warnings: string[] }> {
  const snapshots: SnapshotSummary[] = captures.map((capture) => ({ ...capture }))
  const warnings: string[] = []
  const chosen = snapshots.slice(0, MAX_READ)
  if (snapshots.length > MAX_READ)
    warnings.push(`includeMetadata reads at most ${MAX_READ} snapshots of a response: the others have no title`)
  const describe = async (summary: SnapshotSummary) => {
    const { timestamp } = summary
    try {
      const snapshot = await provider.service.snapshot({ url, timestamp, account }, signal)
      // The archive may have returned the nearest capture instead of this one.
      if (snapshot?.timestamp !== timestamp) return
      const told = await describeSnapshot(snapshot, content, { account, signal })
      Object.assign(summary, told, { headers: Object.fromEntries(snapshot.headers) })
    } catch (error) {
      if (!isApiError(error) && !isTimeUp(signal)) throw error
      // Partial results are better than an error.
      const why = isApiError(error) ? error.message : 'the time was up'
      warnings.push(`The snapshot of ${timestamp} could not be read: ${why}`)
    }
  }
  for (let i = 0; i < chosen.length; i += AT_ONCE) await Promise.all(chosen.slice(i, i + AT_ONCE).map(describe))
  return { snapshots, warnings }
}
