import { createLog, describeError } from '../log.ts'
import { runtime } from '../runtime/index.ts'
import { openWeir } from '../weir.ts'
import type { Command } from './context.ts'
import { CommandError } from './context.ts'

/** How long requests that are under way may go on after a signal, in ms. */
const GRACE = 25_000

const isInUse = (error: unknown) => (error as { code?: string }).code === 'EADDRINUSE'

/** The first start's words: what was generated is said here once, apart from the log. */
function greet(
  say: (line: string) => void,
  address: string,
  made: { email: string; password?: string; key?: string } | undefined,
) {
  say(`Weir answers at ${address}, its documentation is at ${address}/docs`)
  if (!made) return
  say('')
  say('A new store was made, with its administrator. What was generated is not shown again:')
  say(`  E-mail   ${made.email}`)
  if (made.password) say(`  Password ${made.password}`)
  if (made.key) say(`  API key  ${made.key}`)
  if (!made.key) return
  say('')
  say('Try it:')
  say(
    `  curl ${address}/v1/scrape -H 'Authorization: Bearer ${made.key}' -H 'Content-Type: application/json' -d '{"url":"https://example.com"}'`,
  )
}

export const serve: Command = {
  usage: 'serve',
  summary: 'Starts the service',
  async run(_, { config, say }) {
    const { WEIR_HOST: hostname, WEIR_PORT: port, WEIR_LOG } = config.settings
    const log = createLog(WEIR_LOG)
    // A promise that a library left alone would end the process, and with it the requests of everybody.
    process.on('unhandledRejection', (error) => log.error('A failure was not handled', { cause: describeError(error) }))
    const weir = await openWeir(config, { log })
    const listener = await runtime
      .serve({ hostname, port, handle: (request, peer) => weir.server.fetch(request, peer) })
      .catch(async (error: unknown) => {
        await weir.close()
        if (isInUse(error))
          throw new CommandError(`WEIR_PORT: ${port} on ${hostname} is taken by another program; choose another port`)
        throw error
      })
    const host = listener.hostname.includes(':') ? `[${listener.hostname}]` : listener.hostname
    weir.listening({ hostname: listener.hostname, port: listener.port })
    greet(say, config.settings.WEIR_PUBLIC_URL ?? `http://${host}:${listener.port}`, weir.administrator)
    log.info('ready', { address: `${host}:${listener.port}`, runtime: `${runtime.name} ${runtime.version}` })

    const signal = await new Promise<string>((stop) => {
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop(name))
    })
    log.info('stopping', { signal })
    weir.stopping()
    const ended = listener
      .stop()
      .catch((error: unknown) => log.error('The listener did not stop', { cause: describeError(error) }))
    await Promise.race([ended, new Promise((late) => setTimeout(late, GRACE).unref())])
    listener.abort()
    await weir.close()
    log.info('stopped')
  },
}
