import { type Account, type ApiError, defineProviders } from 'weirjs'

export { inTime } from './answer/in-time.ts'
/** How errors on the paths of archives are worded. */
export { archiveFailures, errorRules as archiveErrors, noSnapshot } from './errors.ts'
export { fromMillis, isMoment, toMillis } from './time/timestamp.ts'

/** A capture in an archive. What the archive does not report is empty. Source: spec 2.11. */
export interface Capture {
  /** 14 digits, `YYYYMMDDHHMMSS` in UTC. */
  timestamp: string
  /** The URL that was archived. */
  url: string
  mimetype: string
  statuscode: string
  digest: string
  length: string
}

/** Which captures of a URL are wanted. */
export interface CaptureQuery {
  /** Without a fragment. */
  url: URL
  /** The account that asks. */
  account: Account
  /** The first and the last time, both inclusive, as 14 digits. */
  from?: string
  to?: string
  /** 14 digits: the captures nearest to this time are wanted. Without it, the oldest are. */
  closest?: string
  /** The most captures, at least 1. */
  limit: number
  /** Whether only the timestamps of many captures are needed. */
  timestampsOnly?: boolean
}

/** The matching captures without duplicates, in any order. */
export interface CaptureList {
  captures: readonly Capture[]
  /** How many match in total, if known. */
  total?: number
  /** Whether more match than are returned. */
  more: boolean
  /** Whether this is a cached response of the archive. */
  cached?: boolean
}

/** Which capture of a URL is wanted. */
export interface SnapshotQuery {
  /** Without a fragment. */
  url: URL
  /** The account that asks. */
  account: Account
  /** 14 digits: the capture at this time, or the nearest one. */
  timestamp: string
}

/** An archive's capture of a URL at a time. */
export interface Snapshot {
  /** When it was captured, as 14 digits: not always the requested time. */
  timestamp: string
  /** Where a person can look at it. */
  url: string
  /** The status of the archived response; redirects and errors are content too. */
  statusCode: number
  /** The headers of that response, as far as the archive keeps them. */
  headers: Headers
  /** As archived, without content coding. */
  body: Uint8Array
  /** Whether this is a cached response of the archive. */
  cached?: boolean
}

/** A question whether an archive has a URL, and when it was captured. */
export interface AvailabilityQuery {
  /** Without a fragment. */
  url: URL
  /** The account that asks. */
  account: Account
  /** 14 digits: the capture nearest to this time. Without it, the latest. */
  timestamp?: string
}

/** The capture that an archive has, if any. */
export interface Availability {
  /** 14 digits; undefined if there is no capture. */
  timestamp: string | undefined
  /** Whether this is a cached response of the archive. */
  cached?: boolean
}

/**
 * A web archive. Not having something is not an error. Throws ApiError `archive_unavailable` if it cannot tell
 * (details `provider`, `reason`; `retryAfter` if waiting helps), 404 `not_found` with the reason `blocked` for a site
 * that it may not show, and the reason of an aborted signal.
 */
export interface ArchiveProvider {
  /**
   * Why it cannot be used, if the operator has not configured it: the error `not_configured` that a caller gets who
   * names it.
   */
  readonly missing?: ApiError
  /** Milliseconds for which it asks to be left alone. Default 0. */
  readonly pause?: number
  search(query: CaptureQuery, signal: AbortSignal): Promise<CaptureList>
  /** Undefined if the archive has no capture of the URL. */
  snapshot(query: SnapshotQuery, signal: AbortSignal): Promise<Snapshot | undefined>
  availability(query: AvailabilityQuery, signal: AbortSignal): Promise<Availability>
}

/**
 * All available archives; a provider's name is what callers pass as `provider`. Weir's have the orders 10
 * (`primary_archive`), 20 (`secondary_archive`), 30 (`memento`) and 40 (`local`).
 */
export const archiveProviders = defineProviders<ArchiveProvider>('archive.providers')
