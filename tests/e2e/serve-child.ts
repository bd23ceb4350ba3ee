import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addMadeTables } from '../ready-tables.ts'
import { weirCommand } from '../run-weir.ts'
import { storeSettings } from '../store.ts'

const root = join(import.meta.dir, '../..')
const [program, ...given] = weirCommand

/** `weir serve` in its own process, to be killed and started again on the same data. */
export async function serveChild(settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-serve-'))
  await addMadeTables(dataDir)
  const adminKey = `wr_12345_${'7'.repeat(40)}`
  const port = freePort()
  const origin = `http://127.0.0.1:${port}`
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('WEIR_')))
  const env = {
    ...environment,
    WEIR_PORT: `${port}`,
    WEIR_DATA_DIR: dataDir,
    WEIR_ADMIN_API_KEY: adminKey,
    WEIR_EGRESS_ALLOW: '127.0.0.0/8',
    WEIR_ENGINES: 'lightweight',
    ...(await storeSettings(dataDir)),
    ...settings,
  }
  let child: ChildProcess
  let errors = ''
  const start = async () => {
    child = spawn(program, [...given, 'serve'], {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.stderr!.on('data', (chunk) => {
      errors = (errors + chunk).slice(-20_000)
    })
    for (let i = 0; i < 500; i++) {
      if (child.exitCode !== null) throw new Error(`The server ended: ${errors.slice(-2000)}`)
      if (
        await fetch(`${origin}/health`).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        return
      await Bun.sleep(20)
    }
    throw new Error(`The server does not answer: ${errors.slice(-2000)}`)
  }
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      child.once('close', () => resolve())
      child.kill(signal)
    })
  await start()
  return {
    origin,
    key: adminKey,
    /** Of the running process. */
    get pid() {
      return child.pid!
    },
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    // biome-ignore lint/suspicious/noExplicitAny: what the test expects is what it checks
    async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<any> {
      const response = await fetch(origin + path, {
        method,
        headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json', ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
      })
      return { status: response.status, ...((await response.json()) as object) }
    },
    /** The newest lines of its log. */
    errors: () => errors,
    async close() {
      if (child.exitCode === null && child.signalCode === null) await end('SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
    },
    async [Symbol.asyncDispose]() {
      await this.close()
    },
  }
}

function freePort(): number {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const { port } = server
  server.stop(true)
  return port!
}
