import { hasCredential } from '../../auth/credential.ts'

/** Whether a request asks for a WebSocket. */
export const asksForSocket = ({ method, headers }: Request) =>
  method === 'GET' && headers.get('upgrade')?.toLowerCase() === 'websocket'

/** The first subprotocol that the client offers. */
export const protocolOf = ({ headers }: Request) => headers.get('sec-websocket-protocol')?.split(',', 1)[0]?.trim()

/**
 * The request, with the credential from its subprotocol if no header has one: browsers cannot set headers of a
 * WebSocket.
 */
export function withProtocolCredential(request: Request): Request {
  const protocol = asksForSocket(request) && !hasCredential(request) ? protocolOf(request) : undefined
  if (!protocol) return request
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${protocol}`)
  return new Request(request.url, { headers })
}
