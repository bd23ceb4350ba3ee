import { createLog } from '../../log.ts'
import { runtime } from '../../runtime/index.ts'
import { openWeir, type Weir } from '../../weir/index.ts'
import { type Command, CommandError } from '../context.ts'
import { credentialLines } from '../credentials.ts'
import { end, listen, reportReady, sawCrash, stopAsked } from '../lifetime.ts'
import { readArgs } from '../read-args.ts'
import { outliveStrayFailures } from '../stray-failures.ts'

const MAX_PORT = 65_535

/** Throws CommandError (code 2) for an invalid port. */
function readPort(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const port = Number(given)
  if (!/^\d+$/.test(given) || port > MAX_PORT)
    throw new CommandError(`--health must be a port, a whole number up to ${MAX_PORT}, not ${given}`, 2)
  return port
}

/** Serves only the health and metrics of the process, and no other part of the API. */
const reportsOf =
  ({ server }: Weir): typeof server.fetch =>
  async (request, peer) =>
    REPORTS.has(new URL(request.url).pathname) ? server.fetch(request, peer) : new Response(null, { status: 404 })
const REPORTS = new Set(['/health', '/metrics'])

export const work: Command = {
  usage: 'work [--health PORT]',
  summary: 'Runs jobs without answering requests, next to other processes on Postgres',
  details: `It shares the jobs with all processes that have the same WEIR_DATABASE_URL and WEIR_SECRET; each has a
WEIR_DATA_DIR of its own. --health answers GET /health and /metrics on WEIR_HOST and this port, and nothing else.
Ctrl-C or SIGTERM ends it after a few seconds, and other processes take over its work; a second signal, at least a
second later, ends it at once.`,
  async run(args, { config, say }) {
    const { positionals, values } = readArgs(args, { health: { type: 'string' } })
    if (positionals.length > 0) throw new CommandError('weir work takes no arguments, and the option --health PORT', 2)
    const port = readPort(values.health)
    const { WEIR_HOST: hostname, WEIR_LOG, WEIR_DATABASE_URL } = config.settings
    if (WEIR_DATABASE_URL === undefined)
      throw new CommandError(
        'weir work needs WEIR_DATABASE_URL, a Postgres database; without one `weir serve` does the work itself',
      )
    const log = createLog(WEIR_LOG)
    outliveStrayFailures(log.error)
    const weir = await openWeir(config, { log, afterCrash: sawCrash(), works: false })
    for (const line of credentialLines(weir.administrator)) say(line)
    const stopping = stopAsked()
    const at = port === undefined ? undefined : { hostname, port, setting: '--health' }
    const listener = at && (await listen(weir, at, reportsOf(weir)))
    reportReady()
    await weir.work()
    log.info('ready', {
      ...(listener ? { health: `${listener.hostname}:${listener.port}` } : {}),
      runtime: `${runtime.name} ${runtime.version}`,
    })
    log.info('stopping', { reason: await stopping })
    await end(weir, listener, log)
    log.info('stopped')
  },
}
