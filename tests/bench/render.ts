/**
 * Pages that a script builds, rendered 4 at a time, against Crawlee's PlaywrightCrawler (goal P3): in the service's
 * own choice of browser against the full Chromium, and on the same browser with a context a page for both. Pages a
 * second, CPU ms a page and the most memory of the whole process tree (proportional set size). Crawlee is installed
 * beside this file the first time. Usage: bun tests/bench/render.ts [rounds] [pages]
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../../engines/playwright/process/find-program.ts'
import { median, table } from './figures.ts'

const [rounds = '5', pages = '40'] = process.argv.slice(2)
const AT_ONCE = '4'
const folder = join(import.meta.dir, 'render')
const full = findProgram(['chromium', 'chromium-browser', 'google-chrome'])
const shell = findProgram(['chromium-headless-shell'])
if (!full) {
  console.error('There is no full Chromium on this machine')
  process.exit(1)
}
if (!existsSync(join(folder, 'node_modules')))
  Bun.spawnSync([process.execPath, 'install', '--no-save'], { cwd: folder, stdout: 'inherit', stderr: 'inherit' })

const site = Bun.spawn([process.execPath, join(folder, 'site.ts')], { stdout: 'pipe' })
const { value } = await site.stdout.getReader().read()
const origin = `http://127.0.0.1:${new TextDecoder().decode(value).trim()}`

const weir = (path?: string) => [
  process.execPath,
  join(folder, 'weir.ts'),
  origin,
  pages,
  AT_ONCE,
  ...(path ? [path] : []),
]
const crawlee = (path: string, contexts: 'shared' | 'context') => [
  'node',
  join(folder, 'crawlee.mjs'),
  origin,
  pages,
  AT_ONCE,
  path,
  contexts,
]
const runners: Record<string, string[]> = {
  'Weir, its own choice': weir(),
  'Crawlee tuned, full Chromium': crawlee(full, 'shared'),
  'Weir, full Chromium': weir(full),
  'Crawlee, full Chromium, a context a page': crawlee(full, 'context'),
  ...(shell && { 'Crawlee, headless shell, a context a page': crawlee(shell, 'context') }),
}

interface Usage {
  /** Milliseconds of CPU, of processes that have ended too. */
  cpu: number
  /** Bytes of memory now. */
  memory: number
}

/** What a process and all that it has started use. Source: proc_pid_stat(5), 100 ticks a second. */
function usageOf(root: number): Usage {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
        const fields = text
          .slice(text.lastIndexOf(')') + 2)
          .split(' ')
          .map(Number)
        return [{ pid: Number(pid), parent: fields[1]!, ticks: fields[11]! + fields[12]! + fields[13]! + fields[14]! }]
      } catch {
        return []
      }
    })
  const tree = stats.filter(({ pid }) => pid === root)
  for (const { pid } of tree) tree.push(...stats.filter(({ parent }) => parent === pid))
  const kilobytes = tree.map(({ pid }) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1] ?? 0)
    } catch {
      return 0
    }
  })
  return {
    cpu: tree.reduce((sum, { ticks }) => sum + ticks * 10, 0),
    memory: kilobytes.reduce((a, b) => a + b, 0) * 1024,
  }
}

async function run(command: string[]) {
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit', cwd: folder })
  let cpu = 0
  let memory = 0
  const timer = setInterval(() => {
    const now = usageOf(child.pid)
    cpu = Math.max(cpu, now.cpu)
    memory = Math.max(memory, now.memory)
  }, 500)
  const out = await new Response(child.stdout).text()
  clearInterval(timer)
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} failed`)
  return { rate: Number(pages) / Number(out.trim().split('\n').at(-1)), cpu: cpu / Number(pages), memory }
}

const figures: Record<string, { rate: number; cpu: number; memory: number }[]> = {}
try {
  for (let round = 0; round < Number(rounds); round++)
    for (const [name, command] of Object.entries(runners)) {
      figures[name] = [...(figures[name] ?? []), await run(command)]
    }
} finally {
  site.kill()
}

const middle = (name: string, field: 'rate' | 'cpu' | 'memory') =>
  median(figures[name]?.map((one) => one[field]) ?? [Number.NaN])
console.log(
  table(
    ['4 at a time', 'pages/s', 'CPU ms a page', 'MB at most'],
    Object.keys(runners).map((name) => [
      name,
      middle(name, 'rate').toFixed(1),
      middle(name, 'cpu').toFixed(0),
      (middle(name, 'memory') / 1e6).toFixed(0),
    ]),
  ),
)
const ratio = (ours: string, theirs: string) => (middle(ours, 'rate') / middle(theirs, 'rate')).toFixed(2)
console.log(
  `own choice against Crawlee tuned: ${ratio('Weir, its own choice', 'Crawlee tuned, full Chromium')} (goal 2)`,
)
console.log(
  `full Chromium, a context a page: ${ratio('Weir, full Chromium', 'Crawlee, full Chromium, a context a page')} (goal 1.3)`,
)
if (shell)
  console.log(
    `headless shell, a context a page: ${ratio('Weir, its own choice', 'Crawlee, headless shell, a context a page')} (goal 1.3)`,
  )
