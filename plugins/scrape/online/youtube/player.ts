import { ApiError, blocked } from 'weirjs'
import type { OnlineRequest } from '../online-page.ts'

/** One language of captions. */
export interface CaptionTrack {
  baseUrl: string
  language: string | undefined
  /** Whether a program wrote them. */
  isAutomatic: boolean
}

/** What YouTube's player is told of a video, as far as it is used. What it does not tell is null. */
export interface Player {
  /** Whether it can be played, in YouTube's code and words. */
  status: string
  reason: string
  tracks: CaptionTrack[]
  title: string | null
  author: string | null
  description: string | null
  keywords: string | null
  date: string | null
  /** Seconds. */
  duration: number | null
}

/** Reads what YouTube tells its player, which may be anything: what is not of the form that is known counts as not told. */
export function readPlayer(response: unknown): Player {
  const at = (...path: string[]): unknown =>
    path.reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], response)
  const text = (...path: string[]): string | null => {
    const value = at(...path)
    return typeof value === 'string' && value !== '' ? value : null
  }
  const list = (...path: string[]): unknown[] => {
    const value = at(...path)
    return Array.isArray(value) ? value : []
  }
  const microformat = ['microformat', 'playerMicroformatRenderer']
  const seconds = Number(at('videoDetails', 'lengthSeconds'))
  return {
    status: text('playabilityStatus', 'status') ?? 'OK',
    reason: text('playabilityStatus', 'reason') ?? '',
    tracks: list('captions', 'playerCaptionsTracklistRenderer', 'captionTracks').flatMap(readTrack),
    title: text('videoDetails', 'title'),
    author: text('videoDetails', 'author'),
    description: text('videoDetails', 'shortDescription'),
    keywords: list('videoDetails', 'keywords').join(', ') || null,
    date: text(...microformat, 'publishDate') ?? text(...microformat, 'uploadDate'),
    duration: seconds > 0 ? seconds : null,
  }
}

function readTrack(given: unknown): CaptionTrack[] {
  const { baseUrl, languageCode, kind } = (given ?? {}) as Record<string, unknown>
  if (typeof baseUrl !== 'string' || baseUrl === '') return []
  const language = typeof languageCode === 'string' ? languageCode : undefined
  return [{ baseUrl, language, isAutomatic: kind === 'asr' }]
}

/** The client whose captions need no proof of origin. */
const client = { clientName: 'ANDROID', clientVersion: '20.10.38' }

/** Most bytes of that: it has less than 200 kB. */
const MAX_PLAYER_BYTES = 2 * 1024 * 1024

/** Asks what the player is told of a video. */
export async function askPlayer(
  { ask, page }: OnlineRequest,
  base: URL,
  { videoId, apiKey }: { videoId: string; apiKey: string | undefined },
): Promise<Player> {
  const url = new URL(`${base.pathname.replace(/\/$/, '')}/youtubei/v1/player`, base.origin)
  if (apiKey) url.searchParams.set('key', apiKey)
  const { status, body } = await ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en-US' },
    body: JSON.stringify({ context: { client }, videoId }),
    maxBytes: MAX_PLAYER_BYTES,
  })
  const failure = (cause?: unknown) =>
    new ApiError(
      500,
      'scraping_failed',
      `YouTube did not tell about the video (status ${status})`,
      { url: page.url.href, reason: 'unavailable', status },
      { cause },
    )
  if (status === 429) throw blocked(page.url, { vendor: 'google' })
  if (status >= 400) throw failure()
  try {
    return readPlayer(JSON.parse(new TextDecoder().decode(body)))
  } catch (error) {
    throw failure(error)
  }
}

/** Characters of YouTube's own words that a refusal repeats. */
const SHOWN = 200

/**
 * Throws for a video that cannot be watched: `scraping_failed` with reason `blocked` where YouTube takes us for a program and
 * `unavailable` where nobody sees it here, `invalid_url` with reason `authentication_required` for one that wants a sign-in.
 * One that has not begun yet passes.
 */
export function checkPlayable({ status, reason }: Player, page: URL): void {
  if (status === 'OK' || status === 'LIVE_STREAM_OFFLINE') return
  if (status === 'LOGIN_REQUIRED' && /\bbot\b/i.test(reason)) throw blocked(page, { vendor: 'google' })
  const words = reason ? `: ${reason.slice(0, SHOWN)}` : ''
  if (status === 'LOGIN_REQUIRED' || status === 'AGE_VERIFICATION_REQUIRED') {
    throw new ApiError(400, 'invalid_url', `The video wants its viewers to sign in${words}`, {
      url: page.href,
      reason: 'authentication_required',
    })
  }
  throw new ApiError(500, 'scraping_failed', `The video cannot be watched${words}`, {
    url: page.href,
    reason: 'unavailable',
  })
}
