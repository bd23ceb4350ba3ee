import { ApiError, type Kit, type PluginApp, streamJson, t } from 'weirjs'
import { type PageFailure, readDocuments, readEntries } from '../jobs/read-results.ts'
import type { StartedJob } from '../jobs/started-jobs.ts'
import { showStatus, writeStatus } from '../jobs/status.ts'
import { watch } from '../jobs/watch.ts'
import type { Api } from '../page/shape.ts'
import { Cancelled, JobErrors, JobStatus } from '../schema/replies.ts'
import { described, type FirecrawlState, JobParams, originOf, unlimited } from './route.ts'

/** Either path serves both kinds: version 1's client reads its batches below the path of crawls. */
const kinds = ['crawl', 'batch'] as const

const query = t.Object({
  skip: t.Optional(t.Integer({ minimum: 0, description: 'Number of results to skip' })),
  limit: t.Optional(t.Integer({ minimum: 1, description: 'Maximum number of pages in this response' })),
})

/** The progress of a crawl or a batch, its failures, and its cancellation. */
export function jobRoutes(
  app: PluginApp,
  kit: Kit,
  { started }: FirecrawlState,
  api: Api,
  about: { path: '/crawl' | '/batch/scrape'; name: 'Crawl' | 'Batch'; thing: string },
) {
  const { path, name, thing } = about

  app.get(
    `${path}/:jobId`,
    async ({ params: { jobId: id }, query: { skip = 0, limit }, caller: { account }, request, socket }) => {
      const job = await started.get(account.id, id, kinds)
      const origin = originOf(kit, request)
      // Elysia accepts a Response instead of the type in the route's schema, but its types do not.
      if (socket) return socket((opened) => watch(kit, job, { socket: opened, origin, api })) as never
      const { record, shape } = job
      const page = await readDocuments(kit, record, { shape, origin, after: skip, limit })
      const rest = limit === undefined ? '' : `&limit=${limit}`
      const next = page.next === null ? null : `${origin}${api.path}${path}/${id}?skip=${page.next}${rest}`
      return streamJson(writeStatus(showStatus(job, { ...page, next }, api))) as never
    },
    {
      access: { ...unlimited, socket: true },
      params: JobParams,
      query,
      response: { 200: JobStatus },
      detail: described(api, `Get${name}`, {
        summary: `Get ${thing}`,
        description:
          'Returns the progress and the pages so far: at most 10 MB of them, and the URL of the next part. A WebSocket receives each page as it is completed.',
      }),
    },
  )

  app.delete(
    `${path}/:jobId`,
    async ({ params: { jobId: id }, caller: { account } }) => {
      const { record } = await started.get(account.id, id, kinds)
      const { status, ending } = await kit.jobs.cancel(account.id, record.id)
      if (status !== 'cancelled' && ending !== 'cancelled')
        throw new ApiError('conflict', `It has ended already: it is ${status}`, { status })
      return { success: true as const, status: 'cancelled' as const }
    },
    {
      access: { permission: 'any', limit: false },
      params: JobParams,
      response: { 200: Cancelled },
      detail: {
        ...described(api, `Cancel${name}`, { summary: `Cancel ${thing}` }),
        'x-failures': { 409: { conflict: 'It has ended already' } },
      },
    },
  )

  const errors = async ({ record, shape }: StartedJob, origin: string) => {
    const failures: PageFailure[] = []
    const forbidden = new Set<string>()
    for await (const entry of readEntries(kit, record, { shape, origin, after: 0 })) {
      const troubles = await entry.troubles()
      if (troubles.failure) failures.push(troubles.failure)
      for (const url of troubles.forbidden) forbidden.add(url)
    }
    return { errors: failures, robotsBlocked: [...forbidden] }
  }
  const readErrors = {
    access: unlimited,
    params: JobParams,
    response: { 200: JobErrors },
  }
  app.get(
    `${path}/:jobId/errors`,
    async ({ params: { jobId: id }, caller: { account }, request }) =>
      errors(await started.get(account.id, id, kinds), originOf(kit, request)),
    {
      ...readErrors,
      detail: described(api, `Get${name}Errors`, { summary: `List the errors of ${thing}` }),
    },
  )
  // Version 1's client uses DELETE for this.
  if (api.version === 1)
    app.delete(
      `${path}/:jobId/errors`,
      async ({ params: { jobId: id }, caller: { account }, request }) =>
        errors(await started.get(account.id, id, kinds), originOf(kit, request)),
      {
        ...readErrors,
        detail: described(api, `Get${name}ErrorsOldWay`, {
          summary: `List the errors of ${thing} (older path)`,
          description: 'Deletes nothing.',
        }),
      },
    )
  return app
}
