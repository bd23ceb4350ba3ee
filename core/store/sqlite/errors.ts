import { ApiError } from '../../errors.ts'
import { ConstraintError } from '../port.ts'
import { storageError } from '../storage-error.ts'

/** SQLite's messages for its result codes: Deno's `node:sqlite` provides nothing else. Source: sqlite3_errstr. */
const UNAVAILABLE =
  /^(disk I\/O error|attempt to write a readonly database|database (table )?is locked|unable to open database file|database disk image is malformed|file is not a database|out of memory)/
/** Those that are permanent. */
const DAMAGED = /malformed|not a database/
const CONSTRAINT = /^(UNIQUE|NOT NULL|CHECK|FOREIGN KEY) constraint failed/
const KINDS = { UNIQUE: 'unique', 'NOT NULL': 'not_null', CHECK: 'check', 'FOREIGN KEY': 'foreign_key' } as const

/**
 * SQLite's error, in the form that callers of the store know: an ApiError, a ConstraintError, or unchanged (a bug in
 * a query).
 */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ApiError || error instanceof ConstraintError) return error
  const constraint = CONSTRAINT.exec(error.message)?.[1] as keyof typeof KINDS | undefined
  if (constraint) return new ConstraintError(KINDS[constraint], error)
  if (error.message.startsWith('database or disk is full')) return storageError('storage_full', error)
  return UNAVAILABLE.test(error.message) ? storageError('storage_unavailable', error) : error
}

/**
 * Why SQLite cannot use a file, and what to do about it, for the operator; undefined for another error, such as a bug
 * in a query.
 */
export function whyUnusable(error: unknown): string | undefined {
  const thrown = error instanceof ApiError ? error.cause : error
  const reason = thrown instanceof Error ? UNAVAILABLE.exec(thrown.message)?.[0] : undefined
  if (reason === undefined) return undefined
  const remedy = DAMAGED.test(reason)
    ? 'restore a backup into another data directory'
    : 'check who owns it, and that nothing else has it open'
  return `${reason}; ${remedy}`
}

/** Runs `work`; SQLite's errors become store errors. */
export function attempt<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw toStoreError(error)
  }
}

/** Whether another process holds the lock, so that trying again helps. */
export const isLocked = (error: unknown) => error instanceof Error && error.message.startsWith('database is locked')
export const isReadOnly = (error: unknown) =>
  error instanceof Error && error.message.startsWith('attempt to write a readonly')
