import { type ApiError, type Clock, isApiError } from 'weirjs'

/**
 * The failures in a row after which a provider is paused, if another one can answer, and the length of the pause in
 * milliseconds.
 */
const MAX_FAILURES = 3
const PAUSE = 30_000

interface State {
  failures: number
  /** Epoch milliseconds until which it is paused, and the length of the pause. */
  until: number
  pause: number
  /** Whether the provider itself asked for the pause. */
  asked: boolean
  last: ApiError
}

/** The recent failures of providers. */
export interface Circuit {
  /**
   * Why a provider should not be asked now; undefined if it may be. `asked`: the provider itself asked for the pause.
   */
  resting(name: string): { asked: boolean; failure: ApiError } | undefined
  succeeded(name: string): void
  failed(name: string, error: unknown): void
}

export function createCircuit(clock: Clock): Circuit {
  const states = new Map<string, State>()
  return {
    resting(name) {
      const state = states.get(name)
      const left = state ? state.until - clock.now() : 0
      // More than the whole pause is left after the clock was set back.
      if (!state || left <= 0 || left > state.pause) return undefined
      return { asked: state.asked, failure: state.last.with({ retryAfter: Math.ceil(left / 1000) }) }
    },
    succeeded: (name) => void states.delete(name),
    failed(name, error) {
      if (!isApiError(error)) return
      const failures = (states.get(name)?.failures ?? 0) + 1
      const asked = error.retryAfter !== undefined
      const pause = asked ? error.retryAfter! * 1000 : failures >= MAX_FAILURES ? PAUSE : 0
      states.set(name, { failures, until: clock.now() + pause, pause, asked, last: error })
    },
  }
}
