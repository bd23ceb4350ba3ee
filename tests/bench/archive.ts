/**
 * Measures downloads of an archive of a gigabyte, as WARC and as WACZ: the server's memory above idle (goal: below
 * 200 MB, also with readers that stop reading), and its CPU seconds. Usage: bun tests/bench/archive.ts [megabytes]
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asStarted } from './as-started.ts'
import { table } from './figures.ts'
import { cpuOf, residentOf } from './usage.ts'

const MAX_MEMORY = 200
/** Bytes of a page that hardly compresses. */
const PAGE = 2_000_000
const AT_ONCE = 4
/** Downloads that begin and are then not read. */
const STOPPED = 16

const [megabytes = '1000'] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'weir-archive-bench-'))
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: () =>
    new Response(randomBytes((PAGE * 3) / 4).toString('base64'), { headers: { 'content-type': 'text/plain' } }),
})

async function serve() {
  const heard = Promise.withResolvers<{ origin: string; key: string }>()
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'archive', 'serve.ts'), folder], {
    env: asStarted,
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: (message) => heard.resolve(message),
  })
  const { origin, key } = await heard.promise
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return {
    pid: child.pid,
    get: (path: string) => fetch(origin + path, { headers }),
    post: (path: string, body: object) => fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) }),
    async end() {
      child.kill()
      await child.exited
    },
  }
}

async function fill(pages: number) {
  const server = await serve()
  let begun = 0
  const work = async () => {
    while (begun < pages) {
      const url = `${site.url.origin}/${begun++}`
      const answer = await server.post('/v1/scrape', { url, formats: ['rawHtml'], maxAge: 0 })
      if (answer.status !== 200) throw new Error(await answer.text())
      await answer.bytes()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await server.end()
}

async function measure(name: string, work: (server: Awaited<ReturnType<typeof serve>>) => Promise<number>) {
  const server = await serve()
  // The first request loads code.
  await (await server.get('/v1/archive/local/warc?from=20990101')).bytes()
  await Bun.sleep(500)
  const idle = residentOf(server.pid)
  const cpu = cpuOf(server.pid)
  let most = idle
  const timer = setInterval(() => {
    most = Math.max(most, residentOf(server.pid))
  }, 20)
  const bytes = await work(server)
  clearInterval(timer)
  const more = (most - idle) / 1e6
  const spent = cpuOf(server.pid) - cpu
  await server.end()
  return { more, row: [name, (bytes / 1e6).toFixed(0), more.toFixed(0), spent.toFixed(1)] }
}

async function read(answer: Response): Promise<number> {
  let bytes = 0
  for await (const chunk of answer.body!) bytes += chunk.byteLength
  return bytes
}

try {
  await fill(Math.ceil((Number(megabytes) * 1e6) / PAGE))
  const results = []
  for (const format of ['warc', 'wacz']) {
    const path = `/v1/archive/local/${format}`
    results.push(await measure(format, async (server) => read(await server.get(path))))
    results.push(
      await measure(`${format}, ${STOPPED} that are not read`, async (server) => {
        const readers = await Promise.all(
          Array.from({ length: STOPPED }, async () => (await server.get(path)).body!.getReader()),
        )
        let bytes = 0
        for (const reader of readers) bytes += (await reader.read()).value?.byteLength ?? 0
        await Bun.sleep(3000)
        for (const reader of readers) await reader.cancel()
        return bytes
      }),
    )
  }
  console.log(
    table(
      ['download', 'MB', 'MB of memory beyond idle', 's of processor'],
      results.map(({ row }) => row),
    ),
  )
  process.exitCode = results.every(({ more }) => more < MAX_MEMORY) ? 0 : 1
} finally {
  site.stop(true)
  rmSync(folder, { recursive: true, force: true })
}
