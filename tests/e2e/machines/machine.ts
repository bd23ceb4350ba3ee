import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { weirCommand } from '../../run-weir.ts'

const adminKey = `wr_54321_${'3'.repeat(40)}`
/** Long enough to be accepted. */
const SECRET = 'what all machines of the tests know'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: what the test expects is what it checks
  body: any
}

export interface Machine {
  /** Its address; a worker answers only health and metrics there. */
  address: string
  /** Whether it answers the API. */
  answers: boolean
  /** Its whole output. */
  said(): string
  call(method: string, path: string, body?: unknown): Promise<Answer>
  request(path: string, init?: RequestInit): Promise<Response>
  kill(): Promise<void>
  /** Starts it again, in its own directory. */
  start(): Promise<void>
  /** Stops it as an operator does, and gives its exit code. */
  stop(): Promise<number>
  close(): Promise<void>
}

/** A process of Weir that shares a database with others; `command` is the arguments of `weir`. */
export async function startMachine(
  databaseUrl: string,
  command: readonly string[],
  settings: Record<string, string> = {},
): Promise<Machine> {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-machine-'))
  const outer = Object.entries(process.env).filter(([name]) => !name.startsWith('WEIR_'))
  const env = {
    ...Object.fromEntries(outer),
    WEIR_PORT: '0',
    WEIR_DATA_DIR: dataDir,
    WEIR_DATABASE_URL: databaseUrl,
    WEIR_SECRET: SECRET,
    WEIR_ADMIN_API_KEY: adminKey,
    WEIR_EGRESS_ALLOW: '127.0.0.0/8',
    WEIR_ENGINES: 'lightweight',
    ...settings,
  }
  const args = command[0] === 'work' ? [...command, '--health', '0'] : command
  let child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>
  let said = ''

  const machine: Machine = {
    address: '',
    answers: command[0] === 'serve',
    said: () => said,
    request: (path, init) =>
      fetch(machine.address + path, { ...init, headers: { authorization: `Bearer ${adminKey}`, ...init?.headers } }),
    async call(method, path, body) {
      const answer = await machine.request(path, {
        method,
        headers: { 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      })
      return { status: answer.status, body: await answer.json() }
    },
    async kill() {
      child.kill('SIGKILL')
      await child.exited
    },
    async start() {
      const before = said.length
      child = Bun.spawn([...weirCommand, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
      const { promise: ready, resolve } = Promise.withResolvers<string>()
      const hear = async (stream: ReadableStream<Uint8Array>) => {
        for await (const chunk of stream) {
          said += new TextDecoder().decode(chunk)
          const address = /info +ready .*(?:address|health)=(\S+)/.exec(said.slice(before))?.[1]
          if (address) resolve(`http://${address}`)
        }
      }
      const heard = Promise.all([hear(child.stdout), hear(child.stderr)])
      const ended = heard.then(() => {
        throw new Error(said.slice(before))
      })
      ended.catch(() => {})
      machine.address = await Promise.race([ready, ended])
    },
    async stop() {
      child.kill('SIGTERM')
      return child.exited
    },
    async close() {
      child.kill('SIGKILL')
      await child.exited
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  try {
    await machine.start()
  } catch (error) {
    await machine.close()
    throw error
  }
  return machine
}

/** Starts several, one after the other, as the first creates the tables. */
export async function startMachines(databaseUrl: string, commands: readonly string[][], settings = {}) {
  const machines: Machine[] = []
  for (const command of commands) machines.push(await startMachine(databaseUrl, command, settings))
  return {
    machines,
    async [Symbol.asyncDispose]() {
      await Promise.all(machines.map((machine) => machine.close()))
    },
  }
}
