import ipaddr from 'ipaddr.js'
import { sleep } from '../../abort.ts'
import type { Clock } from '../../clock.ts'
import { isoTime } from '../../clock.ts'
import type { Leases } from '../../contracts/leases.ts'
import { ApiError } from '../../errors.ts'
import { type Logins, MAX_FAILURES, WINDOW } from './logins.ts'
import { createMemoryLogins } from './memory-logins.ts'

/** Milliseconds between two attempts for an e-mail address under attack, and how many attempts may wait. */
const PAUSE = 2_000
const MAX_WAITING = 5

/** The client and the account of a login attempt. */
export interface LoginAttempt {
  emailKey: string
  /** The client's address. */
  address: string
}

/**
 * Slows down password guessing without locking others out. A client is refused after ten failures within 15 minutes.
 * For an e-mail address with ten failures, from wherever, attempts are queued: anyone with the right password still
 * gets in, and a client that has logged in to it before does not even wait.
 */
export interface Throttle {
  /** Throws 429 `rate_limited` if the client has failed too often. */
  check(attempt: LoginAttempt): Promise<void>
  /** Waits if the e-mail address is under attack. Throws 429 if too many are waiting already. */
  wait(attempt: LoginAttempt): Promise<void>
  /** Counts a failure. */
  failed(attempt: LoginAttempt): Promise<Failure>
  succeeded(attempt: LoginAttempt): Promise<void>
}

/** The consequences of a failed attempt. */
export interface Failure {
  /** A 429 that replaces the refusal, if the e-mail address was under attack already. */
  refusal: ApiError | undefined
  /** What has become locked by this failure: the client, or the e-mail address. */
  locks: readonly ('client' | 'email')[]
}

export interface ThrottleParts {
  clock: Clock
  /** Default: in memory. A restart then forgets failures, but costs an attacker more than it gains them. */
  logins?: Logins
  /** Where several processes accept logins: attempts for an e-mail address wait for those in all of them. */
  leases?: Leases
  pause?: (ms: number) => Promise<void>
  /** Milliseconds that an attempt waits for those in other processes. Default: as long as it may wait in its own. */
  patience?: number
}

export function createThrottle(parts: ThrottleParts): Throttle {
  const { clock, logins = createMemoryLogins(), leases, pause = sleep, patience = MAX_WAITING * PAUSE } = parts
  /** By e-mail address: who is waiting, and when the last of them may proceed. */
  const queues = new Map<string, { waiting: number; last: Promise<void> }>()

  /** Until when a name is refused; undefined if it is not. */
  const lockedUntil = async (name: string): Promise<number | undefined> => {
    const times = await logins.failures(name)
    if (times.length < MAX_FAILURES) return undefined
    const now = clock.now()
    // If the clock was set back, an old failure lies in the future; it then counts for one window at most.
    const until = Math.min(times[0]!, now) + WINDOW
    return until > now ? until : undefined
  }

  /** The pause of one attempt, which no other process takes at the same time. */
  const pauseAlone = async (email: string) => {
    const name = `login ${email}`
    const late = AbortSignal.timeout(patience)
    let lease = await leases?.take(name)
    while (lease && !('release' in lease)) {
      await leases?.free(name, late).catch(() => {})
      if (late.aborted) throw tooMany(clock.now() + patience)
      lease = await leases?.take(name)
    }
    await pause(PAUSE)
    lease?.release()
  }

  const tooMany = (until: number) => {
    const retryAfter = Math.ceil((until - clock.now()) / 1000)
    const wait = retryAfter < 60 ? `${retryAfter} seconds` : `${Math.ceil(retryAfter / 60)} minutes`
    const details = { retryAfter, limit: MAX_FAILURES, remaining: 0, resetTime: isoTime(until) }
    return new ApiError('rate_limited', `Too many failed logins; try again in ${wait}`, details, { retryAfter })
  }

  return {
    async check(attempt) {
      const { pair, client } = namesOf(attempt)
      // A user who shares an address with a guesser, and has logged in from there, is judged by their own failures
      // alone.
      const until = await lockedUntil((await logins.isKnown(pair)) ? pair : client)
      if (until !== undefined) throw tooMany(until)
    },

    async wait(attempt) {
      const { pair, email } = namesOf(attempt)
      if ((await logins.isKnown(pair)) || (await lockedUntil(email)) === undefined) return
      const queue = queues.get(email) ?? { waiting: 0, last: Promise.resolve() }
      if (queue.waiting >= MAX_WAITING) throw tooMany(clock.now() + MAX_WAITING * PAUSE)
      queues.set(email, queue)
      queue.waiting++
      // An attempt that failed while waiting must not fail those behind it.
      queue.last = queue.last.catch(() => {}).then(() => pauseAlone(email))
      try {
        await queue.last
      } finally {
        if (--queue.waiting === 0) queues.delete(email)
      }
    },

    async failed(attempt) {
      const names = namesOf(attempt)
      const kinds = ['client', 'email'] as const
      const before = await Promise.all(kinds.map((kind) => lockedUntil(names[kind])))
      await logins.failed([names.pair, names.client, names.email], Math.round(clock.now()))
      const after = await Promise.all(kinds.map((kind) => lockedUntil(names[kind])))
      const until = before[1]
      return {
        refusal: until === undefined ? undefined : tooMany(until),
        locks: kinds.filter((_, i) => before[i] === undefined && after[i] !== undefined),
      }
    },

    succeeded: (attempt) => logins.know(namesOf(attempt).pair, Math.round(clock.now())),
  }
}

/** The names under which failures are counted. */
function namesOf({ emailKey, address }: LoginAttempt) {
  const client = clientOf(address)
  return { pair: `pair ${client} ${emailKey}`, client: `client ${client}`, email: `email ${emailKey}` }
}

/** The holder of one IPv6 address has its whole /64. */
function clientOf(address: string) {
  if (!ipaddr.IPv6.isValid(address)) return address
  const parts = ipaddr.IPv6.parse(address).parts.slice(0, 4)
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`
}
