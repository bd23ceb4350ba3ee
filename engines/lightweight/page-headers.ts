import { authorizationOf, type PageRequest, setHeader } from 'weirjs'
import { acceptLanguage } from './accept-language.ts'

/** A browser's `Accept` for a navigation; some servers use it to choose between a page and data. */
const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/**
 * The headers of a page request: the caller's own, those that other parameters stand for, and a browser's `Accept`.
 */
export function pageHeaders({ headers: own, userAgent, authentication, location }: PageRequest): Headers {
  const headers = new Headers(own)
  if (!headers.has('accept')) headers.set('accept', ACCEPT)
  if (!headers.has('accept-language')) headers.set('accept-language', acceptLanguage(location))
  if (userAgent) setHeader(headers, 'user-agent', userAgent, 'userAgent')
  // The guarded fetch sends it only to the URL's own origin.
  if (authentication) setHeader(headers, 'authorization', authorizationOf(authentication), 'authentication')
  return headers
}
