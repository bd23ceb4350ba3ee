/** A caption track in one language. */
export interface CaptionTrack {
  baseUrl: string
  language: string | undefined
  /** Whether a program created it. */
  isAutomatic: boolean
}

/** The player data of a video, as far as it is used; missing values are null. */
export interface Player {
  /** Whether it can be played: YouTube's status code and message. */
  status: string
  reason: string
  tracks: CaptionTrack[]
  title: string | null
  author: string | null
  description: string | null
  keywords: string | null
  date: string | null
  /** In seconds. */
  duration: number | null
}

/**
 * Reads the player data of a video. The response may be anything: whatever is not in the known form counts as
 * missing.
 */
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

/** The same for a response body; null if it is not JSON. */
export function readPlayerAnswer(body: Uint8Array): Player | null {
  try {
    return readPlayer(JSON.parse(new TextDecoder().decode(body)))
  } catch {
    // A truncated response has no data.
    return null
  }
}
