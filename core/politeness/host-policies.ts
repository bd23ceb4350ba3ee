import { sleep } from '../abort.ts'
import type { Clock } from '../clock.ts'
import { createLru } from '../concurrency/lru.ts'
import type { HostPolicy } from '../contracts/host-policy.ts'
import type { HostResponse } from '../contracts/politeness.ts'

/** Concurrent requests to a host that responds fast. Source: decisions 6.1. */
export const MAX_PARALLEL = 8
/** Response times in milliseconds below which a host is fast, and above which it is slow. */
const FAST = 500
const SLOW = 2_000
/**
 * Milliseconds for which a host is left alone that reports too many requests without saying for how long; doubled
 * each time.
 */
const FIRST_PAUSE = 1_000
/** The longest time that a host is left alone, whatever it asks for. */
export const MAX_PAUSE = 120_000
/**
 * Milliseconds after which the limits of a host are told again, though they have not changed: jobs keep them for a
 * day.
 */
const TELL_EVERY = 12 * 3_600_000
/** How many hosts are remembered: the most recently requested ones. */
const MAX_HOSTS = 20_000

interface HostState {
  parallel: number
  gap: number | undefined
  /** Consecutive refusals. */
  refusals: number
  /** When its pause ends; in milliseconds of the monotonic clock, so that setting the time of day has no effect. */
  pausedUntil: number
  /** When its limits were last told to the jobs; on the same clock. */
  toldAt: number
  /** When the next request of this process may start, because of the gap; on the same clock. */
  nextAt: number
}

/** How fast hosts may be requested, learned from their responses. */
export interface HostPolicies {
  /** Learns from a response, and updates the host limits of all jobs if something changes. */
  recordResponse(host: string, response: HostResponse): Promise<void>
  /** Applies the crawl delay of robots.txt, in milliseconds between the starts of two requests. */
  setCrawlDelay(host: string, milliseconds: number): Promise<void>
  /**
   * Waits for the rest of the host's gap or pause, for a request that the host limits have admitted: the time between
   * claims is not quite that between requests. Throws the signal's reason.
   */
  waitForSlot(host: string, signal: AbortSignal): Promise<void>
  /** `notBefore` is in epoch milliseconds; 0 without a pause. */
  of(host: string): Readonly<Pick<HostState, 'parallel'>> & { gap: number; notBefore: number }
}

/** `tell` changes the limits of a host for all jobs. `steady` returns milliseconds of the monotonic clock. */
export function createHostPolicies(
  clock: Clock,
  tell: (host: string, policy: HostPolicy) => Promise<void>,
  steady = () => performance.now(),
): HostPolicies {
  const hosts = createLru<string, HostState>(MAX_HOSTS)

  const stateOf = (host: string): HostState => {
    const known = hosts.get(host)
    if (known) return known
    const state: HostState = { parallel: 1, gap: undefined, refusals: 0, pausedUntil: 0, toldAt: steady(), nextAt: 0 }
    hosts.set(host, state)
    return state
  }
  /** When its pause ends, in epoch milliseconds; 0 without a pause. */
  const pauseEnd = ({ pausedUntil }: HostState): number => {
    const left = pausedUntil - steady()
    return left > 0 ? Math.round(clock.now() + left) : 0
  }

  return {
    async recordResponse(host, { status, ms, retryAfter }) {
      const state = stateOf(host)
      const before = state.parallel
      if (status === 429 || status === 503) {
        // Zero is no useful answer from a host that refuses; its clock may also be behind ours.
        const pause = retryAfter || FIRST_PAUSE * 2 ** Math.min(10, state.refusals)
        state.refusals++
        state.parallel = 1
        state.pausedUntil = Math.max(state.pausedUntil, steady() + Math.min(MAX_PAUSE, pause))
        await tell(host, { parallel: 1, notBefore: pauseEnd(state) })
        return
      }
      if (status === 0 || ms > SLOW) state.parallel = Math.max(1, Math.floor(before / 2))
      else if (ms < FAST) state.parallel = Math.min(MAX_PARALLEL, before * 2)
      if (status !== 0) state.refusals = 0
      if (state.parallel === before && steady() - state.toldAt < TELL_EVERY) return
      await tell(host, { parallel: state.parallel, gap: state.gap })
      state.toldAt = steady()
    },

    async setCrawlDelay(host, milliseconds) {
      const state = stateOf(host)
      if (state.gap === milliseconds) return
      state.gap = milliseconds
      // The request that asked is the first one; the next one waits.
      const notBefore = milliseconds > 0 ? clock.now() + milliseconds : undefined
      await tell(host, { gap: milliseconds, notBefore })
    },

    async waitForSlot(host, signal) {
      signal.throwIfAborted()
      const state = stateOf(host)
      const now = steady()
      const at = Math.max(now, state.pausedUntil, state.nextAt)
      state.nextAt = at + (state.gap ?? 0)
      const wait = Math.min(MAX_PAUSE, at - now)
      if (wait > 0) await sleep(wait, signal)
    },

    of: (host) => {
      const state = stateOf(host)
      const { parallel, gap = 0 } = state
      return { parallel, gap, notBefore: pauseEnd(state) }
    },
  }
}
