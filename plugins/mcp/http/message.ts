import { ApiError } from 'weirjs'

/** A message of the protocol, as far as it is looked at before the library does. */
export interface Message {
  method?: unknown
  id?: unknown
  params?: { requestId?: unknown } | null
}

/** Reads a body. Throws 400 for what is no JSON. */
export function readMessage(body: Uint8Array): Message {
  try {
    const message: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return typeof message === 'object' && message !== null ? message : {}
  } catch (cause) {
    throw new ApiError('invalid_request', 'The body must be a JSON-RPC message', {}, { cause })
  }
}
