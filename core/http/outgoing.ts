import { type Chunks, chooseCoding, compress, compressStream } from './content-coding.ts'

/** Bytes of a body below which a coding saves nothing. Source: decisions 1.3. */
const SMALL = 1024
/** Bytes of a body up to which it is coded in one piece, with its length told. */
const ONE_PIECE = 1024 * 1024

/** What compresses. Images, PDFs and archives are compressed already; a stream of events is sent piece by piece. */
const COMPRESSIBLE = /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)\b|image\/svg)/

/** A body, read as far as it is needed to know how large it is. */
interface Peeked {
  /** All of it, or its beginning. */
  read: Uint8Array
  /** Where the rest comes from; undefined: that was all. */
  rest?: ReadableStreamDefaultReader<Uint8Array>
}

/** The answer as it is sent: coded as the caller takes it, and without a body for HEAD. */
export async function prepare(original: Request, response: Response): Promise<Response> {
  const isHead = original.method === 'HEAD'
  const isCompressible =
    COMPRESSIBLE.test(response.headers.get('content-type') ?? '') && !response.headers.has('content-encoding')
  if (isCompressible) response.headers.append('vary', 'accept-encoding')
  const coding = isCompressible ? chooseCoding(original.headers.get('accept-encoding')) : undefined
  if (!response.body || (!isHead && !coding)) return response
  if (isHead && !isCompressible) {
    await response.body.cancel()
    return bodiless(response)
  }

  const { read, rest } = await peek(response.body)
  const isSmall = !rest && read.byteLength <= SMALL
  const init = { status: response.status, headers: response.headers }
  if (coding && !isSmall) response.headers.set('content-encoding', coding)
  if (rest) {
    response.headers.delete('content-length')
    if (isHead) {
      await rest.cancel()
      return bodiless(response)
    }
    const source = chunks(read, rest)
    return new Response(toBody(coding ? compressStream(coding, source) : source), init)
  }
  const body = coding && !isSmall ? await compress(coding, read) : read
  response.headers.set('content-length', String(body.byteLength))
  return isHead ? bodiless(response) : new Response(body as Uint8Array<ArrayBuffer>, init)
}

/** Without a length or this, the server would tell HEAD that the length is 0. */
function bodiless({ status, headers }: Response) {
  if (!headers.has('content-length')) headers.set('transfer-encoding', 'chunked')
  return new Response(null, { status, headers })
}

async function peek(body: ReadableStream<Uint8Array>): Promise<Peeked> {
  const reader = body.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  while (size <= ONE_PIECE) {
    const { done, value } = await reader.read()
    if (done) return { read: parts.length === 1 ? parts[0]! : Buffer.concat(parts) }
    parts.push(value)
    size += value.byteLength
  }
  return { read: Buffer.concat(parts), rest: reader }
}

function chunks(first: Uint8Array, rest: ReadableStreamDefaultReader<Uint8Array>): Chunks {
  let begun = false
  return {
    async next() {
      if (begun) return rest.read() as Promise<IteratorResult<Uint8Array, undefined>>
      begun = true
      return { done: false, value: first }
    },
    // Of a body that has ended or failed it does nothing.
    end: () => rest.cancel().catch(() => {}),
  }
}

/** A body that is made while it is read. */
const toBody = (source: Chunks) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { done, value } = await source.next()
        if (done) controller.close()
        else controller.enqueue(value as Uint8Array<ArrayBuffer>)
      },
      cancel: () => source.end(),
    },
    { highWaterMark: 0 },
  )
