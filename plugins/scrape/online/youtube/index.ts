import { copyOf, threadTask } from '../../../content/service.ts'
import { chooseLanguage, isSameLanguage } from '../choose-language.ts'
import type { OnlinePage, OnlineRequest, OnlineService } from '../online-page.ts'
import { MAX_CAPTIONS_BYTES } from '../with-captions.ts'
import { askPlayer, checkPlayable } from './player.ts'
import type { CaptionTrack } from './read-player.ts'
import type { convertVideo, VideoAnswers } from './read-video.ts'
import { videoIdOf } from './video-id.ts'
import { getWatchPage } from './watch-page.ts'

const NOTHING = new Uint8Array()

/** Videos of YouTube, read as their transcripts. */
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
  const { headers, body, apiKey, player: told } = await getWatchPage(request, watch)
  const player = await askPlayer(request, base, { videoId, apiKey })
  checkPlayable(player, page.url)

  const track = chooseTrack(player.tracks.length > 0 ? player.tracks : told.tracks, page.location?.languages ?? [])
  const captions = track ? await getCaptions(track, request, base) : NOTHING
  const about = {
    title: player.title ?? told.title,
    author: player.author ?? told.author,
    description: player.description ?? told.description,
    keywords: player.keywords ?? told.keywords,
    date: player.date ?? told.date,
    duration: player.duration ?? told.duration,
    language: track?.language ?? null,
    isAutomatic: track?.isAutomatic ?? false,
  }
  const { context, converter } = request
  await context.yieldToEventLoop?.()
  const answers = { url: page.url.href, options: content, about, watchPage: body, captions }
  const converted = await converter.runConversion(() => videoTask(answers), context)
  const isMissing = track !== undefined && !converted.transcriptAvailable
  return {
    status: 200,
    headers,
    converted,
    warnings: isMissing ? ['YouTube lists captions for this video but returned none'] : [],
  }
}

const videoTask = (answers: VideoAnswers) => {
  const [watchPage, captions] = [copyOf(answers.watchPage), copyOf(answers.captions)]
  const module = new URL('./read-video.ts', import.meta.url)
  const given = { ...answers, watchPage, captions }
  return threadTask<typeof convertVideo>(module, 'convertVideo', given, [watchPage, captions])
}

/**
 * Chooses captions in the requested language, otherwise in English, otherwise the first. Captions written by people,
 * in any form of that language, take precedence over automatic ones.
 */
function chooseTrack(tracks: readonly CaptionTrack[], languages: readonly string[]): CaptionTrack | undefined {
  const written = tracks.filter(({ isAutomatic }) => !isAutomatic)
  const automatic = tracks.filter(({ isAutomatic }) => isAutomatic)
  const chosen = chooseLanguage([...written, ...automatic], ({ language }) => language, languages)
  if (!chosen?.isAutomatic) return chosen
  return written.find(({ language }) => isSameLanguage(language, chosen.language)) ?? chosen
}

async function getCaptions({ baseUrl }: CaptionTrack, { ask }: OnlineRequest, base: URL): Promise<Uint8Array> {
  const given = URL.parse(baseUrl, base)
  if (!given) return NOTHING
  const isYoutube = given.hostname === 'www.youtube.com' || given.hostname === 'youtube.com'
  const url = isYoutube ? new URL(`${base.pathname.replace(/\/$/, '')}${given.pathname}${given.search}`, base) : given
  // In this format every word is a separate element.
  if (url.searchParams.get('fmt') === 'srv3') url.searchParams.delete('fmt')
  const { status, body } = await ask(url, { maxBytes: MAX_CAPTIONS_BYTES })
  return status < 400 ? body : NOTHING
}
