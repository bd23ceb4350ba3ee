import { ApiError } from 'weirjs/toolkit'

/**
 * The error for a document that cannot be read. `reason` is one word for the caller, `cause` is for the log alone.
 */
export const unreadable = (reason: string, message: string, cause?: unknown): ApiError =>
  new ApiError('scraping_failed', message, { reason }, { cause })
