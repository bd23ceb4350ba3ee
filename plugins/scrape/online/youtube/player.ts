import { ApiError, blocked } from 'weirjs'
import type { OnlineRequest } from '../online-page.ts'

/** One language of captions. */
export interface CaptionTrack {
  baseUrl: string
  languageCode?: string
  /** `asr` where a program wrote them. */
  kind?: string
}

/** What YouTube's player is told of a video, as far as it is used. */
export interface PlayerResponse {
  playabilityStatus?: { status?: string; reason?: string }
  captions?: { playerCaptionsTracklistRenderer?: { captionTracks?: CaptionTrack[] } }
  videoDetails?: {
    title?: string
    author?: string
    lengthSeconds?: string
    shortDescription?: string
    keywords?: string[]
  }
  microformat?: { playerMicroformatRenderer?: { publishDate?: string; uploadDate?: string } }
}

/** The client whose captions need no proof of origin. */
const client = { clientName: 'ANDROID', clientVersion: '20.10.38' }

/** Asks what the player is told of a video. */
export async function askPlayer(
  { ask, page }: OnlineRequest,
  base: URL,
  { videoId, apiKey }: { videoId: string; apiKey: string | undefined },
): Promise<PlayerResponse> {
  const url = new URL(`${base.pathname.replace(/\/$/, '')}/youtubei/v1/player`, base.origin)
  if (apiKey) url.searchParams.set('key', apiKey)
  const { status, body } = await ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en-US' },
    body: JSON.stringify({ context: { client }, videoId }),
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
    return JSON.parse(new TextDecoder().decode(body)) as PlayerResponse
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
export function checkPlayable({ playabilityStatus }: PlayerResponse, page: URL): void {
  const { status = 'OK', reason = '' } = playabilityStatus ?? {}
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
