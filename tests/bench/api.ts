/**
 * What the API costs (goal P1): GET /v1/auth/validate, with key and limit, beside the same Elysia route bare, in turns.
 * Usage: bun tests/bench/api.ts [rounds]
 */
import { Elysia } from 'elysia'
import { runtime } from '../../core/runtime/index.ts'
import { startWeir } from '../weir.ts'
import { median, table } from './figures.ts'

interface Figure {
  perSecond: number
  p50: number
  p99: number
  failures: number
}

const CONNECTIONS = 32
const SECONDS = 3
const rounds = Number(process.argv[2] ?? 5)

const weir = await startWeir({ WEIR_PLANS: JSON.stringify({ enterprise: { callsPerMinute: null } }) })
const whole = await runtime.serve({
  hostname: '127.0.0.1',
  port: 0,
  handle: (request, peer) => weir.weir.server.fetch(request, peer),
})

const reply = (await weir.get('/v1/auth/validate')).body
const app = new Elysia().get('/v1/auth/validate', () => reply)
const bare = await runtime.serve({ hostname: '127.0.0.1', port: 0, handle: async (request) => app.fetch(request) })

async function load(port: number, head: string): Promise<Figure> {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/load.ts`, `${port}`, `${CONNECTIONS}`, `${SECONDS}`], {
    stdin: new Blob([head]),
    stdout: 'pipe',
  })
  return JSON.parse(await new Response(child.stdout).text())
}
const request = `GET /v1/auth/validate HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${weir.adminKey}\r\n\r\n`

const figures: { ours: Figure[]; peer: Figure[] } = { ours: [], peer: [] }
for (let round = 0; round <= rounds; round++) {
  const peer = await load(bare.port, request)
  const ours = await load(whole.port, request)
  // The first round warms up.
  if (round === 0) continue
  figures.peer.push(peer)
  figures.ours.push(ours)
}
const of = (list: Figure[], name: keyof Figure) => median(list.map((figure) => figure[name]))
const row = (name: string, list: Figure[]) => [
  name,
  of(list, 'perSecond'),
  of(list, 'p50'),
  of(list, 'p99'),
  of(list, 'failures'),
]
console.log(
  table(
    ['GET /v1/auth/validate', 'requests/s', 'p50 ms', 'p99 ms', 'failures'],
    [row('bare Elysia route', figures.peer), row('Weir', figures.ours)],
  ),
)
console.log(
  `ratio ${(median(figures.ours.map(({ perSecond }, i) => perSecond / figures.peer[i]!.perSecond))).toFixed(2)} (goal 0.5; p99 under 5 ms)`,
)

whole.abort()
bare.abort()
await weir.close()
process.exit(0)
