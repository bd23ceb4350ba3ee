import type { ApiError, Clock } from 'weirjs'
import type { Source } from '../sources.ts'

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

/**
 * The recent failures of providers, by source, as a provider may have other engines for each. A pause that a provider
 * asks for is for all its sources.
 */
export interface Circuit {
  /**
   * Why a provider should not be asked now; undefined if it may be. `asked`: the provider itself asked for the pause.
   */
  resting(name: string, source: Source): { asked: boolean; failure: ApiError } | undefined
  succeeded(name: string, source: Source): void
  failed(name: string, source: Source, error: ApiError): void
}

export function createCircuit(clock: Clock): Circuit {
  const states = new Map<string, State>()
  const keyOf = (name: string, source: Source) => `${name} ${source}`
  const restingAs = (key: string) => {
    const state = states.get(key)
    const left = state ? state.until - clock.now() : 0
    // More than the whole pause is left after the clock was set back.
    if (!state || left <= 0 || left > state.pause) return undefined
    return { asked: state.asked, failure: state.last.with({ retryAfter: Math.ceil(left / 1000) }) }
  }
  return {
    resting: (name, source) => restingAs(name) ?? restingAs(keyOf(name, source)),
    succeeded(name, source) {
      for (const key of [name, keyOf(name, source)]) states.delete(key)
    },
    failed(name, source, error) {
      const asked = error.retryAfter !== undefined
      const key = asked ? name : keyOf(name, source)
      const failures = (states.get(key)?.failures ?? 0) + 1
      const pause = asked ? error.retryAfter! * 1000 : failures >= MAX_FAILURES ? PAUSE : 0
      states.set(key, { failures, until: clock.now() + pause, pause, asked, last: error })
    },
  }
}
