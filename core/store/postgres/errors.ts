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
const TOO_MANY_CONNECTIONS = '53300'
const READ_ONLY = '25006'
const TRANSACTION_FAILED = '25P02'
/** Conflicts between two transactions. */
const CONFLICTS = new Set(['40001', '40P01'])
/** The code for a prepared statement whose table has changed since, and for a transaction on a standby. */
const NOT_SUPPORTED = '0A000'
/** The server is starting or stopping, or has lost its database. */
const NOT_SERVING = /^(?:57P0[1-4]|08|3D000)/
/**
 * Connection lost, transaction idle or running for too long, resources exhausted, access withdrawn, timeout, lock not
 * obtained in time, failing disk, corrupted data. Source: Postgres, Appendix A.
 */
const UNAVAILABLE = /^(?:08|25P0[34]|28|3D|53|57|58|XX|55P03)/

/** The server's error code; undefined if it did not answer. */
function sqlState(error: unknown): string | undefined {
  const cause = error instanceof ApiError ? error.cause : error
  return cause instanceof DatabaseError ? cause.code : undefined
}

/** Whether running the transaction again may succeed. */
export const isRepeatable = (error: unknown) => CONFLICTS.has(sqlState(error) ?? '') || isStale(error)

/** Whether a query was refused only because one before it in its transaction had failed, which says why. */
export const isAftermath = (error: unknown) => sqlState(error) === TRANSACTION_FAILED

/** Whether a statement was prepared before its table changed, and must be prepared again. */
export const isStale = (error: unknown) =>
  error instanceof DatabaseError && error.code === NOT_SUPPORTED && error.routine === 'RevalidateCachedQuery'

/** Whether a transaction was refused because the server has become a standby, which takes no writes. */
const isOfStandby = ({ code, routine }: DatabaseError) => code === NOT_SUPPORTED && routine === 'call_bool_check_hook'

/** Whether the server is there and answers, even if with an error. */
export const isServing = (error: unknown) => {
  const code = sqlState(error)
  return code !== undefined && !NOT_SERVING.test(code)
}

/** Whether the server has no connection left, or no more for this role or database. */
export const isOutOfConnections = (error: unknown) => sqlState(error) === TOO_MANY_CONNECTIONS

/** Whether the server denies its user this. */
export const isDenied = (error: unknown): error is Error => sqlState(error) === DENIED

/** The same, for the operator. */
export const deniedSetting = ({ message }: Error) =>
  new SettingError(`WEIR_DATABASE_URL: ${message}: its user must own the database (ALTER DATABASE … OWNER TO …)`)

const isRefusedFor = (reason: RegExp) => (error: unknown) => reason.test(`${(error as NodeJS.ErrnoException).code}`)
const isOfCertificate = isRefusedFor(/CERT|^UNABLE_TO_/)
/** Whether the server's certificate was refused because nothing known vouches for it. */
export const isOfAuthority = isRefusedFor(/SELF_SIGNED|^UNABLE_TO_/)

/** Whether a pooler refused what a connection asks for at its start. PgBouncer has one code for all its errors. */
export const isOfStartup = (error: unknown) => (error as Error).message?.includes('unsupported startup parameter')

/** Said by the driver, without a code. */
const NO_TLS = 'The server does not support SSL connections'

/** Whether trying again may help, without changing our settings or the server's. */
export const mayPass = (error: unknown) => {
  const code = sqlState(error)
  if (isOfStartup(error)) return false
  if (code !== undefined) return /^(?:57P0[1-3]|53|08)/.test(code)
  const { code: failure, message } = error as NodeJS.ErrnoException
  return failure !== 'ENOTFOUND' && message !== NO_TLS && !isOfCertificate(error)
}

/**
 * The driver's error, in the form that callers of the store know: an ApiError, a ConstraintError, or unchanged (a bug
 * in a query, and what may be repeated).
 */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ApiError || error instanceof ConstraintError) return error
  // What is sent has been checked before, so any error that is not the server's is one of the connection.
  if (!(error instanceof DatabaseError)) return storageError('storage_unavailable', error)
  const code = error.code ?? ''
  const kind = KINDS[code]
  if (kind) return new ConstraintError(kind, error)
  if (code === DISK_FULL) return storageError('storage_full', error)
  if (code === READ_ONLY) return new Error('Changes go through store.write', { cause: error })
  return UNAVAILABLE.test(code) || isOfStandby(error) ? storageError('storage_unavailable', error) : error
}
