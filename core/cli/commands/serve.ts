import { createLog, describeError, type Log } from '../../log.ts'
import { runtime } from '../../runtime/index.ts'
import type { Listener } from '../../runtime/runtime.ts'
import { openWeir, reachable, type Weir } from '../../weir.ts'
import { type Command, CommandError } from '../context.ts'
import { credentialLines } from '../credentials.ts'
import { readArgs } from '../read-args.ts'
import { outliveStrayFailures } from '../stray-failures.ts'

/** How long requests that are under way may go on after a signal, in ms. */
const GRACE = 25_000
/** Milliseconds in which signals are one: a terminal sends its own to all of the tree, and a parent passes its on. */
const ONE_SIGNAL = 1000
/** Set by the supervisor, core/boot.mjs, once a process that it started has crashed. */
const AFTER_CRASH = 'SUPERVISOR_SAW_CRASH'
const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const

/**
 * Resolves with what tells the service to stop: a signal, or the end of the process that started it. A later signal
 * ends it at once.
 */
function stopAsked(): Promise<string> {
  let first: number | undefined
  return new Promise((resolve) => {
    const stop = (reason: string, code: number) => {
      const now = performance.now()
      first ??= now
      if (now - first > ONE_SIGNAL) process.exit(code)
      resolve(reason)
    }
    for (const [name, number] of Object.entries(signals)) process.on(name, () => stop(name, 128 + number))
    process.once('disconnect', () => stop('the parent process has ended', 1))
  })
}

/** What the operator has to mend where the listener could not be opened. */
function refusalOf(error: unknown, hostname: string, port: number): unknown {
  const { code, name } = error as { code?: string; name?: string }
  if (code === 'EADDRINUSE' || name === 'AddrInUse')
    return new CommandError(`WEIR_PORT: ${port} on ${hostname} is taken by another program; choose another port`)
  if (code === 'EACCES' || name === 'PermissionDenied')
    return new CommandError(`WEIR_PORT: this user may not listen on ${port}; choose a port above 1023`)
  return new CommandError(
    `WEIR_HOST: ${hostname} is not an address of this machine; 127.0.0.1 is this machine alone, 0.0.0.0 all of its addresses`,
  )
}

/**
 * The first words: what was generated is said here once, apart from the log. The last line is one that a person can
 * open.
 */
async function greet(say: (line: string) => void, address: string, weir: Weir) {
  const { administrator } = weir
  say(`Weir answers at ${address}, its documentation is at ${address}/docs`)
  for (const line of credentialLines(administrator)) say(line)
  if (administrator?.key) {
    say('Try it:')
    say(
      `  curl ${address}/v1/scrape -H 'Authorization: Bearer ${administrator.key}' -H 'Content-Type: application/json' -d '{"url":"https://example.com"}'`,
    )
  }
  const opening = await weir.opening()
  const signsIn = opening.includes('#') ? ' (it signs you in: once, and within an hour)' : ''
  say(`${administrator ? 'Or open' : 'Open'} this in a browser${signsIn}:`)
  say(`  ${address}${opening}`)
}

/** Ends all of it after the requests that are under way. */
async function end(weir: Weir, listener: Listener, log: Log) {
  weir.stopping()
  const ended = listener
    .stop()
    .catch((error: unknown) => log.error('The listener did not stop', { cause: describeError(error) }))
  await Promise.race([ended, new Promise((late) => setTimeout(late, GRACE).unref())])
  listener.abort()
  await weir.close()
}

export const serve: Command = {
  usage: 'serve',
  summary: 'Starts the service',
  details: `It takes no options: settings are environment variables or names in weir.config.ts, see README.md.
Ctrl-C or SIGTERM ends it after the requests that are under way; once more, a second later, ends it at once.`,
  async run(args, { config, say }) {
    if (readArgs(args, {}).positionals.length > 0) throw new CommandError('weir serve takes no arguments', 2)
    const { WEIR_HOST: hostname, WEIR_PORT: port, WEIR_LOG, WEIR_PUBLIC_URL } = config.settings
    const log = createLog(WEIR_LOG)
    outliveStrayFailures(log.error)
    const afterCrash = process.env[AFTER_CRASH] === '1'
    // Processes that it starts are not the supervisor's children.
    delete process.env[AFTER_CRASH]
    const weir = await openWeir(config, { log, afterCrash, works: false })
    const stopping = stopAsked()
    const listener = await runtime
      .serve({ hostname, port, handle: (request, peer) => weir.server.fetch(request, peer) })
      .catch(async (error: unknown) => {
        await weir.close()
        throw refusalOf(error, hostname, port)
      })
    const at = `${reachable(listener.hostname)}:${listener.port}`
    weir.listening({ hostname: listener.hostname, port: listener.port })
    // Whoever started it learns that it answers before an old job can do it harm.
    process.send?.('ready')
    await weir.work()
    log.info('ready', {
      address: `${listener.hostname}:${listener.port}`,
      runtime: `${runtime.name} ${runtime.version}`,
    })
    // The log writes once a turn of the event loop: the greeting stands below it.
    await new Promise((resolve) => setImmediate(resolve))
    await greet(say, WEIR_PUBLIC_URL ?? `http://${at}`, weir)
    log.info('stopping', { reason: await stopping })
    await end(weir, listener, log)
    log.info('stopped')
  },
}
