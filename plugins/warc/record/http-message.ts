import { createPause } from 'weirjs'

const CR = 0x0d
const LF = 0x0a

/** The status and headers of an HTTP response. */
export interface HttpHead {
  status: number
  headers: Headers
}

/** Parses the head of a raw response. Invalid header fields are left out. */
export function parseHead(head: Uint8Array): HttpHead {
  // A line that begins with white space continues the one before.
  const text = new TextDecoder('latin1').decode(head).replace(/\r?\n[ \t]/g, ' ')
  const [statusLine = '', ...lines] = text.split(/\r?\n/)
  const headers = new Headers()
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon < 1) continue
    try {
      headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim())
    } catch {
      // The name or value of a header field is invalid.
    }
  }
  return { status: Number(/^HTTP\/\d(?:\.\d)? (\d{3})/.exec(statusLine)?.[1] ?? 0), headers }
}

/** Splits a response into its head and body. */
export function splitMessage(message: Uint8Array): [HttpHead, Uint8Array] {
  let at = message.indexOf(LF)
  // Lines may end with a line feed only.
  while (at >= 0 && message[at + 1] !== LF && !(message[at + 1] === CR && message[at + 2] === LF))
    at = message.indexOf(LF, at + 1)
  const end = at < 0 ? message.byteLength : at + (message[at + 1] === LF ? 2 : 3)
  return [parseHead(message.subarray(0, end)), message.subarray(end)]
}

/** The body of a response, without chunked framing; its content coding stays. */
export const payloadOf = async ({ headers }: HttpHead, body: Uint8Array): Promise<Uint8Array> =>
  isChunked(headers) ? withoutChunks(body) : body

export const isChunked = (headers: Headers) => /\bchunked\s*$/i.test(headers.get('transfer-encoding') ?? '')

/** Chunks between two pauses. */
const AT_ONCE = 1024

/**
 * Stops after the last chunk, or where the framing is invalid. Pauses for other requests, as there may be a million.
 * Source: RFC 9112, section 7.1.
 */
async function withoutChunks(body: Uint8Array): Promise<Uint8Array> {
  const pause = createPause()
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const whole = new Uint8Array(body.byteLength)
  let length = 0
  for (let at = 0, read = 0; ; ) {
    if (read++ % AT_ONCE === 0) await pause()
    const line = bytes.indexOf(LF, at)
    const size = line < 0 ? Number.NaN : Number.parseInt(bytes.toString('latin1', at, Math.min(line, at + 16)), 16)
    if (!(size > 0)) return whole.subarray(0, length)
    const chunk = bytes.subarray(line + 1, line + 1 + size)
    whole.set(chunk, length)
    length += chunk.byteLength
    at = line + 1 + size + (bytes[line + 1 + size] === CR ? 2 : 1)
  }
}
