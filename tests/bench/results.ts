/**
 * Measures downloads of a job with a gigabyte of results: pages with long texts, then short rows. The server's memory
 * above idle (goal: below 200 MB, in every format and with readers that stop reading), and how long its event loop is
 * blocked (goal: below 50 ms).
 * Usage: bun tests/bench/results.ts [megabytes] [pages|rows] [part of what is measured, such as xml]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asStarted } from './as-started.ts'
import { table } from './figures.ts'
import type { Held } from './held.ts'
import { residentOf } from './usage.ts'

const MAX_MEMORY = 200
const MAX_HELD = 50
/** Downloads that begin and are then not read. */
const STOPPED = 16

const [megabytes = '1000', only, part = ''] = process.argv.slice(2)
const shapes = {
  /** Each has four texts of a million characters, like the formats of a large page. */
  pages: { texts: 4, characters: 1_000_000, nested: 1000, bytes: 4_000_000 },
  rows: { texts: 2, characters: 1000, nested: 20, bytes: 3000 },
}
const queries = [
  ...['json', 'csv', 'xml', 'ndjson'].map((format) => `format=${format}`),
  'format=json&compressed=true',
  'format=csv&compressed=true',
]

const folder = mkdtempSync(join(tmpdir(), 'weir-results-'))
const goals: boolean[] = []
const rows: string[][] = []

/** A server in a separate process; `make` fills its store first. */
async function serve(make?: object) {
  const heard: ((value: unknown) => void)[] = []
  const script = join(import.meta.dir, 'results', 'serve.ts')
  const child = Bun.spawn([process.execPath, script, folder, JSON.stringify(make ?? null)], {
    env: asStarted,
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: (message) => heard.shift()?.(message),
  })
  const hear = <T>() => new Promise<T>((resolve) => heard.push(resolve as (value: unknown) => void))
  const { origin, key, jobId } = await hear<{ origin: string; key: string; jobId: string }>()
  return {
    pid: child.pid,
    jobId,
    get: (path: string) => fetch(origin + path, { headers: { authorization: `Bearer ${key}` } }),
    /** Starts to watch the event loop; the returned function reports the result. */
    async look(): Promise<Held> {
      const answer = hear<Held>()
      child.send('look')
      return answer
    },
    async end() {
      child.kill()
      await child.exited
    },
  }
}

async function measure(
  name: string,
  jobId: string,
  work: (server: Awaited<ReturnType<typeof serve>>) => Promise<number>,
) {
  const server = await serve()
  // The first request loads code.
  await (await server.get(`/v1/jobs/${jobId}`)).text()
  await Bun.sleep(500)
  const idle = residentOf(server.pid)
  let most = idle
  const timer = setInterval(() => {
    most = Math.max(most, residentOf(server.pid))
  }, 20)
  await server.look()
  const bytes = await work(server)
  const held = await server.look()
  clearInterval(timer)
  await server.end()
  const more = (most - idle) / 1e6
  const figures = [bytes / 1e6, idle / 1e6, more, held.p50, held.p99, held.most, held.cpu, held.seconds]
  rows.push([name, ...figures.map((figure) => figure.toFixed(figure < 100 ? 1 : 0))])
  console.error(rows.at(-1)!.join('  '))
  goals.push(more < MAX_MEMORY, held.most < MAX_HELD)
}

try {
  for (const [shape, { bytes, ...sizes }] of Object.entries(shapes)) {
    if (only !== undefined && only !== shape) continue
    const made = await serve({ ...sizes, items: Math.round((Number(megabytes) * 1e6) / bytes) })
    const { jobId } = made
    await made.end()
    const path = (query: string) => `/v1/results/${jobId}/download?${query}`
    for (const query of queries.filter((one) => one.includes(part)))
      await measure(`${shape} ${query}`, jobId, async ({ get }) => {
        let size = 0
        for await (const chunk of (await get(path(query))).body!) size += chunk.byteLength
        return size
      })
    const stopped = `${shape}, ${STOPPED} that stop`
    if (!stopped.includes(part)) continue
    await measure(stopped, jobId, async ({ get }) => {
      const answers = await Promise.all(Array.from({ length: STOPPED }, (_, i) => get(path(queries[i % 6]!))))
      const readers = answers.map(({ body }) => body!.getReader())
      let size = 0
      for (const reader of readers) size += (await reader.read()).value?.byteLength ?? 0
      await Bun.sleep(10_000)
      for (const reader of readers) await reader.cancel()
      return size
    })
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(table(['', 'MB', 'idle MB', 'more MB', 'held p50', 'p99', 'most ms', 'CPU s', 's'], rows))
process.exit(goals.every(Boolean) ? 0 : 1)
