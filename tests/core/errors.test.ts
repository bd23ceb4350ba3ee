import { describe, expect, test } from 'bun:test'
import { ApiError, internalError, isApiError, notFound, renameParameter } from '../../core/errors.ts'

describe('an error of the API', () => {
  test('has the status of its code, or its own, and no details if none are given', () => {
    const status = (code: string) => new ApiError(code, '').status
    expect(['not_found', 'rate_limited', 'service_unavailable', 'of_a_plugin', 'toString'].map(status)).toEqual([
      404, 429, 503, 500, 500,
    ])
    const plain = new ApiError('conflict', 'No')
    expect(plain).toMatchObject({ details: {}, failsJob: false, stopsJob: false, name: 'ApiError' })
    expect([plain.retryAfter, plain.cause]).toEqual([undefined, undefined])
    expect(new ApiError('conflict', 'No', {}, { stopsJob: true })).toMatchObject({ failsJob: false, stopsJob: true })
    const full = new ApiError('conflict', 'No', { a: 1 }, { status: 410, retryAfter: 5, failsJob: true, cause: 'x' })
    expect([full.status, full.details, full.retryAfter, full.failsJob, full.cause]).toEqual([
      410,
      { a: 1 },
      5,
      true,
      'x',
    ])
    expect([isApiError(full), isApiError(new Error('x'))]).toEqual([true, false])
  })

  test('can be changed in part, and is then the cause of the changed one', () => {
    const first = new ApiError('conflict', 'No', { a: 1 }, { status: 410, retryAfter: 5, failsJob: true })
    const changed = first.with({ message: 'Not now', retryAfter: 9 })
    expect(changed).toMatchObject({ code: 'conflict', message: 'Not now', details: { a: 1 }, status: 410 })
    expect([changed.retryAfter, changed.failsJob, changed.cause]).toEqual([9, true, first])
    expect(first.with({ stopsJob: true, cause: 'x' })).toMatchObject({ message: 'No', retryAfter: 5, cause: 'x' })
  })

  test('names a parameter as its caller does', () => {
    const { details, message } = renameParameter(
      new ApiError('invalid_options', 'engine must be one of: a', { parameter: 'engine', engine: 'b' }),
      'scrapeOptions.engine',
    )
    expect(message).toBe('scrapeOptions.engine must be one of: a')
    expect(details).toEqual({ parameter: 'scrapeOptions.engine', engine: 'b' })
    const other = new ApiError('invalid_options', 'No engine here can do this', { parameter: 'pdf' })
    expect(renameParameter(other, 'formats').message).toBe('No engine here can do this')
  })

  test('about an unknown id shows up to 200 characters of it, without a password', () => {
    expect(notFound('job', 'job_1')).toMatchObject({
      code: 'not_found',
      message: 'There is no job job_1 in this account',
      details: { resource: 'job', id: 'job_1' },
    })
    expect(notFound('user', 'usr_1').message).toBe('There is no user usr_1')
    expect(notFound('job', 'https://me:secret@a.test').details.id).toBe('a.test')
    expect((notFound('job', 'x'.repeat(300)).details.id as string).length).toBe(200)
  })

  test('for an internal fault has no details', () => {
    const cause = new Error('of the store')
    expect(internalError(cause)).toMatchObject({
      code: 'internal_error',
      status: 500,
      message: 'The service failed to answer this request; the log has the reason',
      details: {},
      cause,
    })
  })
})
