import { sleep } from '../../abort.ts'
import { type Command, type CommandContext, CommandError, ServerAway } from '../context.ts'
import { createProgressBar } from '../progress.ts'
import { type Actions, checkAction, readArgs } from '../read-args.ts'
import { table } from '../table.ts'

/** A job as the API returns it. */
interface Job {
  id: string
  type: string
  status: string
  progress: number
  total: number
  completed: number
  failed: number
  creditsUsed: number
  createdAt: string
  completedAt: string | null
  estimatedTimeRemaining: number | null
  error: { code: string; message: string } | null
}

/** Milliseconds between two requests for the job. */
const POLL_EVERY = 500
/** Milliseconds for which a server that is away is waited for: it may restart, and its jobs go on. */
const PATIENCE = 60_000

const HOW = `Use weir jobs [list] [--status pending|active|completed|failed] [--limit N] [--json]
  or weir jobs show ID
  or weir jobs watch ID, which exits with 1 if the job fails or is cancelled
  or weir jobs cancel ID`

const find = async ({ request }: CommandContext, id: string) =>
  ((await request('GET', `/v1/jobs/${encodeURIComponent(id)}`)) as { data: Job }).data

const options = { status: { type: 'string' }, limit: { type: 'string' }, json: { type: 'boolean' } } as const
type Values = ReturnType<typeof readArgs<typeof options>>['values']

async function list({ status, limit = '20', json }: Values, { request, say, note }: CommandContext) {
  const query = new URLSearchParams({ limit, ...(status && { status }) })
  const { data } = (await request('GET', `/v1/queues/jobs?${query}`)) as {
    data: { jobs: Job[]; nextCursor: string | null }
  }
  if (data.nextCursor) note('There are older ones; --limit N, up to 100, shows more')
  if (json) return say(JSON.stringify(data.jobs, null, 2))
  const rows = data.jobs.map((job) => [
    job.id,
    job.type,
    job.status,
    `${job.completed + job.failed}/${job.total}`,
    `${job.failed}`,
    `${job.creditsUsed}`,
    job.createdAt,
  ])
  for (const line of table([['ID', 'TYPE', 'STATUS', 'DONE', 'FAILED', 'CREDITS', 'CREATED'], ...rows])) say(line)
}

function tell(job: Job, { say }: CommandContext) {
  const { id, type, status, completed, failed, total, creditsUsed, error } = job
  say(`${id} (${type}) is ${status}: ${completed} of ${total} done, ${failed} failed, ${creditsUsed} credits`)
  if (error) say(`${error.code}: ${error.message}`)
}

/** Polls a job until it has ended, and draws its progress on a terminal. */
async function watch(id: string, context: CommandContext) {
  const bar = createProgressBar()
  let awaySince: number | undefined
  for (;;) {
    const job = await find(context, id).catch((error: unknown) => {
      if (!(error instanceof ServerAway)) throw error
      if (awaySince === undefined) context.note(`weir: ${error.message}; waiting for it to come back`)
      awaySince ??= performance.now()
      if (performance.now() - awaySince > PATIENCE) throw error
    })
    if (!job) {
      await sleep(POLL_EVERY)
      continue
    }
    awaySince = undefined
    if (job.completedAt !== null) {
      bar.end()
      tell(job, context)
      // A script that waits for the results must not go on.
      if (job.status !== 'completed') throw new CommandError(`The job is ${job.status}`)
      return
    }
    // It would wait for ever, and keep a server from starting.
    if (!(await context.runsJobs()))
      throw new CommandError(`The job is ${job.status}, and no server runs that would go on with it: start weir serve`)
    bar.show({ ...job, timeLeft: job.estimatedTimeRemaining })
    await sleep(POLL_EVERY)
  }
}

const actions: Actions = {
  list: { words: 1, options: ['status', 'limit', 'json'] },
  show: { words: 2, options: [] },
  watch: { words: 2, options: [] },
  cancel: { words: 2, options: [] },
}

export const jobs: Command = {
  usage: 'jobs [list | show ID | watch ID | cancel ID]',
  summary: 'Lists all jobs; shows, watches and cancels those of the administrator',
  details: HOW,
  async run(args, context) {
    const { values, positionals } = readArgs(args, options)
    const words = positionals.length > 0 ? positionals : ['list']
    const [action, id] = words
    checkAction(actions, words, values, HOW)
    if (action === 'list') return list(values, context)
    if (action === 'show') return tell(await find(context, id!), context)
    if (action === 'watch') return watch(id!, context)
    const { data } = (await context.request('DELETE', `/v1/jobs/${encodeURIComponent(id!)}`)) as { data: Job }
    tell(data, context)
  },
}
