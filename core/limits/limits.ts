import type { Caller } from '../auth/caller.ts'
import { type Clock, isoTime, systemClock } from '../clock.ts'
import { andThen, type MaybePromise } from '../concurrency/maybe-promise.ts'
import { SettingError } from '../config.ts'
import type { OwnRate } from '../contracts/account.ts'
import type { Plan, Plans, Rate } from '../contracts/plan.ts'
import { ApiError } from '../errors.ts'
import { createMemoryInFlight, type InFlight } from './in-flight.ts'
import type { WindowRule, WindowState, Windows } from './windows.ts'

/**
 * By plan name; a plan that is not listed has no limit. A function reads the rate from the plan, if it is in a plan
 * field of the plugin.
 */
export type PlanLimits = Readonly<Record<string, Rate>> | ((plan: Plan) => Rate)

/**
 * `X-RateLimit-Limit`, `-Remaining` and `-Reset`, and only on a 429 `-Retry-After` and `Retry-After`. Names in lower
 * case.
 */
export type LimitHeaders = Record<string, string>

/** The caller whose limits apply. */
export type Limited = Pick<Caller, 'account' | 'rateLimit' | 'key'>

/**
 * Rate limits. The family `general` counts scrape, batch and search, and `calls` everything that counts against no
 * other family, per minute. Plugins declare the others. A key's own limit applies in addition to the plan's, except
 * for `calls`.
 */
export interface Limits {
  /** The names of all families. */
  readonly families: ReadonlySet<string>
  /** The windows of a family. Counts nothing. */
  windows(caller: Limited, family: string): Promise<WindowState[]>
  /** The headers of an answer, from the window with the smallest share left. Counts nothing. */
  peek(caller: Limited, family: string): Promise<LimitHeaders>
  /** Counts a request and returns the headers. If it throws 429 `rate_limited`, nothing is counted. */
  count(caller: Limited, family: string): MaybePromise<LimitHeaders>
  /**
   * The same for a family that counts jobs. `giveBack` undoes the count if the request started no job, and returns
   * the headers after that. A key's own limit counts requests, so its count stays.
   */
  countJob(caller: Limited, family: string): MaybePromise<{ headers: LimitHeaders; giveBack(): Promise<LimitHeaders> }>
  /** Counts a request in flight, and returns a function that releases it. Throws 429 `rate_limited`. */
  enter(caller: Limited): Promise<() => void>
  /** Writes counts that are still in memory. */
  flush(): Promise<void>
  /** The same, and stops counting. */
  close(): Promise<void>
}

export interface LimitsParts {
  windows: Windows
  plans: Plans
  /** The families of all plugins. */
  declared: Readonly<Record<string, PlanLimits>>
  /** Families of plugins that are not loaded. Plans may mention them. */
  idle?: readonly string[]
  /** False counts everything and refuses nothing. */
  metering?: boolean
  clock?: Clock
  inFlight?: InFlight
}

const LENGTHS = { perMinute: 60_000, perHour: 3_600_000, perDay: 86_400_000 } as const
const lengthNames = Object.keys(LENGTHS) as (keyof typeof LENGTHS)[]

/** Throws SettingError for a family whose name is taken, and for a plan with a family that no plugin declares. */
export function createLimits(parts: LimitsParts): Limits {
  const {
    windows,
    plans,
    declared,
    idle = [],
    metering = true,
    clock = systemClock,
    inFlight = createMemoryInFlight(),
  } = parts
  const families = new Set(['general', 'calls', ...Object.keys(declared)])
  checkFamilies(families, { declared, idle, plans })

  /** The rate of a family for an account, without the limit of its key. */
  const rateOf = ({ account, rateLimit }: Limited, family: string): Rate => {
    const plan = plans[account.plan]
    if (family === 'calls') return { perMinute: plan.callsPerMinute }
    if (family === 'general') {
      const own = { perHour: rateLimit?.requestsPerHour, perDay: rateLimit?.requestsPerDay }
      return { perHour: own.perHour ?? plan.requestsPerHour, perDay: own.perDay ?? plan.requestsPerDay }
    }
    if (!families.has(family)) throw new Error(`There is no limit family ${family}`)
    const limits = declared[family]
    const own = typeof limits === 'function' ? limits(plan) : limits?.[account.plan]
    return { ...own, ...plan.families[family] }
  }

  const rulesOf = (caller: Limited, family: string): WindowRule[] => {
    const rules = toRules(caller.account.id, family, rateOf(caller, family))
    const own = family === 'calls' ? undefined : caller.key?.rateLimit
    if (!caller.key || !own) return rules
    return [...rules, ...toRules(caller.key.id, 'key', { perHour: own.requestsPerHour, perDay: own.requestsPerDay })]
  }

  const headersOf = (caller: Limited, family: string, states: WindowState[]): LimitHeaders => {
    const [first, ...others] = states
    if (first)
      return toHeaders(others.reduce((least, state) => (shareOf(state) < shareOf(least) ? state : least), first))
    // Without a window, the requests in flight are the limit.
    const { concurrent } = plans[caller.account.plan]
    if (family === 'calls' || concurrent === null) return {}
    const remaining = Math.max(0, concurrent - inFlight.count(caller.account.id))
    return toHeaders({ limit: concurrent, remaining, resetsAt: clock.now() + 1000 })
  }

  const take = (caller: Limited, family: string) =>
    andThen(windows.take(rulesOf(caller, family)), (outcome) => {
      if (!outcome.taken && metering) throw refusal(caller, family, outcome.states, clock.now())
      return outcome
    })

  const peek = async (caller: Limited, family: string) =>
    headersOf(caller, family, await windows.read(rulesOf(caller, family)))

  return {
    families,
    windows: async (caller, family) => windows.read(rulesOf(caller, family)),
    peek,

    count: (caller, family) => andThen(take(caller, family), ({ states }) => headersOf(caller, family, states)),

    countJob: (caller, family) =>
      andThen(take(caller, family), ({ taken, states }) => ({
        headers: headersOf(caller, family, states),
        async giveBack() {
          if (taken) await windows.giveBack(states.filter((state) => state.family === family))
          return peek(caller, family)
        },
      })),

    async enter({ account }) {
      const { concurrent, burst }: Plan = plans[account.plan]
      const rule = metering ? { concurrent, burst } : { concurrent: null, burst: null }
      const release = await inFlight.acquire(account.id, rule)
      if (release) return release
      const limit = concurrent ?? burst ?? 0
      const bounds = [
        ...(concurrent === null ? [] : [`${concurrent} at once`]),
        ...(burst === null ? [] : [`${burst} on average over 10 s`]),
      ]
      const message = `Too many requests in flight: the ${account.plan} plan allows ${bounds.join(', and ')}; wait for one to end`
      throw rateLimited(message, { limit, resetsAt: clock.now() + 1000 }, clock.now())
    },

    flush: () => windows.flush(),

    async close() {
      await windows.close()
      await inFlight.close()
    },
  }
}

