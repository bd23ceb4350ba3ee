import { ApiError } from '../../errors.ts'
import { parseJson, type ShapeLimits } from './parse-json.ts'

/** How deep a body may nest. Source: threats T24. */
const MAX_DEPTH = 64
/**
 * Bytes of the most that a body may have, for each member of its lists and objects: checking them costs more than
 * reading.
 */
const BYTES_A_MEMBER = 16
/** A body that has not arrived by then is given up, in ms. */
const BODY_TIME = 30_000

const bad = (message: string) => new ApiError('invalid_request', message)
const tooLarge = (most: number) =>
  new ApiError('payload_too_large', `The body must be at most ${most} bytes`, { maximum: most })

/** So that nothing recurses into what is too deep or walks what is too wide. */
const limitsOf = (maxMembers: number): ShapeLimits => ({
  opened(depth) {
    if (depth > MAX_DEPTH) throw bad(`The body must nest at most ${MAX_DEPTH} levels deep`)
  },
  member(count) {
    if (count >= maxMembers)
      throw bad(`The lists and objects of the body must have at most ${maxMembers} members in all`)
  },
})

/** Is told of the bytes of a body as they come, and may throw. */
type Arrived = (bytes: number) => void

/** The bytes of a body as they come. Throws 408 `timeout`, 413 `payload_too_large`, and what `arrived` throws. */
export async function readBytes(request: Request, most: number, arrived?: Arrived): Promise<Uint8Array> {
  const late = slow()
  return Promise.race([collect(request, most, arrived), late.promise]).finally(late.cancel)
}

const collect = async (request: Request, most: number, arrived?: Arrived): Promise<Uint8Array> =>
  Buffer.concat(await Array.fromAsync(bounded(request, most, arrived)))

/** Requests whose body was not read to its end. */
const cut = new WeakSet<Request>()

/** Chunks of a body; of one that is too large the rest is taken before it is refused, where it is to be heard out. */
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
    // Not waited for: of the copy of a request Bun says that it has stopped when all of it has come.
    reader.cancel().catch(() => {})
  }
}

async function readText(request: Request, most: number, arrived?: Arrived): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge(most)
  const decode = decoder(request.headers.get('content-encoding'))
  // A declared length that fits is what arrives: the server cuts the rest off.
  if (request.headers.has('content-length')) return decode(await request.bytes())
  let text = ''
  for await (const chunk of bounded(request, most, arrived, true)) text += decode(chunk, { stream: true })
  return text + decode()
}

/**
 * Decodes UTF-8, and refuses what is none: put right, it would be another text than was sent. What is compressed is
 * none either.
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

/** Rejects when the body drips in too slowly. */
const slow = () => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new ApiError('timeout', `The body did not arrive within ${BODY_TIME / 1000} s`, {}, { status: 408 })),
    BODY_TIME,
  )
  return { promise, cancel: () => clearTimeout(timer) }
}

/** Bytes that are read and thrown away, so that the connection can be used again. */
const MAX_DISCARDED = 65_536
/** Bytes, and ms, of a refused body that are waited for, so that whoever sends it all before reading hears why. */
const MAX_AWAITED = 64 * 1024 * 1024
const MAX_AWAITED_TIME = 2000

/**
 * Whether the connection has to end with the answer: the rest of a body that nobody reads would be taken for as long
 * as it is sent.
 */
export function mustClose(request: Request, status: number): boolean {
  if (status === 408 || status === 413 || cut.has(request)) return true
  if (request.bodyUsed || request.body === null) return false
  return request.headers.has('transfer-encoding') || Number(request.headers.get('content-length')) > MAX_DISCARDED
}

/**
 * Takes the rest of a body that nobody reads, for a while: a connection that ends while its caller still sends is
 * reset, and many clients then say that it broke instead of what they were answered.
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
 * Reads JSON that a caller sent, which may have at most so many bytes: neither too deep nor too wide. Throws 400
 * `invalid_request`.
 */
export const parseBody = (text: string, most: number): Promise<unknown> =>
  parseJson(text, limitsOf(most / BYTES_A_MEMBER)).catch((error: unknown) => {
    throw error instanceof SyntaxError ? bad('The body is not valid JSON') : error
  })

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
  if (type !== null && !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type))
    throw bad('The body must be JSON: send Content-Type: application/json')
  const late = slow()
  const text = await Promise.race([readText(request, most, arrived), late.promise]).finally(late.cancel)
  // Not undefined: Elysia would go on to its own parsers.
  if (text.trim() === '') return null
  const body = await parseBody(text, most)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw bad('The body must be a JSON object')
  return body as Record<string, unknown>
}
