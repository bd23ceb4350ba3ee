import { WeirError } from './error.ts'
import type { Method, PathWith, ReplyAt, RequestAt } from './operations.ts'
import type { Outgoing, Send } from './send.ts'

/** Calls an operation of the document and returns the JSON of its response. */
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

/** The parameters of an operation; optional if it requires none of them. */
type Request<M extends Method, P extends PathWith<M>> =
  Record<never, never> extends RequestAt<M, P> ? [request?: RequestAt<M, P>] : [request: RequestAt<M, P>]

/** The functions that a client's methods use. */
export interface Caller {
  send: Send
  call: Call
  download: Download
}

/** The JSON of a response; another server may send something else. */
function parse({ status, headers }: Response, text: string) {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new WeirError('The answer is no JSON: see that it is a Weir that runs there', {
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
