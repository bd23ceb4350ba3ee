import { answerTranscript } from '../../content/video/answer-transcript.ts'
import type { Segment, Transcript } from '../../content/video/transcript.ts'
import { chooseLanguage } from '../choose-language.ts'
import type { OnlinePage, OnlineRequest, OnlineService } from '../online-page.ts'
import { askPlayer, type CaptionTrack, checkPlayable, type PlayerResponse } from './player.ts'
import { readCaptions } from './read-captions.ts'
import { videoIdOf } from './video-id.ts'
import { getWatchPage } from './watch-page.ts'

/** Most bytes of captions: those of ten hours have less than 2 MB. */
const MOST_CAPTIONS = 8 * 1024 * 1024

/** Videos of YouTube, read as what is said in them. */
export function youtube(base: URL): OnlineService {
  return {
    name: 'youtube',
    match(url) {
      const videoId = videoIdOf(url, base)
      return videoId === undefined ? undefined : (request) => readVideo(videoId, request, base)
    },
  }
}

async function readVideo(videoId: string, request: OnlineRequest, base: URL): Promise<OnlinePage> {
  const { page, content } = request
  const watch = new URL(`${base.pathname.replace(/\/$/, '')}/watch`, base.origin)
  watch.searchParams.set('v', videoId)
  const { headers, html, apiKey, player: told } = await getWatchPage(request, watch)
  const player = await askPlayer(request, base, { videoId, apiKey })
  checkPlayable(player, page.url)

  const tracks = tracksOf(player).length > 0 ? tracksOf(player) : tracksOf(told)
  const track = chooseTrack(tracks, page.location?.languages ?? [])
  const segments = track ? await getCaptions(track, request, base) : []
  const transcript: Transcript = {
    ...aboutVideo(player, told),
    language: segments.length > 0 ? (track?.languageCode ?? null) : null,
    isAutomatic: track?.kind === 'asr',
    segments: segments.length > 0 ? segments : null,
  }
  await request.turn()
  const converted = answerTranscript({ url: page.url }, content, transcript, html)
  const warnings = track && segments.length === 0 ? ['YouTube has captions of this video, but sent none'] : []
  return { status: 200, headers, converted, warnings }
}

const tracksOf = (player: PlayerResponse | undefined): CaptionTrack[] =>
  player?.captions?.playerCaptionsTracklistRenderer?.captionTracks?.filter(({ baseUrl }) => !!baseUrl) ?? []

/** In the language that is asked for, else in English, else the first; those that people wrote before a program's. */
function chooseTrack(tracks: readonly CaptionTrack[], languages: readonly string[]): CaptionTrack | undefined {
  const written = tracks.filter(({ kind }) => kind !== 'asr')
  const automatic = tracks.filter(({ kind }) => kind === 'asr')
  return chooseLanguage([...written, ...automatic], ({ languageCode }) => languageCode, languages)
}

async function getCaptions({ baseUrl }: CaptionTrack, { ask }: OnlineRequest, base: URL): Promise<Segment[]> {
  const given = URL.parse(baseUrl, base)
  if (!given) return []
  const isYoutube = given.hostname === 'www.youtube.com' || given.hostname === 'youtube.com'
  const url = isYoutube ? new URL(`${base.pathname.replace(/\/$/, '')}${given.pathname}${given.search}`, base) : given
  // That form has each word by itself.
  if (url.searchParams.get('fmt') === 'srv3') url.searchParams.delete('fmt')
  const { status, body } = await ask(url, { maxBytes: MOST_CAPTIONS })
  return status < 400 ? readCaptions(new TextDecoder().decode(body)) : []
}

function aboutVideo(
  player: PlayerResponse,
  told: PlayerResponse | undefined,
): Pick<Transcript, 'title' | 'author' | 'description' | 'keywords' | 'date' | 'duration'> {
  const details = { ...told?.videoDetails, ...player.videoDetails }
  const published = [player, told]
    .map((each) => each?.microformat?.playerMicroformatRenderer)
    .flatMap((each) => each?.publishDate ?? each?.uploadDate ?? [])
  const seconds = Number(details.lengthSeconds)
  return {
    title: details.title || null,
    author: details.author || null,
    description: details.shortDescription || null,
    keywords: details.keywords?.join(', ') || null,
    date: published[0] ?? null,
    duration: seconds > 0 ? seconds : null,
  }
}
