import { sleep } from '../abort.ts'
import { S3Failure } from './failure.ts'

/** Milliseconds before the second try, the third and so on; as many further tries as there are. */
export type Pauses = readonly number[]

/** A server that asks to slow down mostly needs a second. */
const PAUSES: Pauses = [200, 600, 1800]

/** Tries again what fails for now, after a pause and up to half of it more, so that many do not come at once. */
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
