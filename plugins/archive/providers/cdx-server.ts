import { ApiError } from 'weirjs'
import { createCdx } from '../cdx/ask-cdx.ts'
import type { ArchiveConfig } from '../config.ts'
import { findMemento, readMemento } from '../replay/read-memento.ts'
import { rawAddress, shownAddress } from '../replay/replay-address.ts'
import type { ArchiveProvider } from '../service.ts'
import { type AskParts, createAsk } from '../upstream/ask.ts'

const NAME = 'secondary_archive'

/** Any CDX server with the replay of its captures; by default those of Arquivo.pt. */
export function createCdxServer(
  { cdxUrl, cdxReplayUrl }: Pick<ArchiveConfig, 'cdxUrl' | 'cdxReplayUrl'>,
  parts: AskParts,
): ArchiveProvider {
  const endpoint = new URL(cdxUrl)
  const cdx = createCdx(NAME, endpoint, createAsk(NAME, cdxUrl, parts))
  const replay = cdxReplayUrl ?? replayOf(endpoint)
  const askReplay = createAsk(NAME, replay ?? cdxUrl, parts)

  return {
    get pause() {
      return parts.governor.pause(cdxUrl)
    },
    search: cdx.search,

    async snapshot({ url, timestamp, account }, signal) {
      if (replay === undefined) throw noReplay()
      const start = rawAddress(replay, timestamp, url)
      const found = await findMemento(askReplay, NAME, { start }, { account, signal })
      if (!found) return undefined
      const memento = await readMemento(NAME, found)
      return { ...memento, url: shownAddress(replay, memento.timestamp, url) }
    },

    async availability({ url, timestamp, account }, signal) {
      return { timestamp: (await cdx.one(url, timestamp, { account, signal }))?.timestamp }
    },
  }
}

/**
 * Derives the address of the replay from that of the index, for the paths of pywb (`/all/cdx`) and of the Wayback
 * Machine.
 */
function replayOf({ origin, pathname }: URL): string | undefined {
  if (/\/cdx\/search(?:\/cdx)?\/?$/.test(pathname)) return `${origin}/web`
  return /\/cdx\/?$/.test(pathname) ? `${origin}${pathname.replace(/\/cdx\/?$/, '')}` : undefined
}

const noReplay = () =>
  new ApiError(
    'not_configured',
    'The operator has not configured where the captures of this archive are read: WEIR_CDX_REPLAY_URL',
    { setting: 'WEIR_CDX_REPLAY_URL' },
  )
