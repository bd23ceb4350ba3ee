import {
  isoTime,
  type JobRecord,
  type Kit,
  notFound,
  nullable,
  type PluginApp,
  remedied,
  reply,
  type StoredResult,
  t,
  timestamp,
  toCredits,
} from 'weirjs'
import { JobError, JobParams, jobId } from 'weirjs/schemas'
import type { ExtractConfig } from './config.ts'
import type { TogetherResult } from './service.ts'

/** A job of this plugin, or of one of its kinds; any other is not found here. */
export async function getExtraction(
  { jobs }: Pick<Kit, 'jobs'>,
  accountId: string,
  id: string,
  { name } = { name: 'extract.' },
): Promise<JobRecord> {
  const job = await jobs.get(accountId, id)
  if (!job.kind.startsWith(name)) throw notFound('job', id)
  return job
}

const Status = t.Object(
  {
    jobId,
    type: t.String({ description: '`extract` or `extract_domain`' }),
    status: t.String({ description: '`queued`, `running`, `completed`, `failed` or `cancelled`' }),
    progress: t.Number({ description: 'Percent' }),
    totalPages: t.Integer({ description: 'Total number of pages, as far as known' }),
    creditsUsed: t.Number(),
    createdAt: timestamp(),
    completedAt: nullable(timestamp()),
    error: nullable(JobError),
    extractedData: t.Optional(t.Array(t.Unknown(), { description: 'Present when the job is completed' })),
    sourceUrls: t.Optional(t.Array(t.String(), { description: 'Present when the job is completed' })),
  },
  { title: 'ExtractionStatus' },
)

/** The status of an extraction according to its last result. */
interface Whole {
  extractedData?: unknown[]
  sourceUrls?: string[]
  totalPages?: number
  warnings?: string[]
}

const ofMany = ({ data, sources, warnings }: TogetherResult): Whole => ({
  extractedData: [data],
  warnings,
  sourceUrls: sources,
  totalPages: sources.length,
})

/** Source: spec section 4.9, decisions 8.5. */
export function statusRoute(app: PluginApp, kit: Kit<ExtractConfig>) {
  app.get(
    '/extract/:jobId',
    async ({ params, caller, warnings }) => {
      const job = await getExtraction(kit, caller.account.id, params.jobId)
      const whole = job.status === 'completed' ? await readWhole(job) : {}
      warnings.push(...(whole.warnings ?? []))
      const done = job.completed + job.failed
      return {
        success: true as const,
        data: {
          jobId: job.id,
          type: job.type,
          status: job.shownStatus,
          progress: job.status === 'completed' ? 100 : job.total === 0 ? 0 : Math.round((done / job.total) * 1000) / 10,
          totalPages: whole.totalPages ?? job.total,
          creditsUsed: toCredits(job.used),
          createdAt: isoTime(job.createdAt),
          completedAt: isoTime(job.endedAt),
          error: job.error && { ...job.error, details: remedied(job.error.details, caller) },
          ...(whole.extractedData && { extractedData: whole.extractedData, sourceUrls: whole.sourceUrls ?? [] }),
        },
      }
    },
    {
      access: 'key',
      params: JobParams,
      response: { 200: reply(Status) },
      detail: {
        operationId: 'getExtraction',
        summary: 'Get an extraction',
        description:
          'Returns the progress of an extraction of a page, a batch or a domain, and its result; the results of a batch have their own endpoint.',
      },
    },
  )

  async function readWhole({ account, id, kind }: JobRecord): Promise<Whole> {
    if (kind === 'extract.batch') return {}
    let last: StoredResult | undefined
    for await (const result of kit.jobs.stored(account, id)) last = result
    if (last === undefined) return {}
    let json = ''
    for await (const piece of last.json()) json += piece
    const whole = JSON.parse(json) as Whole | TogetherResult
    return 'sources' in whole ? ofMany(whole) : whole
  }
}
