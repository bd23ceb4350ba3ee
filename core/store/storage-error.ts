import { ApiError } from '../errors.ts'
import { describeError, type Log } from '../log.ts'

/** Why nothing can be written: `details.reason` of a 503. */
export type StorageTrouble = 'storage_full' | 'storage_unavailable'

/** Seconds after which trying again may help. */
const RETRY_AFTER = { storage_full: 30, storage_unavailable: 5 }
const MESSAGES = {
  storage_full: 'The storage of the service is full',
  storage_unavailable: 'The storage of the service cannot be reached',
}

/** A write that the disk, the database or another process prevents: 503 `service_unavailable`. */
export const storageError = (reason: StorageTrouble, cause?: unknown) =>
  new ApiError('service_unavailable', MESSAGES[reason], { reason }, { cause, retryAfter: RETRY_AFTER[reason] })

export const isStorageFull = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.details.reason === 'storage_full'

/** Whether the database could not be reached, or not used, which may pass. */
export const isStorageAway = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.details.reason === 'storage_unavailable'

/** The error of a transaction that the database rolled back by itself, which it does only if the storage fails. */
export const asStorageError = (error: unknown) =>
  error instanceof ApiError && error.code === 'service_unavailable' ? error : storageError('storage_unavailable', error)

/**
 * Logs what failed and will be tried again, except for a store that is known to be full or out of reach: it says so
 * itself, once, and the rest would be many lines a second until it is back.
 */
export function warnOfFailure(
  { log, store }: { log: Log; store: { readonly trouble: StorageTrouble | undefined } },
  message: string,
  error: unknown,
  fields: Record<string, string> = {},
) {
  if (store.trouble !== undefined && error instanceof ApiError && error.details.reason === store.trouble) return
  log.warn(message, { ...fields, cause: describeError(error) })
}
