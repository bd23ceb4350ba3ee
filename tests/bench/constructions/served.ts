import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asStarted } from '../as-started.ts'
import { memoryOf, residentOf } from '../usage.ts'

/** How long the server's event loop was held by one turn of it, ms. */
export interface Hold {
  /** Epoch ms of its end. */
  at: number
  /** Of the server's own thread. */
  cpu: number
  clock: number
}

/** Resident bytes at which the server is ended, so that what is unbounded does not take the machine. */
const MAX_MEMORY = 2.5 * 2 ** 30

/**
 * `weir serve` in a process of its own, beside a hostile website in another, and what is to be seen of both from
 * outside.
 */
export interface Served {
  origin: string
  key: string
  /** Of the website. */
  site: string
  sitePort: number
  pid: number
  /** Bytes of the server with all that it has started. */
  memory(): number
  /** The longest of the holds since then. */
  longestHold(since: number): Hold
  /** Whether the server's process is the one that was started. */
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

/** The website of constructions, in a process of its own. */
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
