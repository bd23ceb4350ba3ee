import { ApiError } from 'weirjs'

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Throws 403 for a request from a page of another origin, unless the operator allows it: browsers send the origin,
 * programs do not. This prevents DNS rebinding, by which a page could reach a server on its visitor's own machine;
 * pages of that machine are allowed.
 */
export function checkOrigin(request: Request, own: string, named: readonly string[]): void {
  const sent = request.headers.get('origin')
  if (sent === null || named.includes(sent) || named.includes('*')) return
  const [origin, server] = [URL.parse(sent), URL.parse(own)]
  if (origin && server && (origin.origin === server.origin || [origin, server].every(isLoopback))) return
  throw new ApiError(
    'insufficient_permissions',
    'Pages of another origin may not use this, unless WEIR_CORS_ORIGINS names it: leave Origin out',
    {
      reason: 'origin',
    },
  )
}

const isLoopback = ({ hostname }: URL) => LOOPBACK.test(hostname)
