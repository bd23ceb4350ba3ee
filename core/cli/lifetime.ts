import { describeError, type Log } from '../log.ts'
import { runtime } from '../runtime/index.ts'
import type { Listener, Peer } from '../runtime/runtime.ts'
import type { Weir } from '../weir/index.ts'
import { CommandError } from './context.ts'

/** Milliseconds for which requests may go on after a signal. */
const GRACE = 25_000
/**
 * Milliseconds within which several signals count as one: a terminal sends a signal to all processes, and a parent
 * passes its own on.
 */
const ONE_SIGNAL = 1000
/** Set by the supervisor, core/boot.mjs, after a process that it started has crashed. */
const AFTER_CRASH = 'SUPERVISOR_SAW_CRASH'
const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const

/**
 * Resolves with the reason to stop: a signal, or the end of the process that started this one. A later signal ends
 * the process at once.
 */
export function stopAsked(): Promise<string> {
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

/**
 * Lets a command run its exit handlers when a signal ends it, such as deleting its temporary store. A command that
 * has its own handler for the signal keeps it.
 */
export function exitOnSignals() {
  // SIGHUP is left alone, as `nohup` makes a process ignore it.
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => {
      if (process.listenerCount(name) === 0) process.exit(128 + signals[name])
    })
}

/** Whether the process before this one crashed, as reported by the supervisor. */
export function sawCrash(): boolean {
  const afterCrash = process.env[AFTER_CRASH] === '1'
  // Processes that this one starts must not inherit it.
  delete process.env[AFTER_CRASH]
  return afterCrash
}

/** Where to listen; `setting` is the port's name in messages to the operator. */
export interface Address {
  hostname: string
  port: number
  setting: string
}

/** The error for a listener that could not be opened, with what the operator can change. */
function refusalOf(error: unknown, { hostname, port, setting }: Address): unknown {
  const { code, name } = error as { code?: string; name?: string }
  if (code === 'EADDRINUSE' || name === 'AddrInUse')
    return new CommandError(`${setting}: ${port} on ${hostname} is taken by another program; choose another port`)
  if (code === 'EACCES' || name === 'PermissionDenied')
    return new CommandError(`${setting}: this user may not listen on ${port}; choose a port above 1023`)
  return new CommandError(
    `WEIR_HOST: ${hostname} is not an address of this machine; 127.0.0.1 is this machine alone, 0.0.0.0 all of its addresses`,
  )
}

/** Listens. If it cannot, closes the service and throws CommandError. */
export function listen(
  weir: Weir,
  { hostname, port, setting }: Address,
  handle: (request: Request, peer: Peer) => Promise<Response>,
): Promise<Listener> {
  return runtime.serve({ hostname, port, handle }).catch(async (error: unknown) => {
    await weir.close()
    throw refusalOf(error, { hostname, port, setting })
  })
}

/** Stops the service after the running requests. */
export async function end(weir: Weir, listener: Listener | undefined, log: Log) {
  weir.stopping()
  const ended = listener
    ?.stop()
    .catch((error: unknown) => log.error('The listener did not stop', { cause: describeError(error) }))
  if (ended) await Promise.race([ended, new Promise((late) => setTimeout(late, GRACE).unref())])
  listener?.abort()
  await weir.close()
}
