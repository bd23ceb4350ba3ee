import { authorizationOf, type PageRequest, setHeader } from 'weirjs'
import { acceptLanguage } from './accept-language.ts'

/** What a browser takes when it navigates; some servers choose by it whether to send a page or data. */
const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/**
 * The headers of a page request: the caller's own, those that its other parameters stand for, and a browser's
 * `Accept`.
 */
export function pageHeaders({ headers: own, userAgent, authentication, location }: PageRequest): Headers {
  const headers = new Headers(own)
  if (!headers.has('accept')) headers.set('accept', ACCEPT)
  if (!headers.has('accept-language')) headers.set('accept-language', acceptLanguage(location))
  if (userAgent) setHeader(headers, 'user-agent', userAgent, 'userAgent')
  // The guarded fetch sends it to the URL's own origin alone.
  if (authentication) setHeader(headers, 'authorization', authorizationOf(authentication), 'authentication')
  return headers
}
