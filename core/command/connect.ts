import type { Config } from '../config.ts'
import { lockDataDir } from '../store/lock.ts'
import { CommandError } from './context.ts'

/** A way to the API for commands. */
export interface Connection {
  request(method: string, path: string, body?: unknown): Promise<unknown>
  close(): Promise<void>
}

type Send = (request: Request) => Promise<Response>
interface Way {
  send: Send
  address: string
  token: string
  close(): Promise<void>
}

/** Opens a server within this process: nobody else uses the data directory. */
async function within(config: Config): Promise<Way> {
  const { openWeir } = await import('../weir.ts')
  const weir = await openWeir(config, { quiet: true, works: false })
  return {
    send: (request) => weir.server.fetch(request),
    address: 'http://localhost',
    token: weir.localToken,
    close: () => weir.close(),
  }
}

/** Finds who answers for the data directory: the server that runs, or one of this process. */
async function find(config: Config): Promise<Way> {
  const lock = await lockDataDir(config.settings.WEIR_DATA_DIR)
  if (lock.held) {
    lock.release()
    return within(config)
  }
  const { address, token } = lock.holder ?? {}
  if (!address || !token)
    throw new CommandError('The data directory is in use by a process that is just starting or ending; try again')
  return { send: (request) => fetch(request), address, token, close: async () => {} }
}

export function connect(config: Config): Connection {
  let way: Promise<Way> | undefined
  return {
    async request(method, path, body) {
      way ??= find(config)
      const { send, address, token } = await way
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const answer = await send(
        new Request(address + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) }),
      )
      const content = (await answer.json()) as { success: boolean; error?: { message: string } }
      if (!content.success) throw new CommandError(content.error?.message ?? `The server answered ${answer.status}`)
      return content
    },
    close: async () => (await way)?.close(),
  }
}
