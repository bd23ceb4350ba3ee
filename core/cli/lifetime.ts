import { describeError, type Log } from '../log.ts'
import { runtime } from '../runtime/index.ts'
import type { Listener, Peer } from '../runtime/runtime.ts'
import type { Weir } from '../weir/index.ts'
import { CommandError } from './context.ts'

/** Milliseconds that requests in progress may take after a signal. */
const GRACE = 25_000
/**
 * Milliseconds within which signals count as one: a terminal sends its own to the whole process tree, and a parent
 * forwards it.
 */
const ONE_SIGNAL = 1000
/** Set by the supervisor, core/boot.mjs, after a process that it started has crashed. */
const AFTER_CRASH = 'SUPERVISOR_SAW_CRASH'
const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const

/** The same function, which ends the process at once when it is called again later. */
function untilRepeated(stop: (reason: string, code: number) => void): typeof stop {
  let first: number | undefined
  return (reason, code) => {
    const now = performance.now()
    first ??= now
    if (now - first > ONE_SIGNAL) process.exit(code)
    stop(reason, code)
  }
}

/**
 * Resolves when the service should stop: on a signal, or when the process that started it ends. A later signal ends
 * it at once.
 */
export function stopAsked(): Promise<string> {
  return new Promise((resolve) => {
    const stop = untilRepeated(resolve)
    for (const [name, number] of Object.entries(signals)) process.on(name, () => stop(name, 128 + number))
    process.once('disconnect', () => stop('the parent process has ended', 1))
  })
}

/**
 * Lets a command that is ended by a signal run its exit handlers, for instance to delete its temporary store.
 * Commands that handle the signal themselves are not affected.
 */
export function exitOnSignals() {
  // SIGHUP is left alone, because `nohup` ignores it.
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => {
      if (process.listenerCount(name) === 0) process.exit(128 + signals[name])
    })
}

/**
 * Runs work that is undone when it fails, and lets a signal fail it: the process would otherwise end at once and
 * leave what it has begun. A later signal ends it at once.
 */
export async function undoneOnSignals<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const stop = untilRepeated((name, code) => controller.abort(new CommandError(`Ended by ${name}, and undone`, code)))
  const listeners = (['SIGINT', 'SIGTERM'] as const).map((name) => {
    const listener = () => stop(name, 128 + signals[name])
    process.on(name, listener)
    return [name, listener] as const
  })
  try {
    return await work(controller.signal)
  } finally {
    for (const [name, listener] of listeners) process.off(name, listener)
  }
}

/** Whether the previous process crashed, according to the supervisor. */
export function sawCrash(): boolean {
  const afterCrash = process.env[AFTER_CRASH] === '1'
  // Processes started by this one are not the supervisor's children.
  delete process.env[AFTER_CRASH]
  return afterCrash
}

/** Where to listen; `setting` is the operator's name for the port. */
export interface Address {
  hostname: string
  port: number
  setting: string
}

/** What the operator must fix if the listener cannot be opened. */
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

/** Listens. Throws CommandError if the address cannot be used, after closing the service. */
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

/** Tells the supervisor that the service responds, and the runtime that the start is over. */
export function reportReady() {
  process.send?.('ready')
  runtime.started()
}

/** Closes everything after the requests in progress. */
export async function end(weir: Weir, listener: Listener | undefined, log: Log) {
  weir.stopping()
  const ended = listener
    ?.stop()
    .catch((error: unknown) => log.error('The listener did not stop', { cause: describeError(error) }))
  if (ended) await Promise.race([ended, new Promise((late) => setTimeout(late, GRACE).unref())])
  listener?.abort()
  await weir.close()
}
