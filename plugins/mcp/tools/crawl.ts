import { MAX_URL, t } from 'weirjs'
import { follow } from '../jobs/follow.ts'
import { type ListedResult, showJob } from '../jobs/read-job.ts'
import { readable } from './read-page.ts'
import { type Content, showData } from './result.ts'
import { defineTool } from './tool.ts'

/** The most seconds that a call waits: many clients give up after 60. */
export const MAX_WAIT = 45
/** The most pages with a link next to the list. */
const MAX_LINKS = 20

const globs = (description: string) =>
  t.Optional(t.Array(t.String({ minLength: 1, maxLength: 500 }), { maxItems: 20, description }))

export const crawl = defineTool({
  name: 'crawl',
  title: 'Read many pages of a site',
  description:
    'Starts a job that follows links from a page and reads the pages found; waits a while for it. Returns the job and its pages with their sizes: read them by id with the tool read. Costs a credit or more per page; a started job continues.',
  input: t.Object({
    url: t.String({ minLength: 1, maxLength: MAX_URL }),
    limit: t.Optional(t.Integer({ minimum: 1, maximum: 1000, default: 10, description: 'Maximum number of pages' })),
    depth: t.Optional(
      t.Integer({ minimum: 1, maximum: 10, default: 2, description: 'Maximum number of links away from url' }),
    ),
    include: globs('Only these paths, such as /docs/**'),
    exclude: globs('Not these paths'),
    wait: t.Optional(
      t.Integer({
        minimum: 0,
        maximum: MAX_WAIT,
        default: MAX_WAIT,
        description: 'Seconds to wait; 0 returns the job at once',
      }),
    ),
  }),
  plugin: 'crawl',
  permission: 'crawl',
  readOnly: false,
  openWorld: true,
  async run({ url, limit = 10, depth = 2, include, exclude, wait = MAX_WAIT }, context) {
    const body = {
      url,
      maxPages: limit,
      maxDepth: depth,
      includePatterns: include,
      excludePatterns: exclude,
      ...readable('markdown', true),
    }
    const { jobId } = await context.api.post<{ jobId: string }>('/v1/crawl', body)
    await follow(jobId, wait, context)
    const job = await showJob(context.api, jobId)
    return showData(job, job.pages.slice(0, MAX_LINKS).map(linkTo))
  },
})

/** A stored page, which can be read as a resource too. */
const linkTo = ({ id, url = id, title = url }: ListedResult): Content => ({
  type: 'resource_link',
  uri: `weir://${id}`,
  name: title,
  description: url,
  mimeType: 'text/markdown',
})
