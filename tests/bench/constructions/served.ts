import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asStarted } from '../as-started.ts'
import { memoryOf, residentOf } from '../usage.ts'

/** How long one turn of the server's event loop blocked it, in ms. */
export interface Hold {
  /** The end of the turn, in epoch ms. */
  at: number
  /** CPU ms of the server's main thread. */
  cpu: number
  clock: number
}

/** Resident bytes at which the server is killed, so that unbounded growth does not exhaust the machine. */
const MAX_MEMORY = 2.5 * 2 ** 30

/**
 * `weir serve` in a separate process, with a hostile website in another, and what can be observed of both from
 * outside.
 */
export interface Served {
  origin: string
  key: string
  /** The origin of the website. */
  site: string
  sitePort: number
  pid: number
  /** Bytes of memory of the server's process tree. */
  memory(): number
  /** The longest blocking turn since a time in epoch ms. */
  longestHold(since: number): Hold
  /** Whether the server's process is still the one that was started. */
  isAlive(): boolean
  call(method: string, path: string, body?: unknown, key?: string): Promise<{ status: number; text: string }>
  close(): void
}

const unlimited = JSON.stringify({
  enterprise: { callsPerMinute: null, concurrent: null, burst: null, monthlyCredits: null },
})

/** The port that a program prints first. */
async function portOf(child: { stdout: ReadableStream<Uint8Array> }): Promise<number> {
  const { value } = await child.stdout.getReader().read()
  return Number(new TextDecoder().decode(value).trim())
}

/** Starts the website of constructions in a separate process. */
export async function startSite(): Promise<{ origin: string; port: number; close(): void }> {
  const program = `${import.meta.dir}/site.ts`
  const website = Bun.spawn([process.execPath, program], { stdout: 'pipe', stderr: 'ignore' })
  const port = await portOf(website)
  return { origin: `http://127.0.0.1:${port}`, port, close: () => website.kill('SIGKILL') }
}

export async function serve(settings: Record<string, string> = {}): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'weir-hostile-'))
  const holds = join(folder, 'holds')
  writeFileSync(holds, '')
  const key = `wr_12345_${'7'.repeat(40)}`
  const website = await startSite()
  const port = freePort()
  const origin = `http://127.0.0.1:${port}`
  const preload = `${import.meta.dir}/hold-watch.ts`
  const child = Bun.spawn([process.execPath, '--preload', preload, 'core/cli/main.ts', 'serve'], {
    cwd: join(import.meta.dir, '../../..'),
    stdio: ['ignore', 'ignore', 'ignore'],
    env: {
      ...asStarted,
      HOLD_FILE: holds,
      WEIR_PORT: `${port}`,
      WEIR_DATA_DIR: join(folder, 'data'),
      WEIR_ADMIN_API_KEY: key,
      WEIR_EGRESS_ALLOW: '127.0.0.0/8',
      WEIR_ENGINES: 'lightweight',
      WEIR_PLANS: unlimited,
      ...settings,
    },
  })
  const watch = setInterval(() => {
    if (residentOf(child.pid) > MAX_MEMORY) child.kill('SIGKILL')
  }, 500)
  const call: Served['call'] = async (method, path, body, as = key) => {
    const answer = await fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return { status: answer.status, text: await answer.text() }
  }
  await untilReady(origin)
  return {
    origin,
    key,
    site: website.origin,
    sitePort: website.port,
    pid: child.pid,
    memory: () => memoryOf(child.pid),
    longestHold: (since) => longest(readFileSync(holds, 'latin1'), since),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    call,
    close() {
      clearInterval(watch)
      child.kill('SIGKILL')
      website.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function longest(lines: string, since: number): Hold {
  let most: Hold = { at: 0, cpu: 0, clock: 0 }
  for (const line of lines.split('\n')) {
    const [at = 0, cpu = 0, clock = 0] = line.split(' ').map(Number)
    if (at >= since && cpu > most.cpu) most = { at, cpu, clock }
  }
  return most
}

async function untilReady(origin: string): Promise<void> {
  for (let i = 0; i < 1000; i++) {
    const isReady = await fetch(`${origin}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await Bun.sleep(20)
  }
  throw new Error('The server does not answer')
}

function freePort(): number {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const { port } = server
  server.stop(true)
  return port!
}
