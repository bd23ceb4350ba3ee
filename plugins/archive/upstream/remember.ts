import type { ArchiveProvider, CaptureList, Snapshot } from '../service.ts'
import type { Answers, Keeping } from './answers.ts'

const MINUTE = 60_000

/** Lists grow, and archives add captures within hours. */
const list: Keeping<CaptureList> = {
  for: () => 5 * MINUTE,
  size: ({ captures }) => captures.reduce((sum, { url }) => sum + 300 + 2 * url.length, 500),
}
/** A capture never changes; a nearer one may be added. */
const snapshot: Keeping<Snapshot | undefined> = {
  for: (found) => (found ? 12 * 60 : 5) * MINUTE,
  size: (found) => 2000 + (found?.body.length ?? 0),
}
const availability: Keeping<{ timestamp: string | undefined }> = {
  for: ({ timestamp }) => (timestamp === undefined ? 5 : 30) * MINUTE,
  size: () => 300,
}

/** An archive whose responses are cached for a while, for all accounts, because its content is public. */
export function remember(name: string, provider: ArchiveProvider, answers: Answers): ArchiveProvider {
  const keyOf = (...parts: unknown[]) => JSON.stringify([name, ...parts])
  return {
    get pause() {
      return provider.pause
    },
    async search(query, signal) {
      const { url, from, to, closest, limit, timestampsOnly } = query
      const key = keyOf('search', url.href, from, to, closest, limit, timestampsOnly)
      const work = (until: AbortSignal) => provider.search(query, until)
      const { value, cached } = await answers.get(key, work, { keeping: list, signal })
      return { ...value, cached }
    },
    async snapshot(query, signal) {
      const key = keyOf('snapshot', query.url.href, query.timestamp)
      const work = (until: AbortSignal) => provider.snapshot(query, until)
      const { value, cached } = await answers.get(key, work, { keeping: snapshot, signal })
      return value && { ...value, cached }
    },
    async availability(query, signal) {
      const key = keyOf('availability', query.url.href, query.timestamp)
      const work = (until: AbortSignal) => provider.availability(query, until)
      const { value, cached } = await answers.get(key, work, { keeping: availability, signal })
      return { ...value, cached }
    },
  }
}
