import type { GuardedResponse } from '../contracts/fetch.ts'
import { EgressFailure, type RequestContext, toCallerError } from '../egress-rules/egress-failure.ts'
import { withOneContentType } from './content-type.ts'
import { checkEncodings, decodeBody } from './decode-body.ts'
import { decodeSmall, isSmall } from './decode-small.ts'
import type { WireRecorder } from './exchange/wire-recorder.ts'
import { abandon, join, pullStream } from './stream.ts'
import type { Incoming } from './transport.ts'

interface ResponseParts {
  maxBytes: number
  decode: boolean
  context: RequestContext
  recorder: WireRecorder | undefined
}

/**
 * The response that a caller reads: decoded unless they asked for the raw bytes, limited in size, and failing with
 * the caller's errors. Throws EgressFailure (`too_large`, `unsupported_encoding`).
 */
export function createGuardedResponse(
  answer: Incoming,
  url: URL,
  { maxBytes, decode, context, recorder }: ResponseParts,
): GuardedResponse {
  const headers = withOneContentType(decode ? withoutCoding(answer.headers) : answer.headers)
  const length = Number(headers.get('content-length') ?? Number.NaN)
  if (length > maxBytes) throw new EgressFailure('too_large')
  const encodings = decode ? answer.encodings : []
  checkEncodings(encodings)
  const open = () => {
    const { body } = answer
    // A locked body has been read all at once.
    if (encodings.length === 0 || !body || body.locked) return body
    return decodeBody(body, encodings, { maxBytes, isReadWhole: stream === undefined })
  }
  const chunks = new GuardedChunks(open, maxBytes, context)
  let stream: ReadableStream<Uint8Array> | null | undefined
  const text = async () => new TextDecoder().decode(await response.bytes())
  const response: GuardedResponse = {
    url,
    status: answer.status,
    ok: answer.status >= 200 && answer.status < 300,
    headers,
    get exchanges() {
      return recorder?.exchanges
    },
    get body() {
      stream ??= answer.body ? pullStream(chunks.next, chunks.end) : null
      return stream
    },
    async bytes() {
      // HTTP ends a body at its content length, which is within the limit.
      const { bytes } = answer
      const coded = Number(answer.headers.get('content-length') ?? Number.NaN)
      if (bytes === undefined || stream !== undefined) return chunks.rest()
      if (encodings.length === 0) return coded <= maxBytes ? chunks.failing(bytes) : chunks.rest()
      if (!isSmall(coded, encodings)) return chunks.rest()
      return chunks.failing(async () => decodeSmall(await bytes(), encodings[0]!, maxBytes))
    },
    text,
    async json() {
      const document = await text()
      try {
        return JSON.parse(document)
      } catch (error) {
        throw toCallerError(new EgressFailure('broken_body', error), context)
      }
    },
  }
  return response
}

/** The headers of the decoded body: without the coding, and without the length if it is that of the coded bytes. */
function withoutCoding(given: Headers): Headers {
  if (!given.has('content-encoding') && !given.has('transfer-encoding')) return given
  const headers = new Headers(given)
  for (const name of ['content-encoding', 'transfer-encoding', 'content-length']) headers.delete(name)
  return headers
}

/** The chunks of the body, counted, and failing with the caller's errors. */
class GuardedChunks {
  readonly #open: () => ReadableStream<Uint8Array> | null
  readonly #maxBytes: number
  readonly #context: RequestContext
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  #size = 0

  /** `open` is called at the first read: Bun reads a whole body at once if its stream is never requested. */
  constructor(open: () => ReadableStream<Uint8Array> | null, maxBytes: number, context: RequestContext) {
    this.#open = open
    this.#maxBytes = maxBytes
    this.#context = context
  }

  readonly next = (): Promise<IteratorResult<Uint8Array, undefined>> =>
    this.failing(async () => (await this.#read()) ?? { done: true, value: undefined })

  /** Everything not yet read. */
  rest(): Promise<Uint8Array> {
    return this.failing(async () => {
      const chunks: Uint8Array[] = []
      for (let chunk = await this.#read(); chunk; chunk = await this.#read()) chunks.push(chunk.value)
      return join(chunks)
    })
  }

  readonly end = async (): Promise<void> => {
    const open = this.#reader ?? this.#open()
    if (open) await abandon(open)
  }

  /**
   * A failure after the body has started is a failure of the body, even if the runtime reports a connection reset.
   */
  async failing<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read()
    } catch (error) {
      await this.end()
      throw toCallerError(
        error instanceof EgressFailure ? error : new EgressFailure('broken_body', error),
        this.#context,
      )
    }
  }

  async #read(): Promise<{ done: false; value: Uint8Array } | undefined> {
    this.#reader ??= this.#open()?.getReader()
    const chunk = await this.#reader?.read()
    if (!chunk || chunk.done) return undefined
    this.#size += chunk.value.byteLength
    if (this.#size > this.#maxBytes) throw new EgressFailure('too_large')
    return chunk
  }
}
