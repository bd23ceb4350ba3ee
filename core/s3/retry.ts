import { sleep } from '../abort.ts'
import { S3Failure } from './failure.ts'

/** Milliseconds before each further attempt; there are as many as entries. */
export type Pauses = readonly number[]

/** A server that asks to slow down usually needs a second. */
const PAUSES: Pauses = [200, 600, 1800]

/**
 * Retries after temporary errors, with a delay and up to half of it more, so that many clients do not come at once.
 */
export async function withRetries<T>(work: () => Promise<T>, pauses: Pauses = PAUSES): Promise<T> {
  for (const pause of pauses) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof S3Failure) || !error.isPassing) throw error
      await sleep(pause * (1 + Math.random() / 2))
    }
  }
  return work()
}
