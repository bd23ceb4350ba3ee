import { ApiError, type Clock, isApiError } from 'weirjs'

/** Consecutive failures after which a provider is skipped, and for how long in ms, if another one responds. */
const PATIENCE = 3
const REST = 30_000

interface State {
  failures: number
  /** Until when it is not asked, in epoch milliseconds. */
  until: number
  /** Whether it asked to be left alone itself. */
  asked: boolean
  last: ApiError
}

/** Remembers providers that failed recently. */
export interface Circuit {
  /** Why a provider should not be asked now; `asked` if it would refuse. */
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
      if (!state || left <= 0) return undefined
      const { status, code, message, details } = state.last
      const failure = new ApiError(code, message, details, { status, retryAfter: Math.ceil(left / 1000) })
      return { asked: state.asked, failure }
    },
    succeeded: (name) => void states.delete(name),
    failed(name, error) {
      if (!isApiError(error)) return
      const failures = (states.get(name)?.failures ?? 0) + 1
      const asked = error.retryAfter !== undefined
      const rest = asked ? error.retryAfter! * 1000 : failures >= PATIENCE ? REST : 0
      states.set(name, { failures, until: clock.now() + rest, asked, last: error })
    },
  }
}
