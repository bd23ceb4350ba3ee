import type { JobRecord, Kit, PluginApp } from 'weirjs'
import { JobParams } from 'weirjs/schemas'
import { checkEnded } from './check-ended.ts'
import { answerFile, answerZip } from './files.ts'
import { DownloadQuery, ExportBody, fileContent } from './schema.ts'

/** Results of jobs as files. Source: spec section 4.12, decisions 12.1. */
export function fileRoutes(app: PluginApp, kit: Kit) {
  const endedJob = async (accountId: string, jobId: string): Promise<JobRecord> => {
    const job = await kit.jobs.get(accountId, jobId)
    checkEnded(job)
    return job
  }

  app.get(
    '/results/:jobId/download',
    async ({ params: { jobId }, query: { format = 'json', compressed }, caller }) => {
      const job = await endedJob(caller.account.id, jobId)
      if (compressed) return answerZip(kit, job, format)
      return answerFile(kit, [job], { name: job.id, format, withJobId: false, withMetadata: true })
    },
    {
      access: 'key',
      params: JobParams,
      query: DownloadQuery,
      detail: {
        operationId: 'downloadResults',
        'x-failures': { 409: { job_not_completed: 'The job has not ended' } },
        summary: 'Download the results of an ended job',
        description:
          'Returns all results as one file, with the same entries as `/v1/jobs/{jobId}/results`; a result that is not an object is wrapped as `value`. The file is streamed, whatever its size: if an error occurs meanwhile, the connection closes before the end of the file. A job that has not ended gives 409 `job_not_completed` with `status` in the details.',
        responses: {
          200: {
            description: 'The file with the results',
            content: { ...fileContent, 'application/zip': { schema: { type: 'string', format: 'binary' } } },
          },
        },
      },
    },
  )

  app.post(
    '/results/export',
    async ({ body: { jobIds, format = 'csv', includeMetadata }, caller }) => {
      const jobs: JobRecord[] = []
      for (const jobId of new Set(jobIds)) jobs.push(await endedJob(caller.account.id, jobId))
      return answerFile(kit, jobs, {
        name: 'results',
        format,
        withJobId: true,
        withMetadata: includeMetadata === true,
      })
    },
    {
      // It changes nothing, so repeating it is harmless.
      access: { idempotent: false },
      body: ExportBody,
      detail: {
        operationId: 'exportResults',
        'x-failures': {
          404: { not_found: 'A job does not exist, or belongs to another account' },
          409: { job_not_completed: 'A job has not ended' },
        },
        'x-examples': {
          'A job as a table': { jobIds: ['job_01900000-0000-7000-8000-000000000000'], format: 'csv' },
        },
        summary: 'Export the results of several jobs',
        description:
          'Returns the results of ended jobs of any kind as one file, in the order of `jobIds`; the field `jobId` names the job of each result. If a job has not ended: 409 `job_not_completed`; if a job is unknown: 404. Either way no file is returned.',
        responses: { 200: { description: 'The file with the results', content: fileContent } },
      },
    },
  )
}
