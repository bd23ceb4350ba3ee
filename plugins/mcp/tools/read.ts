import { t } from 'weirjs'
import { ToolFailure } from '../api.ts'
import { pageOf, resultAt, showJob } from '../jobs/read-job.ts'
import { MAX_CHARACTERS, showPart } from '../text/page-text.ts'
import { type Content, showData, type ToolResult } from './result.ts'
import { defineTool, type ToolContext } from './tool.ts'

const JOB = /^(?<job>job_[\w-]+)(?:\/(?<place>\d{1,15}))?$/
const FILE = /^file_[\w-]+$/

export const read = defineTool({
  name: 'read',
  title: 'Read what is stored',
  description: 'Reads a job (status and list of pages), a page of a job, or a stored file, by id. Free.',
  input: t.Object({
    id: t.String({ minLength: 1, maxLength: 200, description: 'job_…, job_…/NUMBER or file_…' }),
    offset: t.Optional(
      t.Integer({ minimum: 0, default: 0, description: 'For a page: start character. For a job: its nextOffset' }),
    ),
  }),
  plugin: 'jobs',
  readOnly: true,
  openWorld: false,
  run: ({ id, offset = 0 }, context) => readStored(id, offset, context),
})

/** A job, one of its pages, or a file. Throws ToolFailure if it does not exist. */
export async function readStored(id: string, offset: number, { api }: Pick<ToolContext, 'api'>): Promise<ToolResult> {
  const { job, place } = JOB.exec(id)?.groups ?? {}
  if (job !== undefined && place === undefined) return showData(await showJob(api, job, offset))
  const part = { offset, most: MAX_CHARACTERS }
  if (job !== undefined) {
    const result = await resultAt(api, job, Number(place))
    if (!result) throw new ToolFailure(`${job} has no page ${place} yet. Call read with ${job} to see its pages.`)
    const shown = showPart(pageOf(result), part)
    return { content: [...shown.content, ...(result.files ?? []).map(linkTo)] }
  }
  if (FILE.test(id)) {
    const answer = await api.open(`/v1/files/${id}`)
    const type = answer.headers.get('content-type') ?? ''
    if (!/^text\/|json|xml/.test(type)) throw new ToolFailure(`${id} is ${type}, not text. Open its link in a browser.`)
    return showPart({ title: '', url: id, text: await answer.text(), notes: [] }, part)
  }
  throw new ToolFailure(`${id} is no id. Ids begin with job_ or file_, as tools give them.`)
}

const linkTo = ({ type, mediaType, url }: { type: string; mediaType: string; url: string }): Content => ({
  type: 'resource_link',
  uri: url,
  name: type,
  mimeType: mediaType,
})
