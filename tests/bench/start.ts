/**
 * Measures start and idle (goal P6): milliseconds from the start command to the first response, and resident memory
 * when idle, against an empty Elysia app with docs, in alternating rounds. Usage: bun tests/bench/start.ts [rounds]
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { weirCommand } from '../run-weir.ts'
import { median, table } from './figures.ts'

const root = join(import.meta.dir, '..', '..')
const rounds = Number(process.argv[2] ?? 7)

const peer = join(mkdtempSync(join(tmpdir(), 'weir-peer-')), 'app.ts')
await Bun.write(
  peer,
  `import { Elysia } from '${root}/node_modules/elysia'
import { swagger } from '${root}/node_modules/@elysiajs/swagger'
new Elysia().use(swagger()).get('/health', () => 'ok').listen({ hostname: '127.0.0.1', port: Number(process.env.WEIR_PORT) })
`,
)

async function freePort() {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const { port } = server
  await server.stop(true)
  return port as number
}

/** Resident kilobytes. */
const resident = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)

async function start(command: string[], dataDir: string) {
  const port = await freePort()
  const env = { ...process.env, WEIR_PORT: String(port), WEIR_DATA_DIR: dataDir }
  const began = performance.now()
  const child = Bun.spawn(command, { cwd: root, env, stdout: 'ignore', stderr: 'ignore' })
  let answered = false
  while (!answered && performance.now() - began < 20_000) {
    answered = await fetch(`http://127.0.0.1:${port}/health`).then(
      () => true,
      () => Bun.sleep(2).then(() => false),
    )
  }
  const ms = performance.now() - began
  await Bun.sleep(1500)
  const mb = resident(child.pid) / 1024
  child.kill('SIGKILL')
  await child.exited
  return { ms, mb }
}

const dataDir = mkdtempSync(join(tmpdir(), 'weir-start-'))
const ours = [...weirCommand, 'serve']
// The first start creates the store.
await start(ours, dataDir)
const figures = { ours: [] as { ms: number; mb: number }[], peer: [] as { ms: number; mb: number }[] }
for (let round = 0; round < rounds; round++) {
  figures.peer.push(await start([process.execPath, peer], dataDir))
  figures.ours.push(await start(ours, dataDir))
}
const row = (name: string, list: { ms: number; mb: number }[]) => [
  name,
  Math.round(median(list.map(({ ms }) => ms))),
  Math.round(median(list.map(({ mb }) => mb))),
]
console.log(
  table(
    ['start and idle', 'ms to the first answer', 'MB resident'],
    [row('empty Elysia app with docs', figures.peer), row('Weir', figures.ours)],
  ),
)
const ratio = median(figures.ours.map(({ ms }, i) => ms / figures.peer[i]!.ms))
console.log(`ratio ${ratio.toFixed(2)} (goal: at most 3, within 400 ms, at most 120 MB)`)
rmSync(dataDir, { recursive: true })
