import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { bucketBlobs } from '../../../core/files/blobs/bucket.ts'
import { createLog } from '../../../core/log.ts'
import type { BucketAddress } from '../../../core/s3/address.ts'
import { openTestBucket } from '../../s3/open-test-bucket.ts'
import { startS3 } from '../../s3/server.ts'

const MIB = 1 << 20
let s3: Awaited<ReturnType<typeof startS3>>
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.stop())
beforeEach(() => {
  s3.requests.length = 0
})

const open = (changes?: Partial<BucketAddress>) => openTestBucket(s3, changes)
const text = (content: string) => new TextEncoder().encode(content)
async function read(key: string, size: number, bucket = open()) {
  const chunks = []
  for await (const chunk of bucket.read(key, size)) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}

describe('a bucket', () => {
  test.each([
    ['by the path', {}],
    ['by the host', { endpoint: '', addressing: 'host' as const }],
  ])('is addressed %s', async (_, changes) => {
    const endpoint = `http://s3.example:${s3.port}`
    const bucket = open('endpoint' in changes ? { ...changes, endpoint } : changes)
    await bucket.put('a/thing', text('content'))
    expect(await bucket.head('a/thing')).toMatchObject({ size: 7 })
    expect(await read('a/thing', 7, bucket)).toEqual(text('content'))
    await bucket.remove('a/thing')
    expect(await bucket.head('a/thing')).toBeUndefined()
  })

  test('lists the keys below its prefix, page by page', async () => {
    const bucket = open({ prefix: 'mine/' })
    await open().put('other', text('x'))
    const keys = [...'abcdefg'].map((name) => `list/${name}`)
    for (const key of keys) await bucket.put(key, text(key))
    const found = []
    for await (const { key, modifiedAt } of bucket.list('list/')) {
      found.push(key)
      expect(modifiedAt).toBeWithin(Date.now() - 60_000, Date.now() + 1)
    }
    expect(found).toEqual(keys)
    expect(s3.requests.filter((line) => line.includes('list-type=2'))).toHaveLength(3)
  })

  test('uploads many bytes in parts', async () => {
    const bytes = new Uint8Array(11 * MIB).map((_, at) => at % 253)
    await open().put('large', bytes)
    expect(Buffer.compare(await read('large', bytes.length), bytes)).toBe(0)
    expect(s3.requests.filter((line) => line.includes('partNumber='))).toHaveLength(3)
    expect(s3.uploads.size).toBe(0)
  })

  test('stores nothing of a stream that ends with an error', async () => {
    const broken = (async function* () {
      yield new Uint8Array(11 * MIB)
      throw new Error('the source broke')
    })()
    await expect(open().upload('broken', broken)).rejects.toThrow('the source broke')
    expect(s3.things.has('broken')).toBe(false)
    expect(s3.uploads.size).toBe(0)
  })
})

describe('a temporary failure is retried', () => {
  test.each(['slow-down', 'internal', 'reset'] as const)('%s', async (fault) => {
    s3.fail(fault, 2)
    await open().put('tried', text(fault))
    expect(s3.requests).toHaveLength(3)
    expect(new TextDecoder().decode(s3.things.get('tried')!.bytes)).toBe(fault)
  })

  test('an error in the body of the response that completes an upload', async () => {
    s3.fail('late-error', 1, (line) => line.startsWith('POST late?uploadId='))
    await open().put('late', new Uint8Array(6 * MIB))
    expect(s3.things.get('late')!.bytes.length).toBe(6 * MIB)
  })

  test('a download that breaks off resumes at that position', async () => {
    const bytes = new Uint8Array(2 * MIB).map((_, at) => at % 249)
    await open().put('cut', bytes)
    s3.requests.length = 0
    s3.fail('truncated', 3, (line) => line.startsWith('GET'))
    expect(Buffer.compare(await read('cut', bytes.length), bytes)).toBe(0)
    expect(s3.requests).toHaveLength(4)
  })

  test('but not one that breaks off again and again', async () => {
    await open().put('cut again', text('x'.repeat(1000)))
    s3.requests.length = 0
    s3.fail('truncated', 6, (line) => line.startsWith('GET'))
    await expect(read('cut again', 1000)).rejects.toThrow('cannot be reached')
    expect(s3.requests).toHaveLength(6)
  })

  test('a list that breaks off', async () => {
    const bucket = open({ prefix: 'broken-list/' })
    for (const key of 'abcd') await bucket.put(key, text(key))
    s3.requests.length = 0
    s3.fail('truncated', 1, (line) => line.includes('continuation-token='))
    expect((await Array.fromAsync(bucket.list(''))).map(({ key }) => key)).toEqual([...'abcd'])
    expect(s3.requests).toHaveLength(3)
  })

  test('but not for ever', async () => {
    s3.fail('slow-down', 4)
    await expect(open().put('never', text('x'))).rejects.toThrow(
      `The bucket weir-test at ${s3.endpoint} answered 503 SlowDown: This is what SlowDown says`,
    )
    expect(s3.requests).toHaveLength(4)
  })
})

describe('an error caused by settings is reported with its remedy, and tried once', () => {
  test.each<[string, Partial<BucketAddress>, RegExp]>([
    ['a wrong secret', { secretAccessKey: 'wrong' }, /403 SignatureDoesNotMatch.*\(see WEIR_S3_SECRET_ACCESS_KEY/],
    ['an unknown key', { accessKeyId: 'AKOTHER' }, /403 InvalidAccessKeyId.*\(see WEIR_S3_ACCESS_KEY_ID\)/],
    ['another region', { region: 'us-east-1' }, /400 AuthorizationHeaderMalformed.*\(see WEIR_S3_REGION\)/],
    ['no such bucket', { bucket: 'missing' }, /404 NoSuchBucket.*\(make the bucket, or see WEIR_S3_BUCKET\)/],
  ])('%s', async (_, changes, message) => {
    await expect(open(changes).put('refused', text('x'))).rejects.toThrow(message)
    expect(s3.requests).toHaveLength(1)
  })

  test('a missing bucket is reported as trouble, and not as missing files', async () => {
    const blobs = bucketBlobs(
      open({ bucket: 'missing' }),
      createLog('text', () => {}),
    )
    expect(await blobs.check()).toEqual({
      reason: expect.stringContaining('404 NoSuchBucket'),
      remedy: expect.stringContaining('WEIR_S3_'),
    })
    await expect(blobs.open('0'.repeat(64))).rejects.toMatchObject({ status: 503, code: 'service_unavailable' })
  })

  test('an unreachable server', async () => {
    const gone = await startS3()
    await gone.stop()
    await expect(open({ endpoint: gone.endpoint }).put('x', text('x'))).rejects.toThrow(
      `The bucket weir-test at ${gone.endpoint} cannot be reached: `,
    )
  })
})
