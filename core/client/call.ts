import type { Method, PathWith, ReplyAt, RequestAt } from './operations.ts'
import type { Outgoing, Send } from './send.ts'

/** Calls an operation of the document, and gives its answer's JSON. */
export type Call = <M extends Method, P extends PathWith<M>>(
  method: M,
  path: P,
  ...request: Request<M, P>
) => Promise<ReplyAt<M, P>>
/** The same for an answer that is a file: read it as a stream, text or bytes. */
export type Download = <M extends Method, P extends PathWith<M>>(
  method: M,
  path: P,
  ...request: Request<M, P>
) => Promise<Response>

/** What an operation is called with; it may be left out where nothing of it is needed. */
type Request<M extends Method, P extends PathWith<M>> =
  Record<never, never> extends RequestAt<M, P> ? [request?: RequestAt<M, P>] : [request: RequestAt<M, P>]

/** What the methods of a client are made of. */
export interface Caller {
  send: Send
  call: Call
  download: Download
}

export function createCaller(send: Send): Caller {
  return {
    send,
    call: async (method, path, ...[request]) => (await send(method, path, request as Outgoing)).json(),
    download: (method, path, ...[request]) => send(method, path, request as Outgoing),
  }
}
