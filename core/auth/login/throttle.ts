import ipaddr from 'ipaddr.js'
import type { Clock } from '../../clock.ts'
import { ApiError } from '../../errors.ts'

/** Failed logins of one client or for one e-mail address, and in how long. Source: decisions 2.4. */
const MAX_FAILURES = 10
const WINDOW = 15 * 60_000
/** Milliseconds between two attempts for an e-mail address that is under attack, and how many may wait for theirs. */
const PAUSE = 2_000
const MAX_WAITING = 5
/** Names kept in each list; beyond that the one that was used longest ago is forgotten. About 20 MB. */
const MAX_NAMES = 100_000

/** Who tries to log in as whom. */
export interface LoginAttempt {
  emailKey: string
  /** The client's address. */
  address: string
}

/**
 * Slows down who guesses passwords, and locks nobody else out. After ten failures within 15 minutes a client is
 * refused. For an e-mail address with ten failures, from wherever, attempts wait for each other: whoever has the
 * right password still gets in, and a client that has logged in to it before does not even wait.
 */
export interface Throttle {
  /** Throws 429 `rate_limited` where the client has failed too often. */
  check(attempt: LoginAttempt): void
  /** Waits where the e-mail address is under attack. Throws 429 where too many wait already. */
  wait(attempt: LoginAttempt): Promise<void>
  /** Counts a failure. */
  failed(attempt: LoginAttempt): Failure
  succeeded(attempt: LoginAttempt): void
}

/** What a failed attempt comes to. */
export interface Failure {
  /** 429 in place of the refusal, where the e-mail address was under attack already. */
  refusal: ApiError | undefined
  /** What was not locked before: the client, or the e-mail address. */
  locks: readonly ('client' | 'email')[]
}

/** Counts in memory: a restart forgives failures, and costs an attacker more than it gives. */
export function createThrottle(clock: Clock, pause: (ms: number) => Promise<void> = sleep): Throttle {
  const failures = new Map<string, number[]>()
  /** Clients that have logged in, with the e-mail address. */
  const known = new Map<string, true>()
  /** By e-mail address: who waits, and when the last of them may go. */
  const queues = new Map<string, { waiting: number; last: Promise<void> }>()

  /** Until when a name is refused; undefined: it is not. */
  const lockedUntil = (name: string): number | undefined => {
    const times = failures.get(name)
    if (!times || times.length < MAX_FAILURES) return undefined
    const now = clock.now()
    // After the clock was set back an old failure lies ahead; it then counts for one window at most.
    const until = Math.min(times[0]!, now) + WINDOW
    return until > now ? until : undefined
  }

  const count = (name: string) => {
    const times = failures.get(name) ?? []
    times.push(clock.now())
    if (times.length > MAX_FAILURES) times.shift()
    keep(failures, name, times)
  }

  const tooMany = (until: number) => {
    const retryAfter = Math.ceil((until - clock.now()) / 1000)
    const wait = retryAfter < 60 ? `${retryAfter} seconds` : `${Math.ceil(retryAfter / 60)} minutes`
    const details = { retryAfter, limit: MAX_FAILURES, remaining: 0, resetTime: new Date(until).toISOString() }
    return new ApiError('rate_limited', `Too many failed logins; try again in ${wait}`, details, { retryAfter })
  }

  return {
    check(attempt) {
      const { pair, client } = namesOf(attempt)
      // Whoever shares an address with a guesser, and has logged in from there, answers for their own failures alone.
      const until = lockedUntil(known.has(pair) ? pair : client)
      if (until !== undefined) throw tooMany(until)
    },

    async wait(attempt) {
      const { pair, email } = namesOf(attempt)
      if (known.has(pair) || lockedUntil(email) === undefined) return
      const queue = queues.get(email) ?? { waiting: 0, last: Promise.resolve() }
      if (queue.waiting >= MAX_WAITING) throw tooMany(clock.now() + MAX_WAITING * PAUSE)
      queues.set(email, queue)
      queue.waiting++
      queue.last = queue.last.then(() => pause(PAUSE))
      await queue.last
      if (--queue.waiting === 0) queues.delete(email)
    },

    failed(attempt) {
      const names = namesOf(attempt)
      const until = lockedUntil(names.email)
      const open = (['client', 'email'] as const).filter((kind) => lockedUntil(names[kind]) === undefined)
      for (const name of [names.pair, names.client, names.email]) count(name)
      return {
        refusal: until === undefined ? undefined : tooMany(until),
        locks: open.filter((kind) => lockedUntil(names[kind]) !== undefined),
      }
    },

    succeeded: (attempt) => keep(known, namesOf(attempt).pair, true),
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** What failures are counted under. */
function namesOf({ emailKey, address }: LoginAttempt) {
  const client = clientOf(address)
  return { pair: `pair ${client} ${emailKey}`, client: `client ${client}`, email: `email ${emailKey}` }
}

/** Whoever has one IPv6 address has all of its /64. */
function clientOf(address: string) {
  if (!ipaddr.IPv6.isValid(address)) return address
  const parts = ipaddr.IPv6.parse(address).parts.slice(0, 4)
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`
}

/** Sets an entry anew, so that a map's order is that of the last use, and forgets the oldest. */
function keep<T>(map: Map<string, T>, name: string, value: T) {
  map.delete(name)
  map.set(name, value)
  for (const oldest of map.keys()) {
    if (map.size <= MAX_NAMES) break
    map.delete(oldest)
  }
}
