import type { PluginApp } from 'weirjs'
import { archiveFailures, noSnapshot } from '../errors.ts'
import { showBody } from '../replay/show-snapshot.ts'
import { SnapshotReply, snapshotBody } from '../schema.ts'
import { RATE, type RouteParts } from './parts.ts'

/** Source: spec section 4.11. */
export function snapshotRoute(app: PluginApp, { names, prices, content, check, lookUp, now }: RouteParts) {
  return app.post(
    '/archive/snapshot',
    async ({ body, caller: { account }, request: { signal }, idempotency }) => {
      const { timestamp } = body
      const use = { account, price: prices.snapshot, signal, idempotency }
      const { result, provider, creditsUsed } = await lookUp(body, use, async ({ provider, url, signal }) => {
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
          provider,
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
        metadata: { retrievedAt: now(), provider, cached: cached ?? false },
      }
    },
    {
      access: { limit: 'archive-snapshot', oidc: true },
      body: snapshotBody(names),
      response: { 200: SnapshotReply },
      beforeHandle: ({ body }) => check(body),
      detail: {
        operationId: 'getSnapshot',
        'x-failures': archiveFailures,
        'x-examples': { 'A page in the year 2021': { url: 'https://example.com/', timestamp: '20210317120000' } },
        summary: 'Get a snapshot of a page',
        description: `Returns the capture of a URL at a moment, or the nearest one, as archived: without the archive's banner and with the original links. Archived redirects and errors are returned too. Costs 2 credits; if there is no capture: 404 \`not_found\`, which costs nothing. At most 20 MiB. ${RATE}`,
      },
    },
  )
}
