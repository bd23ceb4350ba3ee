import { DatabaseError } from 'pg'
import { SettingError } from '../../config.ts'
import { ApiError } from '../../errors.ts'
import { ConstraintError } from '../port.ts'
import { storageError } from '../storage-error.ts'

const KINDS: Readonly<Record<string, ConstraintError['kind']>> = {
  '23505': 'unique',
  '23502': 'not_null',
  '23514': 'check',
  '23503': 'foreign_key',
}
const DENIED = '42501'
const DISK_FULL = '53100'
const READ_ONLY = '25006'
/** Of two transactions that stand in each other's way. */
const CONFLICTS = new Set(['40001', '40P01'])
/** A prepared statement whose table has changed since. */
const STALE_PLAN = '0A000'
/** The server is starting, ending, or lost its database. */
const NOT_SERVING = /^(?:57P0[1-4]|08|3D000)/
/**
 * A connection lost, resources exhausted, access withdrawn, a deadline, a lock not had in time, a failing disk,
 * damaged data. Source: Postgres, Appendix A.
 */
const UNAVAILABLE = /^(?:08|28|3D|53|57|58|XX|55P03)/

/** The code that the server gave an error; undefined where it did not answer. */
function sqlState(error: unknown): string | undefined {
  const cause = error instanceof ApiError ? error.cause : error
  return cause instanceof DatabaseError ? cause.code : undefined
}

/** Whether the transaction can be run again, with another outcome. */
export const isRepeatable = (error: unknown) => CONFLICTS.has(sqlState(error) ?? '') || isStale(error)

/** Whether a statement was prepared before its table was changed, so that it must be prepared again. */
export const isStale = (error: unknown) =>
  error instanceof DatabaseError && error.code === STALE_PLAN && error.routine === 'RevalidateCachedQuery'

/** Whether the server is there and can be asked, whatever it had to object. */
export const isServing = (error: unknown) => {
  const code = sqlState(error)
  return code !== undefined && !NOT_SERVING.test(code)
}

/** Whether the server does not let its user do this. */
export const isDenied = (error: unknown): error is Error => sqlState(error) === DENIED

/** That for the operator. */
export const deniedSetting = ({ message }: Error) =>
  new SettingError(`WEIR_DATABASE_URL: ${message}: its user must own the database (ALTER DATABASE … OWNER TO …)`)

/** Whether trying again, without a change of the settings or the server's, may help. */
export const mayPass = (error: unknown) => {
  const code = sqlState(error)
  return code === undefined ? (error as NodeJS.ErrnoException).code !== 'ENOTFOUND' : /^(?:57P0[1-3]|53|08)/.test(code)
}

/**
 * What the driver threw, as callers of the store know it: an ApiError, a ConstraintError, or unchanged (a fault in a
 * query, and what may be repeated).
 */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ApiError || error instanceof ConstraintError) return error
  // What was to be sent has been checked before, so anything that the server did not say is the connection's.
  if (!(error instanceof DatabaseError)) return storageError('storage_unavailable', error)
  const code = error.code ?? ''
  const kind = KINDS[code]
  if (kind) return new ConstraintError(kind, error)
  if (code === DISK_FULL) return storageError('storage_full', error)
  if (code === READ_ONLY) return new Error('Changes go through store.write', { cause: error })
  return UNAVAILABLE.test(code) ? storageError('storage_unavailable', error) : error
}
