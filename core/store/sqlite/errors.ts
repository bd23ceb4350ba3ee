import { ApiError } from '../../errors.ts'
import { ConstraintError } from '../port.ts'

/** SQLite's own words for its result codes: `node:sqlite` of Deno gives nothing else. Source: sqlite3_errstr. */
const UNAVAILABLE =
  /^(disk I\/O error|attempt to write a readonly database|database (table )?is locked|unable to open database file|database disk image is malformed|file is not a database|out of memory)/
const CONSTRAINT = /^(UNIQUE|NOT NULL|CHECK|FOREIGN KEY) constraint failed/
const KINDS = { UNIQUE: 'unique', 'NOT NULL': 'not_null', CHECK: 'check', 'FOREIGN KEY': 'foreign_key' } as const

/** A write that the disk or another process prevents. `reason` is `storage_full` or `storage_unavailable`. */
export const storageError = (reason: 'storage_full' | 'storage_unavailable', cause?: unknown) =>
  new ApiError(
    503,
    'service_unavailable',
    reason === 'storage_full' ? 'The storage of the service is full' : 'The storage of the service cannot be reached',
    { reason },
    { cause, retryAfter: reason === 'storage_full' ? 30 : 5 },
  )

/** What SQLite threw, as callers of the store know it: an ApiError, a ConstraintError, or unchanged (a fault in a query). */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ApiError || error instanceof ConstraintError) return error
  const constraint = CONSTRAINT.exec(error.message)?.[1] as keyof typeof KINDS | undefined
  if (constraint) return new ConstraintError(KINDS[constraint], error)
  if (error.message.startsWith('database or disk is full')) return storageError('storage_full', error)
  return UNAVAILABLE.test(error.message) ? storageError('storage_unavailable', error) : error
}

/** Runs `work`; what SQLite throws comes out as a store error. */
export function attempt<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw toStoreError(error)
  }
}

/** What ended a transaction that SQLite rolled back by itself, which it does only when the disk fails. */
export const asStorageError = (error: unknown) =>
  error instanceof ApiError && error.code === 'service_unavailable' ? error : storageError('storage_unavailable', error)

export const isStorageFull = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.details.reason === 'storage_full'
/** Whether another process holds the lock, so that trying again helps. */
export const isLocked = (error: unknown) => error instanceof Error && error.message.startsWith('database is locked')
export const isReadOnly = (error: unknown) =>
  error instanceof Error && error.message.startsWith('attempt to write a readonly')
