import { ApiError } from 'weirjs'
import { copyOf, threadTask } from '../../../content/service.ts'
import type { OnlineRequest } from '../online-page.ts'
import { takenForProgram } from '../taken-for-program.ts'
import type { Player, readPlayerAnswer } from './read-player.ts'

/** The client whose captions need no proof-of-origin token. */
const client = { clientName: 'ANDROID', clientVersion: '20.10.38' }

/** The most bytes of the player's response, which has less than 200 kB. */
const MAX_PLAYER_BYTES = 2 * 1024 * 1024

const playerTask = (answer: Uint8Array) => {
  const body = copyOf(answer)
  const module = new URL('./read-player.ts', import.meta.url)
  return threadTask<typeof readPlayerAnswer>(module, 'readPlayerAnswer', body, [body])
}

/** Requests the player data of a video. */
export async function askPlayer(
  { ask, page, context, converter }: OnlineRequest,
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
  const failure = () =>
    new ApiError('scraping_failed', `YouTube returned no data for the video (status ${status})`, {
      url: page.url.href,
      reason: 'unavailable',
      status,
    })
  if (status === 429) throw takenForProgram(page.url, { vendor: 'google' })
  if (status >= 400) throw failure()
  const player = await converter.run(() => playerTask(body), context)
  if (player === null) throw failure()
  return player
}

/** The most characters of YouTube's own message that an error repeats. */
const SHOWN = 200

/**
 * Throws for a video that cannot be watched: `scraping_failed` with reason `blocked` if YouTube takes us for a bot,
 * and `unavailable` if nobody can watch it here; `invalid_url` with reason `authentication_required` if it requires a
 * sign-in. A video that has not started yet passes.
 */
export function checkPlayable({ status, reason }: Player, page: URL): void {
  if (status === 'OK' || status === 'LIVE_STREAM_OFFLINE') return
  if (status === 'LOGIN_REQUIRED' && /\bbot\b/i.test(reason)) throw takenForProgram(page, { vendor: 'google' })
  const words = reason ? `: ${reason.slice(0, SHOWN)}` : ''
  if (status === 'LOGIN_REQUIRED' || status === 'AGE_VERIFICATION_REQUIRED') {
    throw new ApiError('invalid_url', `The video requires viewers to sign in${words}`, {
      url: page.href,
      reason: 'authentication_required',
    })
  }
  throw new ApiError('scraping_failed', `The video cannot be watched${words}`, {
    url: page.href,
    reason: 'unavailable',
  })
}
