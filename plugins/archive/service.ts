import { type Account, type ApiError, defineProviders } from 'weirjs'

export { inTime } from './answer/in-time.ts'
/** How failures of the archive routes are reported. */
export { archiveFailures, errorRules as archiveErrors, noSnapshot } from './errors.ts'
export { fromMillis, isMoment, toMillis } from './time/timestamp.ts'

/** A capture of a URL in an archive. Unknown fields are empty. Source: spec 2.11. */
export interface Capture {
  /** 14 digits, `YYYYMMDDHHMMSS` in UTC. */
  timestamp: string
  /** The archived URL. */
  url: string
  mimetype: string
  statuscode: string
  digest: string
  length: string
}

/** A query for captures of a URL. */
export interface CaptureQuery {
  /** Without a fragment. */
  url: URL
  /** The account that asks. */
  account: Account
  /** The first and the last moment, inclusive, in 14 digits. */
  from?: string
  to?: string
  /** 14 digits: asks for the captures nearest to this moment. Default: the oldest. */
  closest?: string
  /** The most captures, from 1. */
  limit: number
  /** Whether only timestamps are needed, of many captures. */
  timestampsOnly?: boolean
}

/** The matching captures without duplicates, in any order. */
export interface CaptureList {
  captures: readonly Capture[]
  /** The total number of matches, if known. */
  total?: number
  /** Whether there are further matches. */
  more: boolean
  /** Whether this is a cached response. */
  cached?: boolean
}

/** A query for one capture of a URL. */
export interface SnapshotQuery {
  /** Without a fragment. */
  url: URL
  /** The account that asks. */
  account: Account
  /** 14 digits: asks for the capture of this moment, or the nearest one. */
  timestamp: string
}

/** A capture with its content. */
export interface Snapshot {
  /** Its moment in 14 digits, which may differ from the requested one. */
  timestamp: string
  /** The URL where a person can view it. */
  url: string
  /** The status of the archived response; redirects and errors are archived too. */
  statusCode: number
  /** The headers of that response, as far as the archive has them. */
  headers: Headers
  /** The archived body, without content coding. */
  body: Uint8Array
  /** Whether this is a cached response. */
  cached?: boolean
}

/** A query whether an archive has a capture of a URL, and of which moment. */
export interface AvailabilityQuery {
  /** Without a fragment. */
  url: URL
  /** The account that asks. */
  account: Account
  /** 14 digits: asks for the capture nearest to this moment. Default: the latest. */
  timestamp?: string
}

/** The capture that was found, if any. */
export interface Availability {
  /** 14 digits; undefined if there is no capture. */
  timestamp: string | undefined
  /** Whether this is a cached response. */
  cached?: boolean
}

/**
 * A web archive. A missing capture is no failure. It throws ApiError `archive_unavailable` if it cannot answer
 * (details `provider`, `reason`; `retryAfter` if waiting helps), 404 `not_found` with the reason `blocked` for a site
 * that it may not show, and the signal's reason when that is aborted.
 */
export interface ArchiveProvider {
  /** Set if the operator has not set it up: the error `not_configured` for a caller who names it. */
  readonly missing?: ApiError
  /** The remaining milliseconds of a pause that it asked for. Default 0. */
  readonly pause?: number
  search(query: CaptureQuery, signal: AbortSignal): Promise<CaptureList>
  /** Undefined if the archive has no capture of the URL. */
  snapshot(query: SnapshotQuery, signal: AbortSignal): Promise<Snapshot | undefined>
  availability(query: AvailabilityQuery, signal: AbortSignal): Promise<Availability>
}

/**
 * All archives; callers choose one by its name as `provider`. Weir's own have the orders 10 (`primary_archive`), 20
 * (`secondary_archive`), 30 (`memento`) and 40 (`local`).
 */
export const archiveProviders = defineProviders<ArchiveProvider>('archive.providers')
