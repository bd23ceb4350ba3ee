import { type Account, ApiError, type Kit, type PluginApp, toCredits, toMillicredits } from 'weirjs'
import { check, choose } from './answer/check.ts'
import { inTime } from './answer/in-time.ts'
import { describeCaptures, findCaptures } from './answer/search.ts'
import { toTimeline } from './answer/timeline.ts'
import type { ArchiveConfig } from './config.ts'
import { showBody } from './replay/read-snapshot.ts'
import {
  AvailabilityReply,
  availabilityBody,
  SearchReply,
  SnapshotReply,
  searchBody,
  snapshotBody,
  TimelineReply,
  timelineBody,
} from './schema.ts'
import { archiveProviders } from './service.ts'
import type { ArchiveState } from './state.ts'
import { endOf, middleOf, startOf } from './time/timestamp.ts'

/** Milliseconds that a hold lasts beyond the time of a request. */
const HOLD_MARGIN = 60_000
/** Captures that a timeline counts. */
const MOST_COUNTED = 50_000

const RATE = 'Counted by the minute, for each account.'

/** Source: spec section 4.11. */
export function archiveRoutes(app: PluginApp, kit: Kit<ArchiveConfig>, { content }: ArchiveState) {
  const { credits, clock } = kit
  const { prices, timeout } = kit.config
  const providers = kit.all(archiveProviders)
  const names = providers.map(({ name }) => name)
  const now = () => new Date(clock.now()).toISOString()

  /** Does the work within the time that a request has, and charges it when it is done: what fails costs nothing. */
  const charged = async <T>(
    { account, price, provider, signal }: { account: Account; price: number; provider: string; signal: AbortSignal },
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<{ result: T; creditsUsed: number }> => {
    const most = toMillicredits(price)
    await using hold = await credits.hold(account.id, most, { expiresIn: timeout + HOLD_MARGIN })
    const result = await inTime(work, { provider, timeout, signal })
    await hold.capture(most, { endpoint: 'archive', pages: 0 })
    return { result, creditsUsed: toCredits(hold.captured) }
  }

  app.post(
    '/archive/search',
    async ({ body, caller: { account }, request, warnings }) => {
      const started = performance.now()
      const provider = choose(body.provider, providers)
      const url = addressOf(body.url)
      const use = { account, price: prices.search, provider: provider.name, signal: request.signal }
      const { result, creditsUsed } = await charged(use, async (signal) => {
        const list = await findCaptures(provider, { body, url, account, signal })
        const { captures } = list
        if (!body.includeMetadata) return { list, snapshots: captures.map((one) => ({ ...one })), warnings: [] }
        return { list, ...(await describeCaptures(provider, captures, { url, account, signal, content })) }
      })
      const { list, snapshots } = result
      warnings.push(...result.warnings)
      return {
        success: true as const,
        data: {
          url: body.url,
          provider: provider.name,
          snapshots,
          totalFound: Math.max(list.total ?? 0, snapshots.length),
          query: { dateRange: body.dateRange ?? null, limit: body.limit ?? 50 },
          creditsUsed,
        },
        metadata: {
          searchTime: Math.round(performance.now() - started) / 1000,
          provider: provider.name,
          cached: list.cached ?? false,
        },
      }
    },
    {
      access: { limit: 'archive-search', oidc: true },
      body: searchBody(names),
      response: { 200: SearchReply },
      beforeHandle: ({ body }) => check(body, providers),
      detail: {
        operationId: 'searchArchive',
        'x-examples': {
          'The first snapshots of a page': { url: 'https://example.com/', limit: 5 },
          'Snapshots around a day': { url: 'https://example.com/', timestamp: '20210316', limit: 3 },
        },
        summary: 'Search snapshots of a page',
        description: `Which snapshots of an address an archive has. Costs 1 credit, also where there are none. ${RATE}`,
      },
    },
  )

  app.post(
    '/archive/snapshot',
    async ({ body, caller: { account }, request }) => {
      const { timestamp } = body
      const provider = choose(body.provider, providers)
      const url = addressOf(body.url)
      const use = { account, price: prices.snapshot, provider: provider.name, signal: request.signal }
      const { result, creditsUsed } = await charged(use, async (signal) => {
        const snapshot = await provider.service.snapshot({ url, timestamp, account }, signal)
        if (!snapshot) throw noSnapshot(provider.name)
        return { snapshot, shown: await showBody(snapshot, content, { account, signal }) }
      })
      const { snapshot, shown } = result
      const { statusCode, headers, cached } = snapshot
      return {
        success: true as const,
        data: {
          url: body.url,
          timestamp,
          provider: provider.name,
          snapshot: {
            content: shown.content,
            metadata: {
              statusCode,
              contentType: headers.get('content-type') ?? '',
              encoding: shown.encoding,
              headers: Object.fromEntries(headers),
            },
            timestamp: snapshot.timestamp,
            url: snapshot.url,
            available: true,
          },
          creditsUsed,
        },
        metadata: { retrievedAt: now(), provider: provider.name, cached: cached ?? false },
      }
    },
    {
      access: { limit: 'archive-snapshot', oidc: true },
      body: snapshotBody(names),
      response: { 200: SnapshotReply },
      beforeHandle: ({ body }) => check(body, providers),
      detail: {
        operationId: 'readSnapshot',
        'x-examples': { 'A page in the year 2021': { url: 'https://example.com/', timestamp: '20210317120000' } },
        summary: 'Read a snapshot of a page',
        description: `What an archive has of an address at a moment, or the nearest to it, as it was archived: without a banner and with its own links; redirects and errors that were archived too. Costs 2 credits; 404 \`not_found\`, which costs nothing, where there is none. At most 20 MiB. ${RATE}`,
      },
    },
  )

  app.post(
    '/archive/availability',
    async ({ body, caller: { account }, request }) => {
      const provider = choose(body.provider, providers)
      const url = addressOf(body.url)
      const timestamp = body.timestamp && middleOf(body.timestamp)
      const use = { account, price: prices.availability, provider: provider.name, signal: request.signal }
      const { result, creditsUsed } = await charged(use, (signal) =>
        provider.service.availability({ url, timestamp, account }, signal),
      )
      return {
        success: true as const,
        data: {
          url: body.url,
          timestamp: body.timestamp ?? null,
          availability: { hasSnapshots: result.timestamp !== undefined, closestDate: result.timestamp ?? null },
          creditsUsed,
        },
        metadata: { checkedAt: now(), cached: result.cached ?? false },
      }
    },
    {
      access: { limit: 'archive-availability', oidc: true },
      body: availabilityBody(names),
      response: { 200: AvailabilityReply },
      beforeHandle: ({ body }) => check(body, providers),
      detail: {
        operationId: 'checkArchive',
        'x-examples': {
          'Whether there is a snapshot': { url: 'https://example.com/' },
          'The nearest to a day': { url: 'https://example.com/', timestamp: '20210316' },
        },
        summary: 'Check whether there is a snapshot',
        description: `Whether an archive has an address, and when. Free. An archive that cannot say is \`archive_unavailable\`: \`hasSnapshots: false\` means that there is none. ${RATE}`,
      },
    },
  )

  app.post(
    '/archive/timeline',
    async ({ body, caller: { account }, request, warnings }) => {
      const { dateRange, granularity = 'month' } = body
      const provider = choose(body.provider, providers)
      const url = addressOf(body.url)
      const query = {
        url,
        account,
        from: startOf(dateRange.from),
        to: endOf(dateRange.to),
        limit: MOST_COUNTED,
        timestampsOnly: true,
      }
      const use = { account, price: prices.timeline, provider: provider.name, signal: request.signal }
      const { result, creditsUsed } = await charged(use, (signal) => provider.service.search(query, signal))
      const timestamps = result.captures.map(({ timestamp }) => timestamp)
      if (result.more)
        warnings.push(
          `There are more than ${timestamps.length} snapshots in this range: the later ones are not counted`,
        )
      return {
        success: true as const,
        data: {
          url: body.url,
          dateRange,
          granularity,
          timeline: toTimeline(timestamps, { ...dateRange, granularity }),
          totalSnapshots: timestamps.length,
          creditsUsed,
        },
      }
    },
    {
      access: { limit: 'archive-timeline', oidc: true },
      body: timelineBody(names),
      response: { 200: TimelineReply },
      beforeHandle: ({ body }) => check(body, providers),
      detail: {
        operationId: 'buildTimeline',
        'x-examples': {
          'By month': { url: 'https://example.com/', dateRange: { from: '20240101', to: '20241231' } },
          'By week': {
            url: 'https://example.com/',
            dateRange: { from: '20250101', to: '20250331' },
            granularity: 'week',
          },
        },
        summary: 'Build a timeline of snapshots',
        description: `How many snapshots of an address there are in each period of a range, and when. Costs 1 credit. ${RATE}`,
      },
    },
  )
  return app
}

/** Archives know no fragments. */
function addressOf(given: string): URL {
  const url = new URL(given)
  url.hash = ''
  return url
}

const noSnapshot = (provider: string) =>
  new ApiError('not_found', `The archive ${provider} has no snapshot of this address`, { provider })
