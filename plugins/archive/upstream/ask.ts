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

/** The most requests for one question, if the archive fails. */
const TRIES = 2
/** The default limit of a response in bytes. */
const MAX_BYTES = 16 * 1024 * 1024
/** The most bytes of a response that are searched for the reason of a refusal. */
const REASON_BYTES = 4096

/** How the Wayback Machine reports that it does not show a site. */
const BLOCKED = /AdministrativeAccessControlException|RobotAccessControlException|URL has been excluded/i
/** Failures that say nothing about the host's health. */
const BLAMELESS = new Set(['too_large', 'forbidden_address', 'unsupported_scheme', 'malformed'])
const FAILING = new Set([429, 500, 502, 503, 504])

/** For whom an archive is asked, and until when. */
export interface AskContext {
  account: Account
  signal: AbortSignal
}

export interface Question extends AskContext {
  kind: Kind
  headers?: Record<string, string>
  maxBytes?: number
  /** False leaves the body encoded. */
  decode?: boolean
}

/** An archive's response; redirects are not followed. */
export interface UpstreamAnswer {
  url: URL
  status: number
  headers: Headers
  body: Uint8Array
}

/**
 * Asks an archive, in turn and within its limits. Throws `archive_unavailable` if it fails, and `not_found` for a
 * site that it does not show.
 */
export type Ask = (url: URL, question: Question) => Promise<UpstreamAnswer>

export interface AskParts extends Pick<Kit, 'operatorFetch'> {
  governor: Governor
  clock: Clock
  /** How archives reach the operator. */
  contact?: string
}

/** `address` is where the operator says that the archive is: its host may be private. */
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
/** The longest wait in milliseconds for another attempt. */
const MAX_RETRY_WAIT = 10_000

/** An archived response, whatever its status. Source: RFC 7089 section 2.1.1. */
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
    if (!BLAMELESS.has(reason) && !signal.aborted) await lane.failed({})
    // The message of a fetch contains the URL, which may be the operator's own.
    const message =
      reason === 'too_large'
        ? `What the archive ${provider} has is too large: more than ${Math.floor(maxBytes / (1024 * 1024))} MiB`
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
  const message = `The archive ${provider} cannot be asked at present: it allows no more requests`
  return unavailable(provider, 'busy', message, { retryAfter: secondsOf(lane.wait) })
}

function refused(provider: string, status: number, lane: Lane): ApiError {
  const message =
    status === 429
      ? `The archive ${provider} is asked too often at present`
      : `The archive ${provider} fails at present: it answered ${status}`
  const reason = status === 429 ? 'rate_limited' : 'status'
  return unavailable(provider, reason, message, { details: { status }, retryAfter: secondsOf(lane.wait) })
}

/** The error for an unusable response. */
export const unexpected = (provider: string, { status }: Pick<UpstreamAnswer, 'status'>) =>
  unavailable(provider, 'status', `The archive ${provider} answered ${status}`, { details: { status } })

export const malformed = (provider: string, what: string) =>
  unavailable(provider, 'malformed_response', `What the archive ${provider} answered is no ${what}`)
