import { afterEach, describe, expect, jest, spyOn, test } from 'bun:test'
import { ApiError } from '../../../core/errors.ts'
import { type BucketAddress, bucketOrigin, keyUrl, parseBucket } from '../../../core/s3/address.ts'
import { failureOf, S3Failure } from '../../../core/s3/failure.ts'
import { readListing } from '../../../core/s3/listing.ts'
import { withRetries } from '../../../core/s3/retry.ts'
import { openConfiguredBucket, type S3Settings } from '../../../core/s3/settings.ts'

const address = (more: Partial<BucketAddress> = {}): BucketAddress => ({
  endpoint: 'https://s3.test:9000',
  bucket: 'pages',
  prefix: 'weir/',
  region: 'eu',
  addressing: 'path',
  accessKeyId: 'id',
  secretAccessKey: 'secret',
  ...more,
})

describe('a bucket', () => {
  test('is given with or without a prefix', () => {
    expect(parseBucket('pages')).toEqual({ bucket: 'pages', prefix: '' })
    expect(parseBucket('pages/')).toEqual({ bucket: 'pages', prefix: '' })
    expect(parseBucket('a.b-9/Weir_1/x.y//')).toEqual({ bucket: 'a.b-9', prefix: 'Weir_1/x.y/' })
  })
  test('has a name that all servers accept', () => {
    expect([parseBucket('abc').bucket, parseBucket('a'.repeat(63)).bucket.length]).toEqual(['abc', 63])
    for (const name of ['', 'ab', 'A-b', '-ab', 'ab-', 'a_b', 'a'.repeat(64)])
      expect(() => parseBucket(name)).toThrow('must begin with the name of a bucket: 3 to 63 of a-z, 0-9, - and .')
    for (const text of ['abc/.hidden', 'abc/a b', 'abc//a', 'abc/../x'])
      expect(() => parseBucket(text)).toThrow('may have a prefix of letters, digits, -, _ and ., as in bucket/a/prefix')
  })
  test('is addressed by path or by host', () => {
    expect([bucketOrigin(address()), bucketOrigin(address({ addressing: 'host' }))]).toEqual([
      'https://s3.test:9000',
      'https://pages.s3.test:9000',
    ])
    expect(keyUrl(address(), 'a/b', { partNumber: '1' })).toBe('https://s3.test:9000/pages/weir/a/b?partNumber=1')
    expect(keyUrl(address({ addressing: 'host' }), 'a/b', {})).toBe('https://pages.s3.test:9000/weir/a/b')
    expect(keyUrl(address(), '', { 'list-type': '2' })).toBe('https://s3.test:9000/pages/?list-type=2')
  })
  test('needs a key, and is at Amazon by default', async () => {
    const settings = { WEIR_S3_REGION: 'eu-central-1', WEIR_S3_ADDRESSING: 'path', WEIR_EGRESS_ALLOW: '' } as S3Settings
    const place = { bucket: 'pages', prefix: '' }
    for (const keys of [{}, { WEIR_S3_ACCESS_KEY_ID: 'id' }, { WEIR_S3_SECRET_ACCESS_KEY: 'secret' }])
      expect(() => openConfiguredBucket({ ...settings, ...keys }, place, 'WEIR_S3_BUCKET')).toThrow(
        'WEIR_S3_BUCKET needs WEIR_S3_ACCESS_KEY_ID and WEIR_S3_SECRET_ACCESS_KEY: the key that may use the bucket',
      )
    const keys = { WEIR_S3_ACCESS_KEY_ID: 'id', WEIR_S3_SECRET_ACCESS_KEY: 'secret' }
    expect(openConfiguredBucket({ ...settings, ...keys }, place, '').name).toBe(
      'bucket pages at https://s3.eu-central-1.amazonaws.com',
    )
  })
})

