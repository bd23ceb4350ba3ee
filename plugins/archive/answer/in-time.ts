import { deadline, isApiError } from 'weirjs'
import { unavailable } from '../errors.ts'

/** Asks an archive with a time limit in milliseconds. Throws `archive_unavailable` when the time is up. */
export async function inTime<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  { provider, timeout, signal }: { provider: string; timeout: number; signal: AbortSignal },
): Promise<T> {
  using time = deadline(signal, timeout)
  try {
    return await ask(time.signal)
  } catch (error) {
    if (!time.isLate || isApiError(error)) throw error
    const message = `The archive ${provider} did not answer within ${timeout} ms`
    throw unavailable(provider, 'timeout', message, { cause: error })
  }
}
