import { timingSafeEqual } from 'node:crypto'
import { type Kit, notFound, type PluginApp, reply } from 'weirjs'
import { FeedQuery, FeedUrl, MonitorParams } from '../schema.ts'
import type { MonitorsState } from '../state.ts'
import type { MonitorRow, RunRow } from '../store/tables.ts'
import { feedUrl } from './show.ts'
import { newFeedToken } from './write-monitors.ts'

/** Maximum entries of a feed. */
const MAX_ENTRIES = 50
/** Maximum characters of all diffs in a feed, which is written at once. Older entries then have none. */
const MAX_DIFFS = 512 * 1024
const LEFT_OUT = 'This feed is too long to contain this change. It is in the history of the monitor.'

/** Characters that XML cannot contain, even escaped. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const text = (value: string) => ({ type: 'text', value: value.replace(forbidden, '\ufffd') })

/** The changes of a monitor as an Atom feed. Source: RFC 4287. */
export async function feedOf(row: MonitorRow, changes: readonly RunRow[], self: string): Promise<string> {
  // Loaded with the first feed, as it is large and rarely needed.
  const { generateAtomFeed } = await import('feedsmith')
  const latest = changes[0]?.checked_at ?? row.created_at
  let room = MAX_DIFFS
  const within = (diff: string) => {
    room -= diff.length
    return room < 0 ? LEFT_OUT : diff
  }
  return generateAtomFeed({
    id: `urn:weir:${row.id}`,
    title: text(row.name),
    updated: new Date(Number(latest)),
    links: [
      { href: self, rel: 'self', type: 'application/atom+xml' },
      { href: row.url, rel: 'alternate' },
    ],
    authors: [{ name: 'Weir' }],
    entries: changes.map((run) => ({
      id: `urn:weir:${run.id}`,
      title: text(`${row.name}: ${lines(run.added_lines, 'added')}, ${lines(run.removed_lines, 'removed')}`),
      updated: new Date(Number(run.checked_at)),
      links: [{ href: row.url, rel: 'alternate' }],
      content: text(within(run.diff ?? '')),
    })),
  })
}

const lines = (count: number, what: string) => `${count} ${Number(count) === 1 ? 'line' : 'lines'} ${what}`

const isToken = (given: string, token: string) => {
  const [a, b] = [Buffer.from(given), Buffer.from(token)]
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}

/** A feed for each monitor, for anybody who has its URL. */
export function feedRoutes(app: PluginApp, kit: Kit, { monitors, runs }: MonitorsState) {
  app.get(
    '/monitors/:monitorId/feed.atom',
    async ({ params: { monitorId }, query }) => {
      const row = await monitors.find(monitorId)
      if (!row || !isToken(query.token, row.feed_token)) throw notFound('monitor', monitorId)
      const changes = await runs.list(row.id, { limit: MAX_ENTRIES, status: 'changed' })
      return new Response(await feedOf(row, changes, feedUrl(row, kit)), {
        headers: { 'content-type': 'application/atom+xml; charset=utf-8', 'cache-control': 'private, no-cache' },
      })
    },
    {
      access: 'anyone',
      params: MonitorParams,
      query: FeedQuery,
      detail: {
        operationId: 'getMonitorFeed',
        summary: 'Get the change feed of a monitor',
        description: "An Atom feed for feed readers. It needs no key because the monitor's `feedUrl` contains a token.",
        responses: {
          200: { description: 'The feed', content: { 'application/atom+xml': { schema: { type: 'string' } } } },
        },
      },
    },
  )

  app.post(
    '/monitors/:monitorId/feed',
    async ({ params, caller }) => {
      const feed_token = newFeedToken()
      const row = await kit.store.write(async (tx) => {
        const found = await monitors.get(caller.account.id, params.monitorId, tx)
        await monitors.change(tx, found, { feed_token })
        return { ...found, feed_token }
      })
      return { success: true as const, data: { feedUrl: feedUrl(row, kit) } }
    },
    {
      access: { idempotent: false },
      params: MonitorParams,
      response: { 200: reply(FeedUrl) },
      detail: {
        operationId: 'rotateMonitorFeed',
        summary: 'Replace the feed URL of a monitor',
        description: 'The previous URL stops working.',
      },
    },
  )
}
