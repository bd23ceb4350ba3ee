import ipaddr from 'ipaddr.js'
import type { Clock } from '../clock.ts'
import { ApiError } from '../errors.ts'

/** Failed logins of one e-mail address or one client address, and in how long. Source: decisions 2.4. */
const MOST_FAILURES = 10
const WINDOW = 15 * 60_000

/** Names kept; beyond that the one that failed longest ago is forgotten. About 20 MB. */
const MOST_NAMES = 100_000

export interface Throttle {
  /** Throws 429 `rate_limited` where too many attempts have failed. */
  check(names: readonly string[]): void
  failed(names: readonly string[]): void
}

/** What failed logins are counted under: the e-mail address, and the client. */
export const throttleNames = (emailKey: string, address: string) => [`email ${emailKey}`, `client ${clientOf(address)}`]

/** Whoever has one IPv6 address has all of its /64. */
function clientOf(address: string) {
  if (!ipaddr.IPv6.isValid(address)) return address
  const parts = ipaddr.IPv6.parse(address).parts.slice(0, 4)
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`
}

/** Counts failures in memory: a restart forgives them, and costs an attacker more than it gives. */
export function createThrottle(clock: Clock): Throttle {
  const failures = new Map<string, number[]>()

  return {
    check(names) {
      const now = clock.now()
      for (const name of names) {
        const times = failures.get(name)
        if (!times || times.length < MOST_FAILURES) continue
        // After the clock was set back an old failure lies ahead; it then counts for one window at most.
        const freeAt = Math.min(times[0]!, now) + WINDOW
        if (freeAt <= now) continue
        const retryAfter = Math.ceil((freeAt - now) / 1000)
        const message = `Too many failed logins; try again in ${Math.ceil(retryAfter / 60)} minutes`
        const details = { retryAfter, limit: MOST_FAILURES, remaining: 0, resetTime: new Date(freeAt).toISOString() }
        throw new ApiError(429, 'rate_limited', message, details, { retryAfter })
      }
    },

    failed(names) {
      const now = clock.now()
      for (const name of names) {
        const times = failures.get(name) ?? []
        times.push(now)
        if (times.length > MOST_FAILURES) times.shift()
        // Set anew, so that the map's order is that of the last failure.
        failures.delete(name)
        failures.set(name, times)
      }
      for (const name of failures.keys()) {
        if (failures.size <= MOST_NAMES) break
        failures.delete(name)
      }
    },
  }
}