/** `Retry-After` in seconds if too much is open at once, as nobody knows when some of it ends. */
const ASK_AGAIN = 5

/** Completes the details of a 429, whoever threw it. Other errors stay as they are. Source: spec section 7.1. */
export function completeRefusal(error: ApiError, now: number): ApiError {
  const { code, details, retryAfter = ASK_AGAIN } = error
  if (code !== 'rate_limited' || typeof details.limit !== 'number' || details.resetTime !== undefined) return error
  const resetTime = isoTime(now + retryAfter * 1000)
  return error.with({ details: { ...details, retryAfter, remaining: 0, resetTime }, retryAfter })
}

/** The headers of a 429; none for any other error. */
export function refusalHeaders({ status, details }: ApiError): LimitHeaders {
  const { limit, remaining, resetTime, retryAfter } = details
  if (status !== 429 || typeof limit !== 'number' || typeof remaining !== 'number' || typeof resetTime !== 'string')
    return {}
  const seconds = String(retryAfter)
  const window = { limit, remaining, resetsAt: Date.parse(resetTime) }
  return { ...toHeaders(window), 'x-ratelimit-retry-after': seconds, 'retry-after': seconds }
}

function checkFamilies(
  families: ReadonlySet<string>,
  { declared, idle, plans }: Required<Pick<LimitsParts, 'declared' | 'idle' | 'plans'>>,
) {
  const taken = Object.keys(declared).find((name) => name === 'general' || name === 'calls')
  if (taken) throw new SettingError(`A plugin cannot declare the limit family ${taken}: the name is the core's`)
  for (const [plan, { families: named }] of Object.entries(plans)) {
    const unknown = Object.keys(named).find((name) => !idle.includes(name) && !Object.hasOwn(declared, name))
    if (unknown === undefined) continue
    const known = [...new Set([...families, ...idle])].filter((name) => name !== 'general' && name !== 'calls')
    throw new SettingError(`WEIR_PLANS: plan ${plan} names the family ${unknown}; the families are ${known.join(', ')}`)
  }
}

function toRules(subject: string, family: string, rate: Rate): WindowRule[] {
  const rules: WindowRule[] = []
  for (const name of lengthNames) {
    const limit = rate[name]
    if (typeof limit === 'number') rules.push({ subject, family, length: LENGTHS[name], limit })
  }
  return rules
}

const shareOf = ({ remaining, limit }: WindowState) => (limit === 0 ? 0 : remaining / limit)

const toHeaders = ({
  limit,
  remaining,
  resetsAt,
}: Pick<WindowState, 'limit' | 'remaining' | 'resetsAt'>): LimitHeaders => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(Math.ceil(resetsAt / 1000)),
})

const SPANS: Record<number, string> = { 60000: 'per minute', 3600000: 'per hour', 86400000: 'per day' }

/** Whether the window's limit was set for the user by an administrator, in place of the plan's. */
const isOwn = (rate: OwnRate | null, { length }: WindowState) =>
  (length === LENGTHS.perHour ? rate?.requestsPerHour : rate?.requestsPerDay) !== undefined

function refusal(caller: Limited, family: string, states: WindowState[], now: number): ApiError {
  const { key, account, rateLimit } = caller
  // Of several full windows the last to end, as no request passes before that.
  const full = states.filter(({ remaining }) => remaining === 0).sort((a, b) => b.resetsAt - a.resetsAt)[0]!
  const isOfUser = full.family === 'general' && isOwn(rateLimit, full)
  const whose = full.subject === key?.id ? 'this key' : isOfUser ? 'this account' : `the ${account.plan} plan`
  const what =
    full.family === 'calls'
      ? 'calls'
      : full.family === 'key' || family === 'general'
        ? 'requests'
        : `${family} requests`
  const counted = full.limit === 1 ? what.replace(/s$/, '') : what
  return rateLimited(`Rate limit exceeded: ${whose} allows ${full.limit} ${counted} ${SPANS[full.length]}`, full, now)
}

function rateLimited(message: string, { limit, resetsAt }: Pick<WindowState, 'limit' | 'resetsAt'>, now: number) {
  const retryAfter = Math.max(1, Math.ceil((resetsAt - now) / 1000))
  const details = { retryAfter, limit, remaining: 0, resetTime: isoTime(resetsAt) }
  return new ApiError('rate_limited', message, details, { retryAfter })
}
