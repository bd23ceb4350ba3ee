import { ApiError } from '../../errors.ts'
import { parseJson, type ShapeLimits } from './parse-json.ts'

/** How deep a body may nest. Source: threats T24. */
const MAX_DEPTH = 64
/**
 * A body may have one member of a list or an object for this many bytes of its limit, as checking members costs more
 * than reading bytes.
 */
const BYTES_A_MEMBER = 16
/** Milliseconds within which a body must have arrived. */
const BODY_TIME = 30_000

const bad = (message: string) => new ApiError('invalid_request', message)
const tooLarge = (most: number) =>
  new ApiError('payload_too_large', `The body must be at most ${most} bytes`, { maximum: most })

/** Keeps the code behind from recursing too deep, or walking a body that is too wide. */
const limitsOf = (maxMembers: number): ShapeLimits => ({
  opened(depth) {
    if (depth > MAX_DEPTH) throw bad(`The body must nest at most ${MAX_DEPTH} levels deep`)
  },
  member(count) {
    if (count >= maxMembers)
      throw bad(`The lists and objects of the body must have at most ${maxMembers} members in all`)
  },
})

/** Called with the number of bytes as they arrive. It may throw, to refuse the rest. */
type Arrived = (bytes: number) => void

/** The bytes of a body, unparsed. Throws 408 `timeout`, 413 `payload_too_large`, and what `arrived` throws. */
export async function readBytes(request: Request, most: number, arrived?: Arrived): Promise<Uint8Array> {
  const late = slow()
  return Promise.race([collect(request, most, arrived), late.promise]).finally(late.cancel)
}

const collect = async (request: Request, most: number, arrived?: Arrived): Promise<Uint8Array> =>
  Buffer.concat(await Array.fromAsync(bounded(request, most, arrived)))

/** Requests whose body was not read to its end. */
const cut = new WeakSet<Request>()

/** Chunks of a body. With `hearsOut`, the rest of a body that is too large is read before it is refused. */
async function* bounded(
  request: Request,
  most: number,
  arrived?: Arrived,
  hearsOut = false,
): AsyncGenerator<Uint8Array> {
  const { body, headers } = request
  if (Number(headers.get('content-length') ?? 0) > most) throw tooLarge(most)
  if (body === null) return
  const reader = body.getReader()
  cut.add(request)
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) {
        cut.delete(request)
        return
      }
      size += value.byteLength
      if (size > most) {
        if (hearsOut) await drain(reader)
        throw tooLarge(most)
      }
      arrived?.(value.byteLength)
      yield value
    }
  } finally {
    // Not awaited: for the copy of a request, Bun resolves this only once the whole body has arrived.
    reader.cancel().catch(() => {})
  }
}

async function readText(request: Request, most: number, arrived?: Arrived): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge(most)
  const decode = decoder(request.headers.get('content-encoding'))
  // No more than the declared length arrives: the server cuts the rest off.
  if (request.headers.has('content-length')) return decode(await request.bytes())
  let text = ''
  for await (const chunk of bounded(request, most, arrived, true)) text += decode(chunk, { stream: true })
  return text + decode()
}

/**
 * Decodes UTF-8 and refuses anything else, compressed bodies too: replacing the invalid bytes would change the text
 * that was sent.
 */
const decoder = (coding: string | null) => {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  return (...given: Parameters<TextDecoder['decode']>) => {
    try {
      return utf8.decode(...given)
    } catch {
      const sent = coding ? `, and is sent as ${coding.slice(0, 50)}: send it without Content-Encoding` : ''
      throw bad(`The body must be JSON in UTF-8${sent}`)
    }
  }
}

/** Rejects when the body arrives too slowly. */
const slow = () => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new ApiError('timeout', `The body did not arrive within ${BODY_TIME / 1000} s`, {}, { status: 408 })),
    BODY_TIME,
  )
  return { promise, cancel: () => clearTimeout(timer) }
}

/** Bytes of an unread body that are read and discarded, so that the connection can be reused. */
const MAX_DISCARDED = 65_536
/** Bytes and ms of a refused body that are awaited, so that a client that reads only afterwards sees the reason. */
const MAX_AWAITED = 64 * 1024 * 1024
const MAX_AWAITED_TIME = 2000

/**
 * Whether the connection must be closed after the answer: otherwise the server would go on receiving a body that
 * nobody reads.
 */
export function mustClose(request: Request, status: number): boolean {
  if (status === 408 || status === 413 || cut.has(request)) return true
  if (request.bodyUsed) return false
  // Bun shows no body of a GET request, but receives what the headers announce.
  return request.headers.has('transfer-encoding') || Number(request.headers.get('content-length')) > MAX_DISCARDED
}

/**
 * Receives the rest of an unread body for a while. A connection that is closed while the client still sends is reset,
 * and many clients then report a broken connection instead of the answer.
 */
export async function discard({ body, bodyUsed, headers }: Request): Promise<void> {
  if (body === null || bodyUsed || body.locked || Number(headers.get('content-length') ?? 0) > MAX_AWAITED) return
  await drain(body.getReader())
}

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const stop = () => void reader.cancel().catch(() => {})
  const timer = setTimeout(stop, MAX_AWAITED_TIME)
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      size += value.byteLength
      if (size > MAX_AWAITED) stop()
    }
  } catch {
    // Whoever sent it has gone.
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Parses JSON that a caller sent. `most`: the bytes that the body may have, which bounds its members too. Throws 400
 * `invalid_request`.
 */
export const parseBody = (text: string, most: number): Promise<unknown> =>
  parseJson(text, limitsOf(most / BYTES_A_MEMBER)).catch((error: unknown) => {
    throw error instanceof SyntaxError ? bad('The body is not valid JSON') : error
  })

const isEmpty = ({ body, headers }: Request) => body === null || headers.get('content-length') === '0'

/**
 * Reads a JSON object, or null from an empty body. Throws 400 `invalid_request`, 408 `timeout`, 413
 * `payload_too_large`, and what `arrived` throws.
 */
export async function readBody(
  request: Request,
  most: number,
  arrived?: Arrived,
): Promise<Record<string, unknown> | null> {
  const type = request.headers.get('content-type')
  if (type !== null && !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    // `curl -d ''`, which many use to send a POST without a body, names the type of a form.
    if (isEmpty(request)) return null
    throw bad('The body must be JSON: send Content-Type: application/json')
  }
  const late = slow()
  const text = await Promise.race([readText(request, most, arrived), late.promise]).finally(late.cancel)
  // Not undefined, or Elysia would try its own parsers next.
  if (text.trim() === '') return null
  const body = await parseBody(text, most)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw bad('The body must be a JSON object')
  return body as Record<string, unknown>
}
