import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { FORBIDDEN_REMEDY } from '../egress-rules/egress-failure.ts'
import { runtime } from '../runtime/index.ts'
import { lockDataDir } from '../store/lock.ts'
import { CommandError, ServerAway } from './context.ts'
import { credentialLines } from './credentials.ts'
import { outliveStrayFailures } from './stray-failures.ts'

/** Access to the API for commands. */
export interface Connection {
  request(method: string, path: string, body?: unknown): Promise<unknown>
  /** Any response, unread. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** The response to a GET, unread. */
  read(path: string): AsyncIterable<Uint8Array>
  /** Whether jobs go on meanwhile: in a server, in this process, or perhaps on another machine with the database. */
  runsJobs(): Promise<boolean>
  close(): Promise<void>
}

/** An error as the API returns it. */
export interface AnsweredError {
  message: string
  details?: { reason?: unknown; remedy?: unknown; parameter?: unknown }
}

/** A refusal as the API returns it: archive and enrichment have their own forms. */
export interface Refusal {
  error?: AnsweredError | string
  message?: string
  details?: AnsweredError['details']
  data?: unknown
}

/** An error with its remedy: the user of a command is the operator. */
export function errorInWords(error: AnsweredError | undefined): string | undefined {
  const { reason, remedy = reason === 'forbidden_address' ? FORBIDDEN_REMEDY : undefined } = error?.details ?? {}
  return error && typeof remedy === 'string' ? `${error.message}. ${remedy}` : error?.message
}

function errorIn({ error, message, details, data }: Refusal): AnsweredError | undefined {
  if (typeof error !== 'string') return error
  return message === undefined ? { message: error, details } : { message, details: data as AnsweredError['details'] }
}

/** What a command fails with: a value that the API refuses is a usage error. */
export function refusedWith(status: number, refusal: Refusal): CommandError {
  const error = errorIn(refusal)
  const isWrongUse = status === 400 && error?.details?.parameter !== undefined
  return new CommandError(errorInWords(error) ?? `The server answered ${status}`, isWrongUse ? 2 : 1)
}

type Send = (request: Request) => Promise<Response>
interface ApiAccess {
  send: Send
  address: string
  token: string
  close(): Promise<void>
  /** Whether it is another process, which may stop and start again. */
  isServer?: boolean
}

interface ConnectOptions {
  /**
   * Prints one line next to the command's result: the administrator's credentials, if the command creates the store.
   */
  note(line: string): void
  /** Whether a server in this process runs jobs; otherwise it leaves them to the next one. */
  works: boolean
  /** Whether that server uses a temporary store, which is deleted afterwards. */
  keepsNothing?: boolean
}

/** Whether there is a store already, as far as that is visible without opening it. */
export const hasStore = ({ settings }: Config) =>
  settings.WEIR_DATABASE_URL !== undefined || existsSync(join(settings.WEIR_DATA_DIR, 'weir.db'))

/** Opens a server in this process, after nobody else was found to use the data directory. */
async function openHere(config: Config, { note, works, keepsNothing = false }: ConnectOptions): Promise<ApiAccess> {
  const { openWeir } = await import('../weir/index.ts')
  if (works) outliveStrayFailures((message, { cause }) => note(`weir: ${message}: ${cause}`))
  const weir = await openWeir(config, { quiet: true, works, temporary: keepsNothing })
  // The command may run for long, such as that for agents.
  runtime.started()
  if (!keepsNothing) for (const line of credentialLines(weir.administrator)) note(line)
  return {
    send: (request) => weir.server.fetch(request),
    address: 'http://localhost',
    token: weir.localToken,
    close: () => weir.close(),
  }
}

/** Finds the server of the data directory: a running one, or one in this process. */
async function findOrOpen(config: Config, options: ConnectOptions): Promise<ApiAccess> {
  // A command that keeps nothing creates no data directory either: it may run where none can be created.
  if (options.keepsNothing && !existsSync(config.settings.WEIR_DATA_DIR)) return openHere(config, options)
  const server = await findServer(config, options)
  return server ?? openHere(config, options)
}

/** The running server; undefined if there is none, or if it cannot be called and the command can do without it. */
async function findServer({ settings }: Config, { keepsNothing }: ConnectOptions): Promise<ApiAccess | undefined> {
  const lock = await lockDataDir(settings.WEIR_DATA_DIR)
  if (lock.held) {
    lock.release()
    return undefined
  }
  const { address, token } = lock.holder ?? {}
  if (address && token)
    return { send: (request) => fetch(request), address, token, close: async () => {}, isServer: true }
  if (keepsNothing) return undefined
  throw new ServerAway('The data directory is in use by a process that is just starting or ending; try again')
}

/** Calls the API for a command; the server is looked up on the first call. */
export function connect(config: Config, options: ConnectOptions): Connection {
  let access: Promise<ApiAccess> | undefined
  let hadServer = false
  /**
   * The data of a server is in no other. If it has ended, only a running server may take its place, never one in this
   * process.
   */
  const findAgain = async (): Promise<ApiAccess> => {
    const found = hadServer ? await findServer(config, options) : await findOrOpen(config, options)
    if (!found) throw new ServerAway('The server that was called before no longer runs; start it again')
    hadServer ||= found.isServer ?? false
    return found
  }
  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    access ??= findAgain()
    const current = access
    const forget = () => {
      if (access === current) access = undefined
    }
    try {
      const { send, address, token, isServer } = await current
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${token}`)
      const request = new Request(address + path, { ...init, headers })
      const answer = await send(request).catch((error: unknown) => {
        if (!isServer || init.signal?.aborted) throw error
        throw new ServerAway(`The server at ${address} ended before it answered`)
      })
      // After a restart it has another token.
      if (isServer && answer.status === 401) forget()
      return answer
    } catch (error) {
      if (hadServer && !init.signal?.aborted) forget()
      throw error
    }
  }
  const call = (method: string, path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json' }
    return ask(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
  }
  async function jsonOf(answer: Response): Promise<unknown> {
    const content = (await answer.json()) as Refusal & { success: boolean }
    if (content.success) return content
    const refusal = refusedWith(answer.status, content)
    // After a restart the server has another token, which the next call uses.
    throw answer.status === 401 ? new ServerAway(refusal.message) : refusal
  }
  return {
    request: async (...of) => jsonOf(await call(...of)),
    ask,
    async *read(path) {
      const answer = await call('GET', path)
      if (!answer.ok) await jsonOf(answer)
      yield* answer.body ?? []
    },
    runsJobs: async () =>
      options.works || config.settings.WEIR_DATABASE_URL !== undefined || (await access)?.isServer === true,
    close: async () => (await access?.catch(() => undefined))?.close(),
  }
}
