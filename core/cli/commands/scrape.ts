import { sleep } from '../../abort.ts'
import { parseHttpUrl } from '../../url/http-url.ts'
import { adviseOnUrl, showUrl } from '../../url/show-url.ts'
import { openWeir, type Weir } from '../../weir/index.ts'
import { type AnsweredError, errorInWords, refusedWith } from '../connect.ts'
import { type Command, type CommandContext, CommandError } from '../context.ts'
import { createProgressBar } from '../progress.ts'
import { readArgs } from '../read-args.ts'
import { readPages } from '../read-pages.ts'
import { outliveStrayFailures } from '../stray-failures.ts'

interface Page {
  url: string
  status: 'success' | 'failed'
  content?: string
  metadata: { statusCode: number }
  error?: AnsweredError
}

/** The formats that can be printed: others are files, or need options that the command does not have. */
const PRINTED = ['markdown', 'html', 'rawHtml', 'text', 'json', 'structured', 'links', 'images', 'summary']
/** Milliseconds between two requests for the progress. */
const POLL_EVERY = 100

/** Calls the API in this process. Throws CommandError for a refusal. */
async function call<T>(
  { server, localToken }: Pick<Weir, 'server' | 'localToken'>,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const headers = { authorization: `Bearer ${localToken}`, 'content-type': 'application/json' }
  const request = new Request(`http://localhost${path}`, { method, headers, body: body && JSON.stringify(body) })
  const answer = await server.fetch(request)
  const content = (await answer.json()) as { data?: T; error?: AnsweredError }
  if (content.data === undefined) throw refusedWith(answer.status, content)
  return content.data
}

/** Scrapes several pages as a job, and draws its progress. */
export async function scrapeMany(weir: Pick<Weir, 'server' | 'localToken'>, body: object): Promise<Page[]> {
  const { jobId } = await call<{ jobId: string }>(weir, 'POST', '/v1/scrape', body)
  const bar = createProgressBar()
  for (;;) {
    const job = await call<{
      completedAt: string | null
      completed: number
      failed: number
      total: number
      estimatedTimeRemaining: number | null
    }>(weir, 'GET', `/v1/jobs/${jobId}`)
    if (job.completedAt !== null) break
    bar.show({ ...job, timeLeft: job.estimatedTimeRemaining })
    await sleep(POLL_EVERY)
  }
  bar.end()
  const request = async (method: string, path: string) => ({ data: await call(weir, method, path) })
  return readPages<Page>({ request }, `/v1/jobs/${jobId}/results`, 'results')
}

/** Prints several pages, each under its URL, and names the failed ones on standard error. */
function tell(pages: readonly Page[], json: boolean, { say, note }: CommandContext) {
  if (json) say(JSON.stringify(pages, null, 2))
  else
    for (const { url, content } of pages.filter(({ status }) => status === 'success'))
      say(`---\nurl: ${url}\n---\n\n${content}\n`)
  const failed = pages.filter(({ status, metadata }) => status === 'failed' || isRefusal(metadata))
  for (const { url, error, metadata } of failed) note(`${url}: ${errorInWords(error) ?? answered(metadata)}`)
  if (failed.length > 0) throw new CommandError(`${failed.length} of ${pages.length} pages could not be scraped`)
}

/** The page's server responded with something other than the page. */
const isRefusal = ({ statusCode }: Page['metadata']) => statusCode >= 400
const answered = ({ statusCode }: Page['metadata']) => `the server answered ${statusCode}`

/** Scrapes without a server: everything happens in this process, and nothing is kept. */
export const scrape: Command = {
  usage: 'scrape URL [URL ...] [--format F] [--main] [--engine E] [--json]',
  summary: 'Prints pages as markdown, or in another format',
  details: `--format  markdown (default), ${PRINTED.slice(1).join(', ')}
--main    only the main content of the page
--engine  the engine that fetches it, such as lightweight or browser_a
--json    the whole answer of the API
It works without a server, with the settings of its own environment, and stores nothing: a running server is not used.
Pages that fail, or whose server answers with 400 or more, are named on standard error; the exit code is then 1.`,
  async run(args, context) {
    const { values, positionals: urls } = readArgs(args, {
      format: { type: 'string', default: 'markdown' },
      main: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      engine: { type: 'string' },
    })
    if (urls.length === 0) throw new CommandError(`Give a URL: weir ${scrape.usage}`, 2)
    const bad = urls.find((url) => 'problem' in parseHttpUrl(url))
    if (bad !== undefined) throw new CommandError(`${showUrl(bad)}: the address must ${adviseOnUrl(bad)}`, 2)
    if (!PRINTED.includes(values.format))
      throw new CommandError(`--format must be one of: ${PRINTED.join(', ')}; the API has the others`, 2)
    outliveStrayFailures((message, { cause }) => context.note(`weir: ${message}: ${cause}`))
    const weir = await openWeir(context.config, { quiet: true, temporary: true })
    try {
      const body = { formats: [values.format], onlyMainContent: values.main, engine: values.engine }
      if (urls.length > 1) return tell(await scrapeMany(weir, { ...body, urls }), values.json, context)
      const data = await call<Pick<Page, 'content' | 'metadata'>>(weir, 'POST', '/v1/scrape', { ...body, url: urls[0] })
      context.say(values.json ? JSON.stringify(data, null, 2) : (data.content ?? ''))
      if (isRefusal(data.metadata)) throw new CommandError(`${urls[0]}: ${answered(data.metadata)}`)
    } finally {
      await weir.close()
    }
  },
}
