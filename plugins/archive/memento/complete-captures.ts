import { deadline } from 'weirjs'
import { type Cdx, createCdx } from '../cdx/ask-cdx.ts'
import type { ArchiveConfig } from '../config.ts'
import type { Capture } from '../service.ts'
import { type AskContext, type AskParts, createAsk } from '../upstream/ask.ts'
import type { ListedMemento } from './parse-timemap.ts'

/**
 * The most captures of an index that are searched, and the time limit in milliseconds: this information is optional.
 */
const MAX_ROWS = 5000
const TIMEOUT = 10_000

type Settings = Pick<ArchiveConfig, 'waybackUrl' | 'cdxUrl' | 'cdxReplayUrl'>

/** An archive with an index that the operator configured, by the host of its captures. */
interface KnownArchive {
  host: string
  cdx: Cdx
}

export function knownArchives(
  provider: string,
  { waybackUrl, cdxUrl, cdxReplayUrl = cdxUrl }: Settings,
  parts: AskParts,
): KnownArchive[] {
  const known = (replay: string, index: string): KnownArchive => ({
    host: new URL(replay).host,
    cdx: createCdx(provider, new URL(index), createAsk(provider, index, parts)),
  })
  return [known(waybackUrl, `${waybackUrl.replace(/\/$/, '')}/cdx/search/cdx`), known(cdxReplayUrl, cdxUrl)]
}

/**
 * Finds the index entries of mementos, as Memento itself only has their time. Leaves out those of unknown archives,
 * and of an index that fails.
 */
export async function completeCaptures(
  archives: readonly KnownArchive[],
  { url, mementos }: { url: URL; mementos: readonly ListedMemento[] },
  { account, signal }: AskContext,
): Promise<Map<ListedMemento, Capture>> {
  const found = new Map<ListedMemento, Capture>()
  const byHost = Map.groupBy(mementos, (memento) => URL.parse(memento.url)?.host)
  using time = deadline(signal, TIMEOUT)
  const complete = async ({ host, cdx }: KnownArchive) => {
    const its = byHost.get(host)
    if (!its) return
    const times = its.map(({ timestamp }) => timestamp).sort()
    const query = { url, account, from: times[0], to: times.at(-1), limit: MAX_ROWS }
    const rows = await cdx.search(query, time.signal).catch(() => {
      signal.throwIfAborted()
      return undefined
    })
    const byTime = new Map(rows?.captures.map((row) => [row.timestamp, row]))
    for (const memento of its) {
      const row = byTime.get(memento.timestamp)
      if (row) found.set(memento, row)
    }
  }
  await Promise.all(archives.map(complete))
  return found
}
