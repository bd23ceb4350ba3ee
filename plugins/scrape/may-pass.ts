import type { ApiError } from 'weirjs'

/** Reasons for failures that the next attempt would have too. */
const LASTING = new Set([
  'too_large',
  'blocked',
  'too_many_redirects',
  'unsupported_encoding',
  'unsupported_type',
  'encrypted',
  'scanned',
  'unavailable',
  'consent',
])

/** Whether the failure of a page may be temporary, so that another attempt makes sense. */
export const mayPass = ({ code, details: { reason } }: ApiError): boolean =>
  code === 'timeout' || (code === 'scraping_failed' && !LASTING.has(String(reason)))
