import type { AnyElysia } from 'elysia'
import { runtime } from '../../core/runtime/index.ts'
import type { Running } from '../weir.ts'
import { median, table } from './figures.ts'

interface Figure {
  perSecond: number
  p50: number
  p99: number
  failures: number
  /** CPU microseconds of this process per request, which depend little on other processes. */
  cpu: number
}

const CONNECTIONS = 32
const SECONDS = 3

/** Puts a load on a port of this machine, from a separate process. */
async function load(port: number, request: string): Promise<Figure> {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/load.ts`, `${port}`, `${CONNECTIONS}`, `${SECONDS}`], {
    stdin: new Blob([request]),
    stdout: 'pipe',
  })
  const before = process.cpuUsage()
  const figure = JSON.parse(await new Response(child.stdout).text())
  const { user, system } = process.cpuUsage(before)
  return { ...figure, cpu: Math.round((user + system) / (figure.perSecond * SECONDS)) }
}

export interface Comparison {
  /** The name of the route. */
  name: string
  /** The request as it is sent, head and body. */
  request: string
  weir: Running
  bare: AnyElysia
  rounds: number
  /** The goal, as a share of the requests per second of the plain route. */
  goal: number
}

/** Measures a route of Weir and the same route in plain Elysia, in alternating rounds, and prints the medians. */
export async function compare({ name, request, weir, bare, rounds, goal }: Comparison): Promise<void> {
  const at = { hostname: '127.0.0.1', port: 0 }
  const whole = await runtime.serve({ ...at, handle: (asked, peer) => weir.weir.server.fetch(asked, peer) })
  const peer = await runtime.serve({ ...at, handle: async (asked) => bare.fetch(asked) })
  const figures: { ours: Figure[]; peer: Figure[] } = { ours: [], peer: [] }
  for (let round = 0; round <= rounds; round++) {
    const theirs = await load(peer.port, request)
    const ours = await load(whole.port, request)
    // The first round is a warm-up.
    if (round === 0) continue
    figures.peer.push(theirs)
    figures.ours.push(ours)
  }
  whole.abort()
  peer.abort()

  const row = (title: string, list: Figure[]) => [
    title,
    ...(['perSecond', 'p50', 'p99', 'cpu', 'failures'] as const).map((field) =>
      median(list.map((figure) => figure[field])),
    ),
  ]
  console.log(
    table(
      [name, 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs', 'failures'],
      [row('bare Elysia route', figures.peer), row('Weir', figures.ours)],
    ),
  )
  const ratio = median(figures.ours.map(({ perSecond }, i) => perSecond / figures.peer[i]!.perSecond))
  console.log(`ratio ${ratio.toFixed(2)} (goal ${goal}; p99 under 5 ms)`)
}