describe('a refusal of a bucket', () => {
  const said = (status: number, text = '') => {
    const { message, isPassing } = S3Failure.of('bucket pages', status, text)
    return [message, isPassing]
  }
  test('is described in one line with advice', () => {
    const error = (code: string, message = 'Words') =>
      `<Error><Code>${code}</Code><Message>${message}</Message></Error>`
    expect(said(403, error('AccessDenied'))).toEqual([
      'The bucket pages answered 403 AccessDenied: Words (allow the key to read, write, list and delete in the bucket)',
      false,
    ])
    expect(said(400, error('Odd'))).toEqual(['The bucket pages answered 400 Odd: Words', false])
    expect(said(404)).toEqual(['The bucket pages answered 404 (make the bucket, or see WEIR_S3_BUCKET)', false])
    expect(said(418, '<html>')).toEqual(['The bucket pages answered 418', false])
  })
  test('is temporary if the server is busy or at fault', () => {
    expect([499, 500, 503, 429, 408, 409].map((status) => said(status)[1])).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
    ])
    for (const code of ['SlowDown', 'RequestTimeout', 'InternalError', 'ServiceUnavailable', 'OperationAborted'])
      expect(said(400, `<Code>${code}</Code>`)[1]).toBe(true)
  })
  test('is read from the response, if that can be parsed', async () => {
    const answer = (text: () => Promise<string>) => ({ status: 403, text }) as Parameters<typeof failureOf>[1]
    const read = await failureOf(
      'bucket',
      answer(async () => '<Code>X</Code>'),
    )
    const unread = await failureOf(
      'bucket',
      answer(() => Promise.reject(new Error('broken'))),
    )
    expect([read.message, unread.message]).toEqual(['The bucket answered 403 X', 'The bucket answered 403'])
  })
})

test('an unreachable bucket may be reachable later, unless its address is refused', () => {
  const unreachable = (cause: unknown) => {
    const { message, isPassing } = S3Failure.unreachable('bucket', cause)
    return [message, isPassing]
  }
  expect(unreachable(new Error('reset'))).toEqual(['The bucket cannot be reached: reset', true])
  expect(unreachable('reset')).toEqual(['The bucket cannot be reached: reset', true])
  for (const [reason, isPassing] of [
    ['forbidden_address', false],
    ['tls', false],
    ['unsupported_scheme', false],
    ['malformed', false],
    ['dns', true],
  ] as const)
    expect(unreachable(new ApiError('invalid_url', 'No', { reason }))).toEqual([
      'The bucket cannot be reached: No',
      isPassing,
    ])
})

describe('a listing', () => {
  test('has keys and times, and a continuation', async () => {
    const entry = (key: string) =>
      `<Contents><Key>${key}</Key><LastModified>2026-07-01T12:00:00.000Z</LastModified></Contents>`
    const list = (inner: string) => readListing(`<?xml version="1.0"?><ListBucketResult>${inner}</ListBucketResult>`)
    const at = Date.parse('2026-07-01T12:00:00Z')
    expect(await list(`${entry('a%2Fb+c%C3%A4')}<NextContinuationToken>t1</NextContinuationToken>`)).toEqual({
      entries: [{ key: 'a/b cä', modifiedAt: at }],
      next: 't1',
    })
    expect(await list(entry('1') + entry('02'))).toEqual({
      entries: [
        { key: '1', modifiedAt: at },
        { key: '02', modifiedAt: at },
      ],
      next: undefined,
    })
    expect(await list('<NextContinuationToken></NextContinuationToken>')).toEqual({ entries: [], next: undefined })
  })
  test('has a continuation with any characters', async () => {
    const list = '<ListBucketResult><NextContinuationToken>a=1&amp;b=2</NextContinuationToken></ListBucketResult>'
    expect((await readListing(list)).next).toBe('a=1&b=2')
  })
  test('is an error if it is something else', async () =>
    expect(readListing('<html></html>')).rejects.toThrow('The bucket gave no list'))
})

describe('a temporary failure', () => {
  afterEach(() => void jest.useRealTimers())
  const passing = () => new S3Failure('busy', { isPassing: true })
  test('is tried four times, after longer and longer pauses', async () => {
    jest.useFakeTimers()
    const random = spyOn(Math, 'random').mockReturnValue(0)
    let tries = 0
    const trying = withRetries(async () => {
      tries++
      throw passing()
    }).catch((error) => error)
    const after: number[] = []
    for (const pause of [199, 1, 599, 1, 1799, 1]) {
      for (let i = 0; i < 10; i++) await Promise.resolve()
      jest.advanceTimersByTime(pause)
      for (let i = 0; i < 10; i++) await Promise.resolve()
      after.push(tries)
    }
    expect([(await trying).message, after]).toEqual(['busy', [1, 2, 2, 3, 3, 4]])
    random.mockRestore()
  })
  test('ends with the first success, and permanent failures are not retried', async () => {
    let tries = 0
    const work = (outcomes: unknown[]) => async () => {
      tries++
      const outcome = outcomes.shift()
      if (outcome instanceof Error) throw outcome
      return outcome
    }
    expect(await withRetries(work([passing(), 'fine']), [0, 0])).toBe('fine')
    expect(tries).toBe(2)
    for (const error of [new S3Failure('refused'), new Error('fault')])
      await expect(withRetries(work([error, 'fine']), [0, 0])).rejects.toThrow(error.message)
    expect(tries).toBe(4)
  })
})
