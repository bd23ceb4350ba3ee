import { WeirError } from './error.ts'
import type { Method, PathWith, ReplyAt, RequestAt } from './operations.ts'
import type { Outgoing, Send } from './send.ts'

/** Calls an operation of the API's document, and returns the JSON of its response. */
export type Call = <M extends Method, P extends PathWith<M>>(
  method: M,
  path: P,
  ...request: Request<M, P>
) => Promise<ReplyAt<M, P>>
/** The same for a response that is a file: read it as a stream, text or bytes. */
export type Download = <M extends Method, P extends PathWith<M>>(
  method: M,
  path: P,
  ...request: Request<M, P>
) => Promise<Response>

/** The input of an operation; may be omitted if nothing in it is required. */
type Request<M extends Method, P extends PathWith<M>> =
  Record<never, never> extends RequestAt<M, P> ? [request?: RequestAt<M, P>] : [request: RequestAt<M, P>]

/** What the methods of a client are built from. */
export interface Caller {
  send: Send
  call: Call
  download: Download
}

/** The JSON of the response; that of another server may have none. */
function parse({ status, headers }: Response, text: string) {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new WeirError('The answer is not JSON: check that a Weir server runs there', {
      status,
      code: 'unexpected_answer',
      requestId: headers.get('x-request-id') ?? undefined,
      cause,
    })
  }
}

export function createCaller(send: Send): Caller {
  return {
    send,
    async call(method, path, ...[request]) {
      const whole = async (answer: Response) => ({ answer, text: await answer.text() })
      const { answer, text } = await send(method, path, request as Outgoing, whole)
      return parse(answer, text)
    },
    download: (method, path, ...[request]) => send(method, path, request as Outgoing),
  }
}
