import { chunks, peek, toBody } from './body/body-chunks.ts'
import { chooseCoding, compress, compressStream, isCompressible, SMALL } from './body/content-coding.ts'

/** Bodies of up to this many bytes are compressed in one piece, and sent with their length. */
const ONE_PIECE = 256 * 1024

/**
 * The answer as it is sent: compressed if the client accepts that, and without a body for HEAD. An answer that is
 * known to be small is not read to find out its size.
 */
export function prepare(original: Request, response: Response, isSmall: boolean): Response | Promise<Response> {
  if (original.method === 'HEAD') return code(original, response)
  if (!original.headers.has('accept-encoding')) return response
  if (!isSmall) return code(original, response)
  response.headers.append('vary', 'accept-encoding')
  return response
}

async function code(original: Request, response: Response): Promise<Response> {
  const isHead = original.method === 'HEAD'
  const mayCode = isCompressible(response.headers.get('content-type')) && !response.headers.has('content-encoding')
  if (mayCode && original.headers.has('accept-encoding')) response.headers.append('vary', 'accept-encoding')
  const coding = mayCode ? chooseCoding(original.headers.get('accept-encoding')) : undefined
  // Checked last, as touching a body makes it a stream, which is sent without its length.
  if ((!isHead && !coding) || !response.body) return response
  if (isHead && !mayCode) {
    await response.body.cancel()
    return bodiless(response)
  }

  const { read, rest } = await peek(response.body, ONE_PIECE)
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

/** Without a length or this header, the server would answer HEAD with a length of 0. */
function bodiless({ status, headers }: Response) {
  if (!headers.has('content-length')) headers.set('transfer-encoding', 'chunked')
  return new Response(null, { status, headers })
}
