import { type Kit, type PluginApp, reply, t } from 'weirjs'
import { fromMillis } from '../archive/service.ts'
import { harmless } from '../jobs/service.ts'
import type { WarcConfig } from './config.ts'
import { createDownloads } from './download/downloads.ts'
import { readFilter } from './download/filter.ts'
import { fileInfo, readRecords } from './download/records.ts'
import { CapturesQuery } from './download/schema.ts'
import { waczOf } from './download/wacz.ts'
import { notKept } from './errors.ts'
import type { CaptureStore } from './store/capture-store.ts'

/** Captures that are deleted in one transaction. */
const REMOVED_AT_ONCE = 100

export function captureRoutes(app: PluginApp, kit: Kit<WarcConfig>, captures: CaptureStore) {
  const { config, clock, files } = kit
  const parts = { captures, files, clock }
  const access = { permission: 'archive', oidc: true } as const
  const requireKept = () => {
    if (!config.keep) throw notKept()
  }
  const downloads = createDownloads()
  const download = (body: ReadableStream<Uint8Array<ArrayBuffer>>, mediaType: string, extension: string) =>
    new Response(body, {
      headers: {
        ...harmless,
        'content-type': mediaType,
        'content-disposition': `attachment; filename="weir-${fromMillis(clock.now())}.${extension}"`,
      },
    })
  const file = (mediaType: string, description: string) => ({
    200: { description, content: { [mediaType]: { schema: { type: 'string' as const, format: 'binary' } } } },
  })

  async function* warc(filter: ReturnType<typeof readFilter>) {
    yield await fileInfo(clock.now())
    for await (const { pieces } of readRecords(parts, filter)) yield* pieces
  }

  return app
    .get(
      '/archive/local/warc',
      ({ query, caller: { account } }) => {
        const body = downloads.begin(account.id, warc(readFilter(account.id, query)))
        return download(body, 'application/warc', 'warc.gz')
      },
      {
        access,
        query: CapturesQuery,
        beforeHandle: requireKept,
        detail: {
          operationId: 'downloadWarc',
          'x-failures': { 501: { not_configured: 'This server keeps no archive of its own' } },
          summary: 'Download your captures as WARC',
          description:
            'Returns the stored pages that the account scraped (`WEIR_ARCHIVE=on`) as one WARC 1.1 file, compressed per record: requests and responses as transferred, including redirects, and pages as rendered by browsers. The response is streamed.',
          responses: file('application/warc', 'The WARC file'),
        },
      },
    )
    .get(
      '/archive/local/wacz',
      ({ query, caller: { account } }) => {
        const body = downloads.begin(account.id, waczOf(parts, readFilter(account.id, query)))
        return download(body, 'application/wacz', 'wacz')
      },
      {
        access,
        query: CapturesQuery,
        beforeHandle: requireKept,
        detail: {
          operationId: 'downloadWacz',
          'x-failures': { 501: { not_configured: 'This server keeps no archive of its own' } },
          summary: 'Download your captures as WACZ',
          description:
            'The same as a WACZ 1.1.1 file, with an index and a list of pages, which replayweb.page can open.',
          responses: file('application/wacz', 'The WACZ file'),
        },
      },
    )
    .delete(
      '/archive/local',
      async ({ query, caller }) => {
        const filter = readFilter(caller.account.id, query)
        let deleted = 0
        for (;;) {
          const gone = await captures.remove(filter, REMOVED_AT_ONCE)
          deleted += gone
          if (gone < REMOVED_AT_ONCE) return { success: true as const, data: { deleted } }
        }
      },
      {
        access,
        query: CapturesQuery,
        response: {
          200: reply(
            t.Object(
              { deleted: t.Integer({ description: 'Number of deleted captures' }) },
              { title: 'DeletedCaptures' },
            ),
            { description: 'Number of deleted captures' },
          ),
        },
        detail: {
          operationId: 'deleteCaptures',
          summary: 'Delete captures',
          description: 'Deletes captures of the account; all of them if the query names none.',
        },
      },
    )
}
