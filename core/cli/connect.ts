import type { Config } from '../config.ts'
import { FORBIDDEN_REMEDY } from '../egress-rules/egress-failure.ts'
import { lockDataDir } from '../store/lock.ts'
import { CommandError } from './context.ts'
import { credentialLines } from './credentials.ts'

/** A way to the API for commands. */
export interface Connection {
  request(method: string, path: string, body?: unknown): Promise<unknown>
  /** The answer to a GET as it comes. */
  read(path: string): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

/** An error as the API answers it. */
export interface AnsweredError {
  message: string
  details?: { reason?: unknown; remedy?: unknown }
}

/** An error with its remedy: whoever calls a command is the operator. */
export function inWords(error: AnsweredError | undefined): string | undefined {
  const { reason, remedy = reason === 'forbidden_address' ? FORBIDDEN_REMEDY : undefined } = error?.details ?? {}
  return error && typeof remedy === 'string' ? `${error.message}. ${remedy}` : error?.message
}

type Send = (request: Request) => Promise<Response>
interface Way {
  send: Send
  address: string
  token: string
  close(): Promise<void>
}

interface ConnectOptions {
  /**
   * Says one line beside the command's result: where the command makes the store, the administrator's credentials.
   */
  note(line: string): void
  /** Whether a server of this process does jobs; otherwise it leaves them to the next one. */
  works: boolean
}

/** Opens a server within this process: nobody else uses the data directory. */
async function within(config: Config, { note, works }: ConnectOptions): Promise<Way> {
  const { openWeir } = await import('../weir.ts')
  const weir = await openWeir(config, { quiet: true, works })
  for (const line of credentialLines(weir.administrator)) note(line)
  return {
    send: (request) => weir.server.fetch(request),
    address: 'http://localhost',
    token: weir.localToken,
    close: () => weir.close(),
  }
}

/** Finds who answers for the data directory: the server that runs, or one of this process. */
async function find(config: Config, options: ConnectOptions): Promise<Way> {
  const lock = await lockDataDir(config.settings.WEIR_DATA_DIR)
  if (lock.held) {
    lock.release()
    return within(config, options)
  }
  const { address, token } = lock.holder ?? {}
  if (!address || !token)
    throw new CommandError('The data directory is in use by a process that is just starting or ending; try again')
  return { send: (request) => fetch(request), address, token, close: async () => {} }
}

/** Calls the API for a command; the server is sought at the first call. */
export function connect(config: Config, options: ConnectOptions): Connection {
  let way: Promise<Way> | undefined
  async function call(method: string, path: string, body?: unknown): Promise<Response> {
    way ??= find(config, options)
    const { send, address, token } = await way
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return send(
      new Request(address + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) }),
    )
  }
  async function jsonOf(answer: Response): Promise<unknown> {
    const content = (await answer.json()) as { success: boolean; error?: AnsweredError }
    if (!content.success) throw new CommandError(inWords(content.error) ?? `The server answered ${answer.status}`)
    return content
  }
  return {
    request: async (...of) => jsonOf(await call(...of)),
    async *read(path) {
      const answer = await call('GET', path)
      if (!answer.ok) await jsonOf(answer)
      yield* answer.body ?? []
    },
    close: async () => (await way)?.close(),
  }
}
