import { expect, test } from 'bun:test'
import { readBody, readBytes } from '../../../../core/http/body/body.ts'

const MOST = 1024 * 1024

/** A body without a length or an end. It never reports that it was cancelled, like Bun's copies of requests. */
const endless = () =>
  new Request('https://weir.example/', {
    method: 'POST',
    body: new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(100_000).fill(32)),
      cancel: () => new Promise(() => {}),
    }),
  })

test.each([readBody, readBytes])('%p refuses a body as soon as it is too large', async (read) => {
  await expect(read(endless(), MOST)).rejects.toMatchObject({ status: 413, code: 'payload_too_large' })
})

test.each([true, false])('a compressed body is refused with advice (in one piece: %p)', async (isWhole) => {
  const compressed = Bun.gzipSync('{"url":"https://example.com/"}')
  const request = new Request('https://weir.example/', {
    method: 'POST',
    headers: { 'content-encoding': 'gzip', ...(isWhole && { 'content-length': String(compressed.length) }) },
    body: isWhole ? compressed : new Blob([compressed]).stream(),
  })
  await expect(readBody(request, MOST)).rejects.toMatchObject({
    status: 400,
    code: 'invalid_request',
    message: 'The body must be JSON in UTF-8, and is sent as gzip: send it without Content-Encoding',
  })
})

test.each(['application/x-www-form-urlencoded', 'text/plain'])(
  '%s is refused, unless there is no body',
  async (type) => {
    const post = (body: string | null, headers: Record<string, string> = {}) =>
      readBody(
        new Request('https://weir.example/', { method: 'POST', headers: { 'content-type': type, ...headers }, body }),
        MOST,
      )
    expect(await post(null)).toBeNull()
    expect(await post('', { 'content-length': '0' })).toBeNull()
    await expect(post('{}')).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
  },
)
