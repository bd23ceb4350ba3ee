import { isApiError, objectOf, parseLongJson } from 'weirjs'
import { createCdx } from '../cdx/ask-cdx.ts'
import type { ArchiveConfig } from '../config.ts'
import { findMemento, readMemento } from '../replay/read-memento.ts'
import { rawAddress, shownAddress } from '../replay/replay-address.ts'
import type { ArchiveProvider, AvailabilityQuery } from '../service.ts'
import { isTimestamp } from '../time/timestamp.ts'
import { type Ask, type AskParts, createAsk } from '../upstream/ask.ts'

const NAME = 'primary_archive'
const PUBLIC_HOST = 'web.archive.org'
/** The most bytes of a response of the availability API, which names one capture. */
const MAX_AVAILABILITY = 256 * 1024
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
      // The availability API sometimes finds nothing although there are captures, so the index is asked too.
      const capture = await cdx.one(query.url, query.timestamp, { account: query.account, signal })
      return { timestamp: capture?.timestamp }
    },
  }
}

/** The capture that the availability API returns; undefined if it finds none, or fails. */
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
    const asking = { account, signal, kind: 'availability', maxBytes: MAX_AVAILABILITY } as const
    const { status, body } = await ask(address, asking)
    if (status !== 200) return undefined
    const answer = objectOf(await parseLongJson(new TextDecoder().decode(body)))
    const { available, timestamp: found } = objectOf(objectOf(answer.archived_snapshots).closest)
    return available === true && isTimestamp(found) ? found : undefined
  } catch (error) {
    if (signal.aborted || !isApiError(error)) throw error
    return undefined
  }
}
