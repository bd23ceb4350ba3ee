import { describe, expect, test } from 'bun:test'
import { createEgressRules } from '../../../core/egress-rules/egress-rules.ts'
import { createGuardedFetch } from '../../../core/fetch/guarded-fetch.ts'
import { openBucket } from '../../../core/s3/bucket.ts'

/** A body of 64 MiB, of which it counts what is read. */
function flood() {
  const flood = { sent: 0 }
  const body = new ReadableStream({
    pull(controller) {
      flood.sent += 1 << 20
      if (flood.sent > 64 << 20) controller.close()
      else controller.enqueue(new Uint8Array(1 << 20).fill(97))
    },
  })
  return { flood, body }
}

/** Uses a bucket whose server answers everything in this way. */
async function against<T>(answer: () => Response, use: (bucket: ReturnType<typeof openBucket>) => T) {
  // Another test may still ask the server that had this port before.
  const fetchOwn = (request: Request) =>
    new URL(request.url).pathname.startsWith('/weir/') ? answer() : new Response(null, { status: 404 })
  await using server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: fetchOwn })
  const endpoint = `http://127.0.0.1:${server.port}`
  const credentials = { accessKeyId: 'AKTEST', secretAccessKey: 'secret', region: 'eu-test-1' }
  const fetch = createGuardedFetch({ rules: createEgressRules({ allow: '127.0.0.0/8' }) })
  const address = { endpoint, bucket: 'weir', prefix: '', addressing: 'path' as const, ...credentials }
  return await use(openBucket(address, { fetch, pauses: [1] }))
}

describe('a server that is no honest bucket', () => {
  test.each([200, 403])('does not fill the memory with a text (status %d)', async (status) => {
    const { flood: read, body } = flood()
    await against(
      () => new Response(body, { status }),
      (bucket) => expect(bucket.probe()).rejects.toThrow(),
    )
    expect(read.sent).toBeLessThan(32 << 20)
  })

  test('gives no more of a file than it has', async () => {
    const { body } = flood()
    const read = async (bucket: ReturnType<typeof openBucket>) => {
      let size = 0
      for await (const chunk of bucket.read('a', 100)) size += chunk.byteLength
      return size
    }
    await against(
      () => new Response(body),
      (bucket) => expect(read(bucket)).rejects.toThrow('gives more than the 100 bytes of a'),
    )
  })

  test('gives no empty file because it does not tell the size', async () => {
    const { body } = flood()
    await against(
      () => new Response(body, { headers: { 'content-encoding': 'gzip' } }),
      (bucket) => expect(bucket.head('a')).rejects.toThrow('does not tell the size of a'),
    )
  })

  test('gives no file twice, in part and whole, if it knows no ranges', async () => {
    const read = (bucket: ReturnType<typeof openBucket>) => Array.fromAsync(bucket.read('a', 8))
    await against(
      () => new Response('half'),
      (bucket) => expect(read(bucket)).rejects.toThrow('gives no part of a'),
    )
  })

  test('ends a list that goes round in a circle', async () => {
    const list = '<ListBucketResult><NextContinuationToken>again</NextContinuationToken></ListBucketResult>'
    await against(
      () => new Response(list),
      (bucket) => expect(Array.fromAsync(bucket.list(''))).rejects.toThrow('gives no end of its list'),
    )
  })
})
