import { Failure } from '../../api/failure.ts'
import { Problem } from '../../ui/problem.tsx'
import type { JobError } from './types.ts'

/** Remedies for errors whose message from the service has none. */
const REMEDIES: Readonly<Record<string, string>> = {
  cancelled: 'Start a new job to get the rest.',
  engine_unavailable: 'Ask the operator to install what is missing, or choose another engine.',
  insufficient_credits: 'Your credits are renewed each month; a larger plan has more.',
  invalid_url: 'Use a public web address that begins with http:// or https://.',
  rate_limited: 'Try again later, or fetch fewer pages of this site at a time.',
  scraping_failed: 'Try a browser engine or stealth, or try again later.',
  timeout: 'Increase the timeout, or use a lighter engine.',
}

const failureOfJob = ({ code, message, details }: JobError) =>
  new Failure(message, {
    status: 0,
    code,
    details: { ...(REMEDIES[code] === undefined ? {} : { remedy: REMEDIES[code] }), ...details },
  })

/** Why a job, or one of its items, failed, and what to do about it. */
export const JobFailure = ({ error }: { error: JobError }) => <Problem failure={failureOfJob(error)} />
