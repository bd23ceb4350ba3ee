import { ApiError, parseBody } from 'weirjs'

/** A message of the protocol, as far as it is examined before the library does so. */
export interface Message {
  method?: unknown
  id?: unknown
  params?: { requestId?: unknown } | null
}

/** The most bytes of a message. */
export const MAX_BODY = 1024 * 1024

/** Parses a body. Throws 400 if it is not JSON, too deep or too wide. */
export async function readMessage(body: Uint8Array): Promise<Message> {
  try {
    const message = await parseBody(new TextDecoder('utf-8', { fatal: true }).decode(body), MAX_BODY)
    return typeof message === 'object' && message !== null ? message : {}
  } catch (cause) {
    const why = 'no deeper than 64 levels, and with no more than 65536 members'
    throw new ApiError('invalid_request', `The body must be a JSON-RPC message, ${why}`, {}, { cause })
  }
}
