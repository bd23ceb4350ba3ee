import { type Deadline, deadline, endOnAbort } from './abort.ts'
import { ApiError, isApiError } from './errors.ts'

/** The page that a timeout error names. */
export interface TimedPage {
  url: URL
  /** In milliseconds, as the caller gave them. */
  timeout: number
  /** What is done with the page in that time, if more than fetching it. */
  work?: string
}

/**
 * The time limit of one page, whatever its work waits for: an engine, a browser, a thread. It starts on creation, and
 * must be disposed of.
 */
export class PageTime implements Disposable {
  readonly #page: TimedPage
  readonly #deadline: Deadline

  constructor(page: TimedPage, signal: AbortSignal) {
    this.#page = page
    this.#deadline = deadline(signal, page.timeout)
  }

  /** Aborted when the time is up or the caller has disconnected. */
  get signal(): AbortSignal {
    return this.#deadline.signal
  }

  /** Milliseconds left, at least 1. */
  get left(): number {
    return this.#deadline.left
  }

  /**
   * Waits for a part of the work, but not beyond the limit; work that ignores the signal is abandoned. Throws
   * ApiError `timeout` (details `url`, `timeout`) when the time is up, and the signal's reason.
   */
  async wait<T>(work: Promise<T>): Promise<T> {
    try {
      return await endOnAbort(work, this.#deadline.signal)
    } catch (error) {
      // A part that used up its share of the time reports the timeout of the whole.
      const isLate = this.#deadline.isLate && (!isApiError(error) || error.code === 'timeout')
      throw isLate || isTimeout(error) ? timedOut(this.#page, error) : error
    }
  }

  [Symbol.dispose](): void {
    this.#deadline[Symbol.dispose]()
  }
}

const isTimeout = (error: unknown): boolean =>
  isApiError(error) && error.code === 'timeout' && error.details.timeout !== undefined

/** The error for a page that exceeds its time limit. */
export const timedOut = ({ url, timeout, work = 'page' }: TimedPage, cause?: unknown): ApiError =>
  new ApiError(
    'timeout',
    `The ${work} took longer than ${timeout} ms; a higher timeout may help`,
    { url: url.href, timeout },
    { cause },
  )
