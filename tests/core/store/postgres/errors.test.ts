import { describe, expect, test } from 'bun:test'
import { DatabaseError } from 'pg'
import { ApiError } from '../../../../core/errors.ts'
import { ConstraintError } from '../../../../core/store/port.ts'
import { isRepeatable, isServing, isStale, mayPass, toStoreError } from '../../../../core/store/postgres/errors.ts'
import { storageError } from '../../../../core/store/storage-error.ts'

/** An error of the server, by its code. */
const said = (code: string, routine?: string) => {
  const error = new DatabaseError('of the server', 0, 'error')
  return Object.assign(error, { code, routine })
}
const unanswered = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
const holds = (of: (error: unknown) => boolean, codes: readonly string[]) => codes.filter((code) => of(said(code)))

describe('callers of the store learn', () => {
  test('which constraint of a table was violated', () => {
    for (const [code, kind] of [
      ['23505', 'unique'],
      ['23502', 'not_null'],
      ['23514', 'check'],
      ['23503', 'foreign_key'],
    ] as const) {
      const told = toStoreError(said(code)) as ConstraintError
      expect([told instanceof ConstraintError, told.kind]).toEqual([true, kind])
    }
  })

  test('that the storage is full or unreachable, and when to retry', () => {
    expect(toStoreError(said('53100'))).toMatchObject({
      code: 'service_unavailable',
      status: 503,
      message: 'The storage of the service is full',
      details: { reason: 'storage_full' },
      retryAfter: 30,
    })
    const outOfReach = {
      code: 'service_unavailable',
      message: 'The storage of the service cannot be reached',
      details: { reason: 'storage_unavailable' },
      retryAfter: 5,
    }
    for (const code of ['08006', '28P01', '3D000', '53300', '57014', '58030', 'XX001', '55P03'])
      expect([code, toStoreError(said(code))]).toEqual([code, expect.objectContaining(outOfReach)])
    expect(toStoreError(unanswered)).toMatchObject(outOfReach)
  })

  test('to use another method if a read tried to change something', () =>
    expect((toStoreError(said('25006')) as Error).message).toBe('Changes go through store.write'))

  test('of errors in a query, repeatable errors and ApiErrors unchanged', () => {
    for (const error of [
      said('42703'),
      said('40001'),
      new ApiError('conflict', 'No'),
      new ConstraintError('unique', new Error('twice')),
      'a text',
    ])
      expect(toStoreError(error)).toBe(error)
  })
})

test('a transaction is repeated after a conflict, or if a statement was prepared before a schema change', () => {
  expect(holds(isRepeatable, ['40001', '40P01', '0A000', '23505', '42703'])).toEqual(['40001', '40P01'])
  const stale = said('0A000', 'RevalidateCachedQuery')
  expect([isStale(stale), isRepeatable(stale), isStale(said('40001', 'RevalidateCachedQuery'))]).toEqual([
    true,
    true,
    false,
  ])
  expect([isRepeatable(unanswered), isStale(undefined)]).toEqual([false, false])
  expect(isRepeatable(storageError('storage_unavailable', said('40001')))).toBe(true)
})

test('a server counts as serving with any error except those of starting, stopping or a lost database', () => {
  expect(holds(isServing, ['57P01', '57P04', '57P05', '08006', '3D000', '28P01', '42703', '57014'])).toEqual([
    '57P05',
    '28P01',
    '42703',
    '57014',
  ])
  expect([isServing(unanswered), isServing(storageError('storage_unavailable', said('53300')))]).toEqual([false, true])
})

test('trying again may help if the server is starting, stopping or full, or does not answer but its name resolves', () => {
  expect(holds(mayPass, ['57P01', '57P03', '57P04', '53300', '08001', '28P01', '3D000', '42703'])).toEqual([
    '57P01',
    '57P03',
    '53300',
    '08001',
  ])
  for (const code of ['DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID'])
    expect(mayPass(Object.assign(new Error('refused'), { code }))).toBe(false)
  expect(mayPass(new Error('The server does not support SSL connections'))).toBe(false)
  expect([mayPass(unanswered), mayPass(Object.assign(new Error(), { code: 'ECONNREFUSED' }))]).toEqual([false, true])
})
