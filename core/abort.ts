/** Rejects with the signal's reason as soon as it is aborted; the promise is then abandoned. */
export function endOnAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    const end = () => signal.removeEventListener('abort', abort)
    promise.then(
      (value) => {
        end()
        resolve(value)
      },
      (error) => {
        end()
        reject(error)
      },
    )
  })
}

/** A signal that is aborted when the time is up. */
export interface Deadline extends Disposable {
  signal: AbortSignal
  /** Whether the time was up, rather than the other signal aborted. */
  readonly isLate: boolean
  /** Milliseconds left, at least 1. */
  readonly left: number
}

/**
 * Aborts with another signal, or after a number of milliseconds with the reason that `AbortSignal.timeout` has. Once
 * disposed of, it costs nothing; `AbortSignal.timeout` would keep its timer and memory until the time is up.
 */
export function deadline(signal: AbortSignal, milliseconds: number): Deadline {
  const controller = new AbortController()
  const ends = performance.now() + milliseconds
  let isLate = false
  const abort = () => controller.abort(signal.reason)
  const timer = setTimeout(() => {
    isLate = !signal.aborted
    controller.abort(timeUp())
  }, milliseconds)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    get isLate() {
      return isLate
    },
    get left() {
      return Math.max(1, ends - performance.now())
    },
    [Symbol.dispose]() {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    },
  }
}

/** The reason that `AbortSignal.timeout` uses. */
export const timeUp = () => new DOMException('The time was up', 'TimeoutError')

/** Whether a signal was aborted because the time was up. */
export const isTimeUp = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && reason instanceof Error && reason.name === 'TimeoutError'

/** Waits for a number of milliseconds. Rejects with the signal's reason as soon as it is aborted. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  return endOnAbort(promise, signal).finally(() => clearTimeout(timer))
}
