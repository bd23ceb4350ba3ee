/**
 * Measures the rendering of pages that a script builds, 4 at a time as single scrapes through the API, each in its
 * own context, against Crawlee's PlaywrightCrawler (goal P3): the browser that the service chooses against the full
 * Chromium with one context for all pages, and the same browser with a context per page for both. Pages per second,
 * CPU ms per page and peak memory of the whole process tree (proportional set size), in alternating rounds. Crawlee
 * is installed beside this file on first use. Usage: bun tests/bench/render.ts [rounds] [pages]
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../../engines/playwright/process/find-program.ts'
import { median, table } from './figures.ts'
import { startService } from './render/weir.ts'

const [rounds = '5', pages = '60'] = process.argv.slice(2)
const AT_ONCE = 4
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
const port = new TextDecoder().decode(value).trim()
const urlOf = (n: number) => `http://127.0.0.${1 + (n % 4)}:${port}/page?n=${n}`
const urls = Array.from({ length: Number(pages) }, (_, n) => urlOf(n))

interface Figures {
  rate: number
  cpu: number
  memory: number
}

const runners: Record<string, () => Promise<Figures>> = {
  'Weir, its own choice': () => weir(undefined),
  'Crawlee tuned, full Chromium': () => crawlee(full, 'shared'),
  'Weir, full Chromium': () => weir(full),
  'Crawlee, full Chromium, a context a page': () => crawlee(full, 'context'),
  ...(shell && {
    'Weir, headless shell': () => weir(shell),
    'Crawlee, headless shell, a context a page': () => crawlee(shell, 'context'),
  }),
}

interface Usage {
  /** CPU milliseconds, including processes that have ended. */
  cpu: number
  /** Bytes of memory at present. */
  memory: number
}

/** The CPU and memory of a process tree. Source: proc_pid_stat(5), 100 ticks per second. */
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

/** Watches a process tree; returns the CPU time since then, and the peak memory. */
function watch(pid: number) {
  const before = usageOf(pid).cpu
  const seen = { cpu: 0, memory: 0 }
  const look = () => {
    const now = usageOf(pid)
    seen.cpu = Math.max(seen.cpu, now.cpu - before)
    seen.memory = Math.max(seen.memory, now.memory)
  }
  const timer = setInterval(look, 300)
  return () => {
    clearInterval(timer)
    look()
    return seen
  }
}

async function weir(chromium: string | undefined): Promise<Figures> {
  const service = await startService(chromium)
  try {
    // The start of the browser is not measured, as for the others.
    await service.render(urlOf(urls.length))
    const stop = watch(service.pid)
    const began = performance.now()
    const waiting = urls.entries()
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const [n, url] of waiting) {
          const text = await service.render(url)
          if (!text.includes(`Kettles of page ${n}`)) throw new Error(`${url} was not built`)
          if (text.includes('seen again')) throw new Error(`${url} knows its visitor`)
        }
      }),
    )
    const seconds = (performance.now() - began) / 1000
    const { cpu, memory } = stop()
    return { rate: urls.length / seconds, cpu: cpu / urls.length, memory }
  } finally {
    await service.close()
  }
}

async function crawlee(chromium: string, contexts: 'shared' | 'context'): Promise<Figures> {
  const command = ['node', join(folder, 'crawlee.mjs'), JSON.stringify(urls), chromium, String(AT_ONCE), contexts]
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit', cwd: folder })
  const stop = watch(child.pid)
  const seconds = Number((await new Response(child.stdout).text()).trim().split('\n').at(-1))
  const { cpu, memory } = stop()
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} failed`)
  return { rate: urls.length / seconds, cpu: cpu / urls.length, memory }
}

const figures: Record<string, Figures[]> = {}
try {
  for (let round = 0; round < Number(rounds); round++) {
    const turns = Object.entries(runners)
    for (const [name, run] of round % 2 ? turns.reverse() : turns)
      figures[name] = [...(figures[name] ?? []), await run()]
  }
} finally {
  site.kill()
}

const middle = (name: string, field: keyof Figures) => median(figures[name]?.map((one) => one[field]) ?? [Number.NaN])
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
const compare = (title: string, goal: number, ours: string, theirs: string) => {
  const ratio = (field: keyof Figures) => (middle(ours, field) / middle(theirs, field)).toFixed(2)
  console.log(`${title}: ${ratio('rate')} times the pages (goal ${goal}) in ${ratio('memory')} of the memory (goal 1)`)
}
compare('own choice against Crawlee tuned', 2, 'Weir, its own choice', 'Crawlee tuned, full Chromium')
compare('full Chromium, a context a page', 2, 'Weir, full Chromium', 'Crawlee, full Chromium, a context a page')
if (shell)
  compare('headless shell, a context a page', 1.5, 'Weir, headless shell', 'Crawlee, headless shell, a context a page')
