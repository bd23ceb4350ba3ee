import { ApiError } from 'weirjs'
import type { PageOptions } from './options/page-options.ts'

const refused = (message: string) => new ApiError('invalid_options', message, { parameter: 'zeroRetention' })

/** Throws if zero retention is requested with options that would store the result. */
export function checkRetention(
  { zeroRetention, formats, request, extract }: PageOptions,
  keeps: 'answer' | 'nothing',
): void {
  if (!zeroRetention) return
  if (keeps === 'answer')
    throw refused(
      'zeroRetention is not available for jobs, monitors and requests with an Idempotency-Key, because these store responses',
    )
  if (request.screenshot || request.pdf || request.actions?.some(({ type }) => type === 'screenshot'))
    throw refused('zeroRetention excludes screenshots and PDFs, because they are stored as files')
  if (formats.includes('changeTracking'))
    throw refused('zeroRetention excludes changeTracking, which stores the page to compare with')
  if (extract?.model === 'auto')
    throw refused('zeroRetention excludes agent.model auto, which stores what it learned from a page')
}
