import type { Server } from '../../http/server.ts'
import { createLog } from '../../log.ts'
import { runtime } from '../../runtime/index.ts'
import { reachable } from '../../url/reachable.ts'
import { openWeir, type Weir } from '../../weir/index.ts'
import { type Command, CommandError } from '../context.ts'
import { credentialLines } from '../credentials.ts'
import { end, listen, reportReady, sawCrash, stopAsked } from '../lifetime.ts'
import { readArgs } from '../read-args.ts'
import { outliveStrayFailures } from '../stray-failures.ts'

/** The greeting. Generated credentials are shown once here, and not in the log. The last line is a URL to open. */
async function greet(say: (line: string) => void, address: string, weir: Weir) {
  const { administrator } = weir
  say(`Weir answers at ${address}, with its API documentation at ${address}/docs`)
  for (const line of credentialLines(administrator)) say(line)
  if (administrator?.key) {
    say('Try it:')
    say(
      `  curl ${address}/v1/scrape -H 'Authorization: Bearer ${administrator.key}' -H 'Content-Type: application/json' -d '{"url":"https://example.com"}'`,
    )
  }
  const opening = await weir.opening()
  const signsIn = opening.includes('#') ? ' (the link signs you in once, within an hour)' : ''
  say(`${administrator ? 'Or open' : 'Open'} this in a browser${signsIn}:`)
  say(`  ${address}${opening}`)
}

export const serve: Command = {
  usage: 'serve [--no-work]',
  summary: 'Starts the service',
  details: `Settings are environment variables or names in weir.config.ts, see README.md.
--no-work answers requests and leaves jobs to \`weir work\`, in other processes with the same WEIR_DATABASE_URL.
Ctrl-C or SIGTERM ends it after the running requests; a second signal, at least a second later, ends it at once.`,
  async run(args, { config, say }) {
    const { positionals, values } = readArgs(args, { 'no-work': { type: 'boolean' } })
    if (positionals.length > 0) throw new CommandError('weir serve takes no arguments, and the option --no-work', 2)
    const works = !values['no-work']
    const { WEIR_HOST: hostname, WEIR_PORT: port, WEIR_LOG, WEIR_PUBLIC_URL, WEIR_DATABASE_URL } = config.settings
    if (!works && WEIR_DATABASE_URL === undefined)
      throw new CommandError(
        '--no-work needs WEIR_DATABASE_URL, a Postgres database: without one no other process can do the work',
      )
    const log = createLog(WEIR_LOG)
    outliveStrayFailures(log.error)
    const weir = await openWeir(config, { log, afterCrash: sawCrash(), works: false, serves: true })
    const stopping = stopAsked()
    const at = { hostname, port, setting: 'WEIR_PORT' }
    const begun = Promise.withResolvers<void>()
    let answer: Server['fetch'] = (...asked) => begun.promise.then(() => weir.server.fetch(...asked))
    const listener = await listen(weir, at, (request, peer) => answer(request, peer))
    // A request before it is created would be told that the administrator's key is invalid.
    await weir.begin()
    begun.resolve()
    answer = weir.server.fetch
    weir.listening({ hostname: listener.hostname, port: listener.port })
    // Before an old job can do harm.
    reportReady()
    if (works) await weir.work()
    log.info('ready', {
      address: `${listener.hostname}:${listener.port}`,
      runtime: `${runtime.name} ${runtime.version}`,
    })
    // The log writes once per turn of the event loop; the greeting comes after it.
    await new Promise((resolve) => setImmediate(resolve))
    await greet(say, WEIR_PUBLIC_URL ?? `http://${reachable(listener.hostname)}:${listener.port}`, weir)
    log.info('stopping', { reason: await stopping })
    await end(weir, listener, log)
    log.info('stopped')
  },
}
