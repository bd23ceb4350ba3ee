import { MAX_URL, t } from 'weirjs'
import { refusalInWords } from '../api.ts'
import { follow } from '../jobs/follow.ts'
import { type JobResult, placedResults, readState } from '../jobs/read-job.ts'
import { MAX_CHARACTERS } from '../text/page-text.ts'
import { MAX_WAIT } from './crawl.ts'
import { showData } from './result.ts'
import { defineTool } from './tool.ts'

const MAX_URLS = 10

interface Extracted extends JobResult {
  extractedData?: unknown
  missing?: string[]
}

/** The data extracted from one page; data that is too long for the result can be read by its id. */
function show(id: string, { url, extractedData, missing = [], error, warnings = [] }: Extracted) {
  const isLong = JSON.stringify(extractedData ?? null).length > MAX_CHARACTERS / MAX_URLS
  return {
    url,
    ...(error
      ? { error: refusalInWords(error) }
      : isLong
        ? { id, note: 'It is long: call read with this id' }
        : { data: extractedData }),
    ...(missing.length > 0 && { missing }),
    ...(warnings.length > 0 && { notes: warnings }),
  }
}

export const extract = defineTool({
  name: 'extract',
  title: 'Fill a schema from pages',
  description: 'Returns JSON that matches your schema for each page. missing lists what a page does not state.',
  input: t.Object({
    urls: t.Array(t.String({ minLength: 1, maxLength: MAX_URL }), { minItems: 1, maxItems: MAX_URLS }),
    schema: t.Record(t.String(), t.Unknown(), { description: 'JSON Schema of type object' }),
    prompt: t.Optional(t.String({ maxLength: 3000, description: 'Further instructions' })),
  }),
  plugin: 'extract',
  permission: 'extract',
  readOnly: true,
  openWorld: true,
  async run({ urls, schema, prompt }, context) {
    const { api } = context
    const { jobId } = await api.post<{ jobId: string }>('/v1/extract/batch', { urls, schema, prompt })
    await follow(jobId, MAX_WAIT, context)
    const state = await readState(api, jobId)
    const { status, completedAt, error } = state
    const { placed } = await placedResults(api, state, 0)
    const results = placed.map(({ place, result }) => show(`${jobId}/${place}`, result))
    return showData({
      job: jobId,
      status,
      results,
      ...(error && { error: refusalInWords(error) }),
      ...(completedAt === null && { note: 'Not all pages are done: call read with the job later' }),
    })
  },
})
