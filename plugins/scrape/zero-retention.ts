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
      'zeroRetention is for pages that are answered at once: jobs, monitors and an Idempotency-Key keep their answers',
    )
  if (request.screenshot || request.pdf || request.actions?.some(({ type }) => type === 'screenshot'))
    throw refused('zeroRetention takes no screenshots and PDFs: they are kept as files')
  if (formats.includes('changeTracking'))
    throw refused('zeroRetention takes no changeTracking: it keeps the page to compare with')
  if (extract?.model === 'auto')
    throw refused('zeroRetention takes no agent.model auto: it keeps what it has learned from a page')
}
