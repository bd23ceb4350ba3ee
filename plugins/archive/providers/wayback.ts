import { isApiError } from 'weirjs'
import { createCdx } from '../cdx/ask-cdx.ts'
import type { ArchiveConfig } from '../config.ts'
import { findMemento, readMemento } from '../replay/read-memento.ts'
import { rawAddress, shownAddress } from '../replay/replay-address.ts'
import type { ArchiveProvider, AvailabilityQuery } from '../service.ts'
import { isTimestamp } from '../time/timestamp.ts'
import { type Ask, type AskParts, createAsk } from '../upstream/ask.ts'

const NAME = 'primary_archive'
const PUBLIC_HOST = 'web.archive.org'
const PUBLIC_AVAILABILITY = 'https://archive.org/wayback/available'

/** The Wayback Machine: its CDX server, its replay, and its availability API. */
export function createWayback(
  { waybackUrl, waybackAvailabilityUrl }: Pick<ArchiveConfig, 'waybackUrl' | 'waybackAvailabilityUrl'>,
  parts: AskParts,
): ArchiveProvider {
  const base = waybackUrl.replace(/\/$/, '')
  const ask = createAsk(NAME, base, parts)
  const cdx = createCdx(NAME, new URL(`${base}/cdx/search/cdx`), ask)
  const isPublic = new URL(base).host === PUBLIC_HOST
  const available = waybackAvailabilityUrl ?? (isPublic ? PUBLIC_AVAILABILITY : `${base}/wayback/available`)
  const askAvailable = createAsk(NAME, available, parts)

  return {
    get pause() {
      return parts.governor.pause(base)
    },
    search: cdx.search,

    async snapshot({ url, timestamp, account }, signal) {
      const start = rawAddress(`${base}/web`, timestamp, url)
      const found = await findMemento(ask, NAME, { start }, { account, signal })
      if (!found) return undefined
      const memento = await readMemento(NAME, found)
      return { ...memento, url: shownAddress(`${base}/web`, memento.timestamp, url) }
    },

    async availability(query, signal) {
      const told = await askAvailability(askAvailable, new URL(available), query, signal)
      if (told !== undefined) return { timestamp: told }
      // It sometimes reports nothing although there are captures: the index is reliable.
      const capture = await cdx.one(query.url, query.timestamp, { account: query.account, signal })
      return { timestamp: capture?.timestamp }
    },
  }
}

/** The result of the availability API; undefined if there is none, or if it reports nothing. */
async function askAvailability(
  ask: Ask,
  endpoint: URL,
  { url, timestamp, account }: AvailabilityQuery,
  signal: AbortSignal,
): Promise<string | undefined> {
  const address = new URL(endpoint)
  address.searchParams.set('url', url.href)
  if (timestamp !== undefined) address.searchParams.set('timestamp', timestamp)
  try {
    const { status, body } = await ask(address, { account, signal, kind: 'availability' })
    if (status !== 200) return undefined
    const answer: { archived_snapshots?: { closest?: { available?: unknown; timestamp?: unknown } } } | null =
      JSON.parse(new TextDecoder().decode(body))
    const { available, timestamp: found } = answer?.archived_snapshots?.closest ?? {}
    return available === true && isTimestamp(found) ? found : undefined
  } catch (error) {
    if (signal.aborted || !(isApiError(error) || error instanceof SyntaxError)) throw error
    return undefined
  }
}
