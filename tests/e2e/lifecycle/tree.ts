import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { storeSettings } from '../../store.ts'

export const root = join(import.meta.dirname, '../../..')

/** The ways in which people start the service, each with a process above it. */
export const commands = { npm: ['npm', 'start'], boot: ['node', 'core/boot.mjs', 'serve'] } as const
/** Processes are looked up in /proc, and the parent processes need Node. */
export const isPossible = existsSync('/proc/self/stat') && ['node', 'npm'].every(isOnPath)
function isOnPath(program: string) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
}

const read = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
/** State and parent; undefined if there is no such process. */
function look(pid: number): { state: string; parent: number } | undefined {
  const found = /^\d+ \(.*\) (\S) (\d+)/s.exec(read(`/proc/${pid}/stat`))
  return found ? { state: found[1]!, parent: Number(found[2]) } : undefined
}
const lives = (pid: number) => (look(pid)?.state ?? 'Z') !== 'Z'

/** A process and all of its descendants, from the top down. */
function descendants(top: number): number[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  const children = Map.groupBy(all, (pid) => look(pid)?.parent)
  const found = [top]
  for (const pid of found) found.push(...(children.get(pid) ?? []))
  return found
}

/** Waits until a condition holds; throws after half a minute. */
export async function until(what: string, holds: () => boolean | Promise<boolean>) {
  for (const end = Date.now() + 30_000; Date.now() < end; await setTimeout(20)) if (await holds()) return
  throw new Error(`Waited in vain for ${what}`)
}

/** The service and the processes above it, on its own store. */
export async function startTree(command: readonly string[], settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-tree-'))
  const key = `wr_12345_${'7'.repeat(40)}`
  const outer = Object.entries(process.env).filter(([name]) => !/^(WEIR_|npm_)/.test(name))
  const env = {
    ...Object.fromEntries(outer),
    WEIR_PORT: '0',
    WEIR_DATA_DIR: dataDir,
    WEIR_ADMIN_API_KEY: key,
    WEIR_EGRESS_ALLOW: '127.0.0.0/8',
    WEIR_ENGINES: 'lightweight',
    ...(await storeSettings(settings.WEIR_DATA_DIR ?? dataDir)),
    ...settings,
  }
  // In its own process group, as from a terminal.
  const child: ChildProcess = spawn(command[0]!, command.slice(1), {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const seen = new Set<number>()
  let said = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (said += chunk))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const addresses = () => [...said.matchAll(/answers at (http:\S+),/g)].map((found) => found[1]!)
  /** All of its processes so far that are still running. */
  const processes = () => {
    for (const pid of descendants(child.pid!)) seen.add(pid)
    return [...seen].filter(lives)
  }
  const tree = {
    dataDir,
    key,
    said: () => said,
    ended,
    processes,
    /** The process of the service itself. */
    service: () => processes().findLast((pid) => /\0serve\0$/.test(read(`/proc/${pid}/cmdline`)))!,
    /** The newest address at which it answers. */
    address: () => addresses().at(-1)!,
    signal(name: NodeJS.Signals, to: number | 'all') {
      if (to === 'all') process.kill(-child.pid!, name)
      else process.kill(to, name)
    },
    /** Waits until it has reported this many times that it answers. */
    async answers(times = 1) {
      await until('the service to answer', () => {
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}:\n${said}`)
        return addresses().length >= times
      })
      processes()
    },
    // biome-ignore lint/suspicious/noExplicitAny: what the test expects is what it checks
    async call(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<any> {
      const response = await fetch(tree.address() + path, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more },
        body: body === undefined ? undefined : JSON.stringify(body),
      })
      return { status: response.status, ...((await response.json()) as object) }
    },
    async [Symbol.asyncDispose]() {
      for (const pid of processes()) if (lives(pid)) process.kill(pid, 'SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return tree
}
export type Tree = Awaited<ReturnType<typeof startTree>>

/** A site that answers when it is told to. */
export function openSlowSite() {
  const waiting: (() => void)[] = []
  let asked = 0
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch() {
      asked++
      await new Promise<void>((resolve) => void waiting.push(resolve))
      return new Response('<html><body><main><p>At last.</p></main></body></html>', {
        headers: { 'content-type': 'text/html' },
      })
    },
  })
  return {
    url: () => `${server.url.origin}/${asked}-${Math.random()}`,
    asked: () => asked,
    release() {
      for (const answer of waiting.splice(0)) answer()
    },
    stop: () => server.stop(true),
  }
}
export type SlowSite = ReturnType<typeof openSlowSite>

/** A request that has reached the site, which has not answered. Gives its status, or the error. */
export async function underWay(tree: Tree, site: SlowSite): Promise<{ answer: Promise<number | string> }> {
  const before = site.asked()
  const answer = tree
    .call('POST', '/v1/scrape', { url: site.url(), timeout: 60_000 })
    .then(({ status }) => status as number, String)
  await until('the request to reach the site', () => site.asked() > before)
  return { answer }
}

export const port = (tree: Tree) => Number(new URL(tree.address()).port)

/** Whether nothing listens at the port. */
export function isFree(at: number): boolean {
  try {
    Bun.serve({ hostname: '127.0.0.1', port: at, reusePort: false, fetch: () => new Response() }).stop(true)
    return true
  } catch {
    return false
  }
}
