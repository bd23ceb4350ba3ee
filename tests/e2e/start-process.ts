import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deno } from '../deno/program.ts'
import { addMadeTables } from '../ready-tables.ts'
import { weirCommand } from '../run-weir.ts'
import { storeSettings } from '../store.ts'

export const root = join(import.meta.dir, '../..')

/** The runtimes that Weir runs on, with the command of each. */
export const runtimes = {
  Bun: weirCommand,
  Deno: [deno ?? '', 'run', '-A', join(root, 'core/cli/main.ts')],
} as const

const digits = (n: number) => Array.from({ length: n }, () => Math.floor(Math.random() * 10)).join('')

export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: what the test expects is what it checks
  body: any
}

export interface Process {
  /** `http://127.0.0.1:…` */
  address: string
  adminKey: string
  dataDir: string
  pid: number
  /** Its whole output so far. */
  said(): string
  get(path: string): Promise<Reply>
  post(path: string, body: unknown): Promise<Reply>
  /** Stops it as an operator does, and gives its exit code. */
  stop(): Promise<number>
}

export interface ProcessOptions {
  runtime?: keyof typeof runtimes
  /** The working directory. */
  folder?: string
  settings?: Record<string, string>
}

/** `weir serve` in its own process, on its own store. Rejects with its output if it ends before it answers. */
export async function startProcess({
  runtime = 'Bun',
  folder = root,
  settings = {},
}: ProcessOptions): Promise<Process> {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-process-'))
  // Deno has its own SQLite, which creates the tables itself here.
  if (runtime === 'Bun') await addMadeTables(dataDir)
  const adminKey = `wr_${digits(5)}_${digits(40)}`
  // Settings of other tests are not passed on to the process.
  const outer = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('WEIR_')))
  const child = Bun.spawn([...runtimes[runtime], 'serve'], {
    cwd: folder,
    env: {
      ...outer,
      WEIR_PORT: '0',
      WEIR_DATA_DIR: dataDir,
      WEIR_EGRESS_ALLOW: '127.0.0.1',
      WEIR_ADMIN_API_KEY: adminKey,
      ...(await storeSettings(settings.WEIR_DATA_DIR ?? dataDir)),
      ...settings,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let said = ''
  const { promise: ready, resolve } = Promise.withResolvers<string>()
  const hear = async (stream: ReadableStream<Uint8Array>) => {
    for await (const chunk of stream) {
      said += new TextDecoder().decode(chunk)
      const address = /answers at (http:\S+),/.exec(said)?.[1]
      if (address) resolve(address)
    }
  }
  const heard = Promise.all([hear(child.stdout), hear(child.stderr)])
  const ended = heard.then(async () => {
    await child.exited
    rmSync(dataDir, { recursive: true, force: true })
    throw new Error(said)
  })
  const address = await Promise.race([ready, ended])
  ended.catch(() => {})
  const call = async (path: string, init: RequestInit): Promise<Reply> => {
    const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' }
    const answer = await fetch(address + path, { ...init, headers })
    return { status: answer.status, body: await answer.json() }
  }
  return {
    address,
    adminKey,
    dataDir,
    pid: child.pid,
    said: () => said,
    get: (path) => call(path, { method: 'GET' }),
    post: (path, body) => call(path, { method: 'POST', body: JSON.stringify(body) }),
    async stop() {
      child.kill('SIGTERM')
      return child.exited
    },
  }
}
