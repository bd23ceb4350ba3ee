/**
 * Measures a crawl of 2,000 pages of realistic size over many hosts (goal P2): pages per second, CPU ms per page and
 * peak memory of the process tree, against Crawlee's CheerioCrawler and spider's native add-on, which store nothing
 * and make no Markdown. They are installed beside this file on first use; one that does not run here is left out.
 * Usage: bun tests/bench/crawl.ts [rounds] [pages] [folder of .html or .html.zst files]
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { asStarted } from './as-started.ts'
import { median, table } from './figures.ts'
import { memoryOf } from './usage.ts'

const [rounds = '5', pages = '2000', ...from] = process.argv.slice(2)
const HOSTS = '100'
const KILOBYTES = '200'
const LATENCY = 50
const AT_ONCE = '32'
const folder = join(import.meta.dir, 'crawl')
if (!existsSync(join(folder, 'node_modules')))
  Bun.spawnSync([process.execPath, 'install', '--no-save'], { cwd: folder, stdout: 'inherit', stderr: 'inherit' })

async function serve(latency: number, hosts = HOSTS) {
  const script = join(import.meta.dir, 'crawl-site.ts')
  const site = Bun.spawn([process.execPath, script, hosts, `${latency}`, KILOBYTES, ...from], { stdout: 'pipe' })
  const { value } = await site.stdout.getReader().read()
  return { site, origin: `http://127.0.0.1:${new TextDecoder().decode(value).trim()}` }
}

interface Run {
  rate: number
  cpu: number
  memory: number
}

async function run(command: string[]): Promise<Run | undefined> {
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit', cwd: folder, env: asStarted })
  let memory = 0
  const timer = setInterval(() => {
    memory = Math.max(memory, memoryOf(child.pid))
  }, 300)
  const out = await new Response(child.stdout).text()
  clearInterval(timer)
  if ((await child.exited) !== 0) return undefined
  const { pages: done, seconds, cpu } = JSON.parse(out.trim().split('\n').at(-1)!)
  if (done < Number(pages) * 0.99) console.error(`${command[1]}: ${done} of ${pages} pages`)
  return { rate: done / seconds, cpu: cpu / done, memory }
}

const { site, origin } = await serve(0)
const late = await serve(LATENCY)
// The others have no politeness limits that would slow down one host.
const single = await serve(0, '1')
const start = `${single.origin}/0-${pages}/0`
const weir = (at: string) => [process.execPath, join(folder, 'weir.ts'), at, pages]
const LATE = `Weir, ${LATENCY} ms latency`
const runners: Record<string, string[]> = {
  Weir: weir(origin),
  [LATE]: weir(late.origin),
  'Crawlee Cheerio': ['node', join(folder, 'crawlee.mjs'), start, pages, AT_ONCE],
  'spider-rs': ['node', join(folder, 'spider.mjs'), start, pages],
}
const figures: Record<string, Run[]> = {}
try {
  for (let round = 0; round < Number(rounds); round++)
    for (const [name, command] of Object.entries(runners)) {
      const figure = await run(command)
      if (figure) figures[name] = [...(figures[name] ?? []), figure]
    }
} finally {
  site.kill()
  late.site.kill()
  single.site.kill()
}

const middle = (name: string, field: keyof Run) => median(figures[name]?.map((one) => one[field]) ?? [])
console.log(
  table(
    [`${pages} pages`, 'pages/s', 'CPU ms a page', 'MB at most'],
    Object.keys(figures).map((name) => [
      name,
      middle(name, 'rate').toFixed(0),
      middle(name, 'cpu').toFixed(2),
      (middle(name, 'memory') / 1e6).toFixed(0),
    ]),
  ),
)
const ratio = (field: keyof Run, name: string, to: string) =>
  median(figures[name]!.map((one, i) => one[field] / figures[to]![i]![field])).toFixed(2)
const goals: [string, keyof Run, string, string, string][] = [
  ['pages/s against Crawlee', 'rate', 'Weir', 'Crawlee Cheerio', 'at least 8'],
  ['CPU a page against Crawlee', 'cpu', 'Weir', 'Crawlee Cheerio', 'at most 0.125'],
  ['pages/s against spider-rs', 'rate', 'Weir', 'spider-rs', 'at least 3'],
  ['pages/s with latency against those without', 'rate', LATE, 'Weir', 'at least 0.8'],
]
for (const [what, field, name, to, goal] of goals)
  if (figures[name] && figures[to]) console.log(`${what}: ${ratio(field, name, to)} (goal: ${goal})`)
