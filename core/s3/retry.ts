import { sleep } from '../abort.ts'
import { S3Failure } from './failure.ts'

/** Milliseconds before the second try, the third and so on; the length is the number of retries. */
export type Pauses = readonly number[]

/** A server that asks to slow down usually needs about a second. */
const PAUSES: Pauses = [200, 600, 1800]

/**
 * Retries temporary failures. Each pause is randomly lengthened by up to a half, so that retries do not arrive
 * together.
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
