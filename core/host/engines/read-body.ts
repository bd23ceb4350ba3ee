import type { Page, PageRequest } from '../../contracts/engine.ts'
import { ApiError } from '../../errors.ts'
import { join } from '../../fetch/stream.ts'

/** Reads the whole body of a page, up to the limit of its request. Throws ApiError `scraping_failed` beyond it. */
export async function readBody(
  body: Page['body'],
  { maxBytes, url }: PageRequest,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const tooLarge = () =>
    new ApiError('scraping_failed', `The page is larger than ${maxBytes} bytes`, {
      url: url.href,
      reason: 'too_large',
    })
  if (body instanceof Uint8Array) {
    if (body.byteLength > maxBytes) throw tooLarge()
    return body
  }
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = body.getReader()
  // Nobody waits for the rest, so tell its sender to stop.
  const cancel = () => void reader.cancel(signal.reason).catch(() => {})
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.byteLength
      if (size > maxBytes) throw tooLarge()
      chunks.push(value)
    }
    signal.throwIfAborted()
  } catch (error) {
    cancel()
    throw error
  } finally {
    signal.removeEventListener('abort', cancel)
  }
  return join(chunks)
}
