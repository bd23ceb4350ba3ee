import { type Account, type ApiError, defineProviders } from 'weirjs'

export { inTime } from './answer/in-time.ts'
/** How failures on the paths of archives are worded. */
export { archiveFailures, errorRules as archiveErrors, noSnapshot } from './errors.ts'
export { fromMillis, isMoment, toMillis } from './time/timestamp.ts'

/** An address at a moment, as an archive holds it. What the archive does not say is empty. Source: spec 2.11. */
export interface Capture {
  /** 14 digits, `YYYYMMDDHHMMSS` in UTC. */
  timestamp: string
  /** The address that was archived. */
  url: string
  mimetype: string
  statuscode: string
  digest: string
  length: string
}

/** Which captures of an address are wanted. */
export interface CaptureQuery {
  /** Without a fragment. */
  url: URL
  /** Who asks. */
  account: Account
  /** The first and the last moment, both included, in 14 digits. */
  from?: string
  to?: string
  /** 14 digits: those nearest to this moment are wanted. Without it the oldest are. */
  closest?: string
  /** Captures at most, from 1. */
  limit: number
  /** Whether nothing but timestamps is looked at, of many captures. */
  timestampsOnly?: boolean
}

/** The captures that match, each once, in any order. */
export interface CaptureList {
  captures: readonly Capture[]
  /** How many match in all, where that is known. */
  total?: number
  /** Whether more match than are given. */
  more: boolean
  /** Whether this is an earlier answer of the archive. */
  cached?: boolean
}

/** Which capture of an address is wanted. */
export interface SnapshotQuery {
  /** Without a fragment. */
  url: URL
  /** Who asks. */
  account: Account
  /** 14 digits: the capture of this moment, or the nearest one. */
  timestamp: string
}

/** What an archive holds of an address at a moment. */
export interface Snapshot {
  /** When it was captured, in 14 digits: not always when it was asked for. */
  timestamp: string
  /** Where a person can look at it. */
  url: string
  /** That of the answer that was archived; a redirect or an error is content too. */
  statusCode: number
  /** The headers of that answer, as far as the archive keeps them. */
  headers: Headers
  /** As it was archived, without content coding. */
  body: Uint8Array
  /** Whether this is an earlier answer of the archive. */
  cached?: boolean
}

/** What is asked of an archive: whether it holds an address, and when it held it. */
export interface AvailabilityQuery {
  /** Without a fragment. */
  url: URL
  /** Who asks. */
  account: Account
  /** 14 digits: the capture nearest to this moment. Without it the latest. */
  timestamp?: string
}

/** The capture that an archive has, if any. */
export interface Availability {
  /** 14 digits; undefined where there is no capture. */
  timestamp: string | undefined
  /** Whether this is an earlier answer of the archive. */
  cached?: boolean
}

/**
 * An archive of the web. What it does not hold is no failure. It throws ApiError `archive_unavailable` where it
 * cannot say (details `provider`, `reason`; `retryAfter` where waiting helps), 404 `not_found` with the reason
 * `blocked` for a site that it may not show, and the signal's reason where that is aborted.
 */
export interface ArchiveProvider {
  /**
   * Why it cannot be asked, where the operator has not set it up: the error `not_configured` that a caller gets who
   * names it.
   */
  readonly missing?: ApiError
  /** Milliseconds for which it wants to be left alone. Default 0. */
  readonly pause?: number
  search(query: CaptureQuery, signal: AbortSignal): Promise<CaptureList>
  /** Undefined where the archive has no capture of the address. */
  snapshot(query: SnapshotQuery, signal: AbortSignal): Promise<Snapshot | undefined>
  availability(query: AvailabilityQuery, signal: AbortSignal): Promise<Availability>
}

/**
 * All archives that may be asked; a provider's name is what callers give as `provider`. Weir's have the orders 10
 * (`primary_archive`), 20 (`secondary_archive`), 30 (`memento`) and 40 (`local`).
 */
export const archiveProviders = defineProviders<ArchiveProvider>('archive.providers')
