import {
  type Account,
  type ApiError,
  type Clock,
  deadline,
  type GuardedFetch,
  isApiError,
  isTimeUp,
  type Kit,
  retryAfterOf,
  USER_AGENT,
} from 'weirjs'
import { blockedSite, unavailable } from '../errors.ts'
import type { Governor } from './governor.ts'
import { type Kind, PATIENCE } from './host-limits.ts'
import { Busy, type Lane } from './lane.ts'

/** How often a request is sent in all, if the archive fails. */
const TRIES = 2
/** The default limit of a response, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024
/** The leading bytes of a response that are searched for the reason of a refusal. */
const REASON_BYTES = 4096

/** The messages of the Wayback Machine for a site that it does not show. */
const BLOCKED = /AdministrativeAccessControlException|RobotAccessControlException|URL has been excluded/i
/** Failures that do not mean that the host has a problem. */
const NOT_THE_HOSTS_FAULT = new Set(['too_large', 'forbidden_address', 'unsupported_scheme', 'malformed'])
const FAILING = new Set([429, 500, 502, 503, 504])

/** The account of a request, and the signal that aborts it. */
export interface AskContext {
  account: Account
  signal: AbortSignal
}

export interface Question extends AskContext {
  kind: Kind
  headers?: Record<string, string>
  maxBytes?: number
  /** False keeps the body's content coding. */
  decode?: boolean
}

/** The response of an archive; redirects are not followed. */
export interface UpstreamAnswer {
  url: URL
  status: number
  headers: Headers
  body: Uint8Array
}

/**
 * Sends a request to an archive, in turn and within its rate limits. Throws `archive_unavailable` if it fails, and
 * `not_found` for a site that the archive does not show.
 */
export type Ask = (url: URL, question: Question) => Promise<UpstreamAnswer>

export interface AskParts extends Pick<Kit, 'operatorFetch'> {
  governor: Governor
  clock: Clock
  /** How archives can contact the operator. */
  contact?: string
}

/** `address` is the archive's address in the settings, whose host may be private. */
export function createAsk(provider: string, address: string, parts: AskParts): Ask {
  const { governor, clock, contact } = parts
  const fetch = parts.operatorFetch(address)
  const sender: Record<string, string> =
    contact === undefined ? {} : { 'user-agent': USER_AGENT.replace(/\)$/, `; +${contact})`) }
  return async (url, question) => {
    const lane = governor.lane(url.host, question.kind)
    const signed = { ...question, headers: { ...sender, ...question.headers } }
    for (let left = TRIES - 1; ; left--) {
      const answer = await send(fetch, url, signed, { provider, lane })
      if (isMemento(answer) || !FAILING.has(answer.status)) {
        lane.succeeded()
        if (!isMemento(answer) && isBlocked(answer)) throw blockedSite(provider)
        return answer
      }
      if (isBlocked(answer)) throw blockedSite(provider)
      const { status, headers } = answer
      await lane.failed({ status, retryAfter: retryAfterOf(headers, clock.now()) })
      if (left === 0 || lane.wait > MAX_RETRY_WAIT) throw refused(provider, status, lane)
    }
  }
}
/** The longest wait for another try, in milliseconds. */
const MAX_RETRY_WAIT = 10_000

/** Whether a response is an archived one, whatever its status. Source: RFC 7089 section 2.1.1. */
export const isMemento = ({ headers }: Pick<UpstreamAnswer, 'headers'>) => headers.has('memento-datetime')

function isBlocked({ status, headers, body }: UpstreamAnswer): boolean {
  if (BLOCKED.test(headers.get('x-archive-wayback-runtime-error') ?? '')) return true
  const isWorded = status >= 400 || /^text\/(?:html|plain)/.test(headers.get('content-type') ?? '')
  return isWorded && BLOCKED.test(new TextDecoder('latin1').decode(body.subarray(0, REASON_BYTES)))
}

async function send(
  fetch: GuardedFetch,
  url: URL,
  { kind: _, account, signal, headers, maxBytes = MAX_BYTES, decode = true }: Question,
  { provider, lane }: { provider: string; lane: Lane },
): Promise<UpstreamAnswer> {
  const release = await lane.enter({ account, signal }).catch((error) => {
    if (!(error instanceof Busy) && !isTimeUp(signal)) throw error
    throw busy(provider, lane)
  })
  try {
    using time = deadline(signal, PATIENCE)
    const answer = await fetch(url, { headers, signal: time.signal, maxRedirects: 0, maxBytes, decode })
    return { url, status: answer.status, headers: answer.headers, body: await answer.bytes() }
  } catch (error) {
    if (signal.aborted && !isTimeUp(signal)) throw signal.reason
    const reason = reasonOf(error)
    if (!NOT_THE_HOSTS_FAULT.has(reason) && !signal.aborted) await lane.failed({})
    // The error of a fetch contains the address, which only the operator may see.
    const message =
      reason === 'too_large'
        ? `The answer of the archive ${provider} is too large: more than ${Math.floor(maxBytes / (1024 * 1024))} MiB`
        : `The archive ${provider} could not be reached: ${reason}`
    throw unavailable(provider, reason, message, { cause: error })
  } finally {
    release()
  }
}

const reasonOf = (error: unknown): string =>
  isApiError(error) && error.code !== 'timeout' ? String(error.details.reason ?? error.code) : 'timeout'

const secondsOf = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000))

function busy(provider: string, lane: Lane): ApiError {
  const message = `The archive ${provider} cannot be asked at present: its request limit is reached`
  return unavailable(provider, 'busy', message, { retryAfter: secondsOf(lane.wait) })
}

function refused(provider: string, status: number, lane: Lane): ApiError {
  const message =
    status === 429
      ? `The archive ${provider} receives too many requests at present`
      : `The archive ${provider} is failing at present: it answered ${status}`
  const reason = status === 429 ? 'rate_limited' : 'status'
  return unavailable(provider, reason, message, { details: { status }, retryAfter: secondsOf(lane.wait) })
}

/** The error for a response that cannot be used. */
export const unexpected = (provider: string, { status }: Pick<UpstreamAnswer, 'status'>) =>
  unavailable(provider, 'status', `The archive ${provider} answered ${status}`, { details: { status } })

export const malformed = (provider: string, what: string) =>
  unavailable(provider, 'malformed_response', `The answer of the archive ${provider} is not a valid ${what}`)
