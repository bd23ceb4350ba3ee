import { expect, test } from 'bun:test'
import { ApiError } from 'weirjs'
import { createLog } from '../../../core/log.ts'
import { asStorageError, isStorageFull, storageError, warnOfFailure } from '../../../core/store/storage-error.ts'

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

test('of a store that is known to be full or out of reach, what fails is not logged as well', () => {
  const lines: string[] = []
  const log = createLog('text', (line) => void lines.push(line))
  const [full, lost] = [storageError('storage_full'), storageError('storage_unavailable')]
  for (const trouble of ['storage_full', 'storage_unavailable', undefined] as const)
    for (const error of [full, lost, new Error('a bug')])
      warnOfFailure({ log, store: { trouble } }, `${trouble}: ${error.message}`, error)
  expect(lines.map((line) => /(?<=warn +)\S.*(?= cause=)/.exec(line)?.[0])).toEqual([
    `storage_full: ${lost.message}`,
    'storage_full: a bug',
    `storage_unavailable: ${full.message}`,
    'storage_unavailable: a bug',
    `undefined: ${full.message}`,
    `undefined: ${lost.message}`,
    'undefined: a bug',
  ])
})
