import type { Provider } from 'weirjs'
import { invalid } from '../errors.ts'
import type { ArchiveProvider } from '../service.ts'
import { countOf, type Granularity } from '../time/periods.ts'
import { isMoment } from '../time/timestamp.ts'

/** The most periods of a timeline: enough for a century by day. */
const MAX_PERIODS = 40_000

/** The fields of a request that are checked here. */
export interface Checked {
  timestamp?: string
  dateRange?: { from: string; to: string }
  granularity?: Granularity
  provider?: string
}

/** Checks what a schema cannot: days that do not exist, and an archive that the operator has not set up. */
export function checkRequest(
  { timestamp, dateRange, granularity, provider }: Checked,
  providers: readonly Provider<ArchiveProvider>[],
): void {
  if (timestamp !== undefined && !isMoment(timestamp)) throw invalid('timestamp', 'be a date that exists')
  if (dateRange) {
    const { from, to } = dateRange
    if (!isMoment(from)) throw invalid('dateRange.from', 'be a date that exists')
    if (!isMoment(to)) throw invalid('dateRange.to', 'be a date that exists')
    if (from > to) throw invalid('dateRange', 'begin before it ends')
    if (granularity !== undefined && countOf(from, to, granularity) > MAX_PERIODS)
      throw invalid('dateRange', `have at most ${MAX_PERIODS} periods; use a coarser granularity`)
  }
  const { missing } = chooseProvider(provider, providers).service
  if (missing) throw missing
}

/** The archive with this name. */
export function chooseProvider(
  name: string | undefined,
  providers: readonly Provider<ArchiveProvider>[],
): Provider<ArchiveProvider> {
  const wanted = name ?? 'primary_archive'
  const found = providers.find((one) => one.name === wanted)
  if (!found) throw invalid('provider', `be one of: ${providers.map((one) => one.name).join(', ')}`)
  return found
}
