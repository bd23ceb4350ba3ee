import { answerTranscript } from '../../content/video/answer-transcript.ts'
import type { Segment, Transcript } from '../../content/video/transcript.ts'
import { chooseLanguage } from '../choose-language.ts'
import type { OnlinePage, OnlineRequest, OnlineService } from '../online-page.ts'
import { askPlayer, type CaptionTrack, checkPlayable } from './player.ts'
import { readCaptions } from './read-captions.ts'
import { videoIdOf } from './video-id.ts'
import { getWatchPage } from './watch-page.ts'

/** Most bytes of captions: those of ten hours have less than 2 MB. */
const MAX_CAPTIONS_BYTES = 4 * 1024 * 1024

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

  const track = chooseTrack(player.tracks.length > 0 ? player.tracks : told.tracks, page.location?.languages ?? [])
  const found = track ? await getCaptions(track, request, base) : []
  const segments = found.length > 0 ? found : null
  const transcript: Transcript = {
    title: player.title ?? told.title,
    author: player.author ?? told.author,
    description: player.description ?? told.description,
    keywords: player.keywords ?? told.keywords,
    date: player.date ?? told.date,
    duration: player.duration ?? told.duration,
    language: segments && (track?.language ?? null),
    isAutomatic: track?.isAutomatic ?? false,
    segments,
  }
  await request.context.turn?.()
  const converted = answerTranscript({ url: page.url }, content, transcript, html)
  const warnings = track && !segments ? ['YouTube has captions of this video, but sent none'] : []
  return { status: 200, headers, converted, warnings }
}

/** In the language that is asked for, else in English, else the first; those that people wrote before a program's. */
function chooseTrack(tracks: readonly CaptionTrack[], languages: readonly string[]): CaptionTrack | undefined {
  const written = tracks.filter(({ isAutomatic }) => !isAutomatic)
  const automatic = tracks.filter(({ isAutomatic }) => isAutomatic)
  return chooseLanguage([...written, ...automatic], ({ language }) => language, languages)
}

async function getCaptions({ baseUrl }: CaptionTrack, { ask }: OnlineRequest, base: URL): Promise<Segment[]> {
  const given = URL.parse(baseUrl, base)
  if (!given) return []
  const isYoutube = given.hostname === 'www.youtube.com' || given.hostname === 'youtube.com'
  const url = isYoutube ? new URL(`${base.pathname.replace(/\/$/, '')}${given.pathname}${given.search}`, base) : given
  // That form has each word by itself.
  if (url.searchParams.get('fmt') === 'srv3') url.searchParams.delete('fmt')
  const { status, body } = await ask(url, { maxBytes: MAX_CAPTIONS_BYTES })
  return status < 400 ? readCaptions(new TextDecoder().decode(body)) : []
}
