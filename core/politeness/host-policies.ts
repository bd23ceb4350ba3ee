import { sleep } from '../abort.ts'
import type { Clock } from '../clock.ts'
import { createLru } from '../concurrency/lru.ts'
import type { HostPolicy } from '../contracts/host-policy.ts'
import type { HostResponse } from '../contracts/politeness.ts'

/** The most parallel requests to a host that answers fast. Source: decisions 6.1. */
export const MAX_PARALLEL = 8
/** Response times in milliseconds up to which a host is fast, and beyond which it is slow. */
const FAST = 500
const SLOW = 2_000
/**
 * Milliseconds to pause requests to a host that refuses them without saying for how long; each further refusal
 * doubles it.
 */
const FIRST_PAUSE = 1_000
/** The longest pause, in milliseconds, whatever the host asks for. */
export const MAX_PAUSE = 120_000
/** How many hosts are remembered: the most recently used ones. */
const MAX_HOSTS = 20_000

interface HostState {
  parallel: number
  gap: number | undefined
  /** Consecutive refusals. */
  refusals: number
  notBefore: number
  /** When the next request of this process may start, because of the gap. */
  nextAt: number
}

/** How fast each host may be requested, learnt from its responses. */
export interface HostPolicies {
  /** Learns from a response, and updates the limits of all jobs if the policy changes. */
  recordResponse(host: string, response: HostResponse): Promise<void>
  /** Applies the crawl delay of robots.txt: milliseconds between the starts of two requests. */
  setCrawlDelay(host: string, milliseconds: number): Promise<void>
  /**
   * Waits for the rest of the host's gap or pause, before a request that the host limits have let through: items are
   * claimed at slightly other times than their requests start. Throws the signal's reason.
   */
  waitForSlot(host: string, signal: AbortSignal): Promise<void>
  of(host: string): Readonly<Pick<HostState, 'parallel' | 'notBefore'>> & { gap: number }
}

/** `tell` changes the limits that all jobs have for a host. */
export function createHostPolicies(
  clock: Clock,
  tell: (host: string, policy: HostPolicy) => Promise<void>,
): HostPolicies {
  const hosts = createLru<string, HostState>(MAX_HOSTS)

  const stateOf = (host: string): HostState => {
    const known = hosts.get(host)
    if (known) return known
    const state: HostState = { parallel: 1, gap: undefined, refusals: 0, notBefore: 0, nextAt: 0 }
    hosts.set(host, state)
    return state
  }

  return {
    async recordResponse(host, { status, ms, retryAfter }) {
      const state = stateOf(host)
      const before = state.parallel
      if (status === 429 || status === 503) {
        // A `Retry-After` of zero is of no use for a host that refuses, and may only come from its clock being behind
        // ours.
        const pause = retryAfter || FIRST_PAUSE * 2 ** Math.min(10, state.refusals)
        state.refusals++
        state.parallel = 1
        state.notBefore = Math.max(state.notBefore, clock.now() + Math.min(MAX_PAUSE, pause))
        await tell(host, { parallel: 1, notBefore: state.notBefore })
        return
      }
      if (status === 0 || ms > SLOW) state.parallel = Math.max(1, Math.floor(before / 2))
      else if (ms < FAST) state.parallel = Math.min(MAX_PARALLEL, before * 2)
      if (status !== 0) state.refusals = 0
      if (state.parallel !== before) await tell(host, { parallel: state.parallel })
    },

    async setCrawlDelay(host, milliseconds) {
      const state = stateOf(host)
      if (state.gap === milliseconds) return
      state.gap = milliseconds
      // The current request counts as the first; the next one waits.
      const notBefore = milliseconds > 0 ? clock.now() + milliseconds : undefined
      await tell(host, { gap: milliseconds, notBefore })
    },

    async waitForSlot(host, signal) {
      signal.throwIfAborted()
      const state = stateOf(host)
      const now = clock.now()
      const at = Math.max(now, state.notBefore, state.nextAt)
      state.nextAt = at + (state.gap ?? 0)
      // Bounded, in case the clock was changed.
      const wait = Math.min(MAX_PAUSE, at - now)
      if (wait > 0) await sleep(wait, signal)
    },

    of: (host) => {
      const { parallel, gap = 0, notBefore } = stateOf(host)
      return { parallel, gap, notBefore }
    },
  }
}
