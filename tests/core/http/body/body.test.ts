import { expect, test } from 'bun:test'
import { readBody, readBytes } from '../../../../core/http/body/body.ts'

const MOST = 1024 * 1024

/** A body without a length or an end. That it has stopped is never said, as by Bun for copies of requests. */
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
