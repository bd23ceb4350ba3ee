import type { ApiError } from 'weirjs'

/** Why a page cannot be had, where the next try would meet the same. */
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

/** Whether the failure of a page may pass, so that another try is worth its while. */
export const mayPass = ({ code, details: { reason } }: ApiError): boolean =>
  code === 'timeout' || (code === 'scraping_failed' && !LASTING.has(String(reason)))
