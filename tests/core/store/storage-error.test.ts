import { expect, test } from 'bun:test'
import { ApiError } from 'weirjs'
import { asStorageError, isStorageFull, storageError } from '../../../core/store/storage-error.ts'

test('an error that ends a transaction becomes a storage error, unless it is one already', () => {
  const full = storageError('storage_full')
  expect(asStorageError(full)).toBe(full)
  for (const other of [new Error('disk I/O error'), new ApiError('not_found', 'Nothing is here', {})]) {
    const told = asStorageError(other)
    expect([told.status, told.code, told.details.reason]).toEqual([503, 'service_unavailable', 'storage_unavailable'])
  }
})

test('only a full storage is reported as full', () => {
  const errors = [storageError('storage_full'), storageError('storage_unavailable'), new Error('storage_full')]
  expect(errors.map(isStorageFull)).toEqual([true, false, false])
})
