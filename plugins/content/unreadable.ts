import { ApiError } from 'weirjs/toolkit'

/** A document that cannot be read; `reason` says why in one word, `cause` what the log may know beyond it. */
export const unreadable = (reason: string, message: string, cause?: unknown): ApiError =>
  new ApiError('scraping_failed', message, { reason }, { cause })
