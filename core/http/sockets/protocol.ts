import { hasCredential } from '../../auth/credential.ts'

/** Whether a request asks for a WebSocket. */
export const asksForSocket = ({ method, headers }: Request) =>
  method === 'GET' && headers.get('upgrade')?.toLowerCase() === 'websocket'

/** The first of the subprotocols that are offered. */
export const protocolOf = ({ headers }: Request) => headers.get('sec-websocket-protocol')?.split(',', 1)[0]?.trim()

/**
 * The request with the credential that it presents as its subprotocol, where no header does: browsers set no headers
 * on a socket.
 */
export function withProtocolCredential(request: Request): Request {
  const protocol = asksForSocket(request) && !hasCredential(request) ? protocolOf(request) : undefined
  if (!protocol) return request
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${protocol}`)
  return new Request(request.url, { headers })
}
