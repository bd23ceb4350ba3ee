import { describe, expect, test } from 'bun:test'
import { ApiError } from '../../../core/errors.ts'
import { checked } from '../../../core/store/queries/values.ts'
import { asStorageError, isStorageFull, storageError } from '../../../core/store/storage-error.ts'

describe('a store keeps', () => {
  test('whole numbers, text, bytes and null', () => {
    const values = ['', 'text', 0, -1, Number.MAX_SAFE_INTEGER, new Uint8Array(2), null]
    expect(checked(values)).toBe(values)
  })
  test.each([
    [1.5, 'The store keeps whole numbers up to 2^53, not 1.5'],
    [2 ** 53, 'The store keeps whole numbers up to 2^53, not 9007199254740992'],
    [Number.NaN, 'The store keeps whole numbers up to 2^53, not NaN'],
    [undefined, 'The store keeps whole numbers, text, bytes and null, not undefined'],
    [true, 'The store keeps whole numbers, text, bytes and null, not boolean'],
    [{}, 'The store keeps whole numbers, text, bytes and null, not object'],
  ])('not %p', (value, message) => expect(() => checked(['text', value])).toThrow(new TypeError(message)))
  test('no text with a NUL', () =>
    expect(() => checked(['a\0b'])).toThrow(
      expect.objectContaining({ code: 'invalid_request', message: 'Text must not contain the character NUL' }),
    ))
})

test('a storage error is wrapped once, whatever caused it', () => {
  const full = storageError('storage_full')
  expect([isStorageFull(full), isStorageFull(storageError('storage_unavailable')), isStorageFull(new Error())]).toEqual(
    [true, false, false],
  )
  expect(asStorageError(full)).toBe(full)
  for (const cause of [new Error('disk I/O error'), new ApiError('conflict', 'No')])
    expect(asStorageError(cause)).toMatchObject({
      code: 'service_unavailable',
      details: { reason: 'storage_unavailable' },
      cause,
    })
})
