/**
 * Measures 2,000 streams of one job in one process (goal P8): the time from an item's end until all have its event,
 * and the memory per stream, against a plain server that sends the same bytes to as many readers.
 * Usage: bun tests/bench/sse.ts [readers] [events]
 */
import { runtime } from '../../core/runtime/index.ts'
import { startWeir } from '../weir.ts'
import { median, table } from './figures.ts'

const readers = Number(process.argv[2] ?? 2000)
const events = Number(process.argv[3] ?? 10)
const data = { url: 'https://example.com/catalogue/page-1.html', status: 'success', creditsUsed: 1 }
const frame = (id: number) => `id: ${id}\nevent: url_completed\ndata: ${JSON.stringify(data)}\n\n`
const now = () => performance.timeOrigin + performance.now()

const unlimited = JSON.stringify({ enterprise: { callsPerMinute: null } })

interface Server {
  port: number
  /** The request for the stream. */
  request: string
  /** Triggers the next event, and returns its time. */
  next(): Promise<number>
  close(): Promise<void>
}

async function bare(): Promise<Server> {
  const controllers = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch: () =>
      new Response(
        new ReadableStream<Uint8Array>({
          start(controller) {
            controllers.add(controller)
            controller.enqueue(new TextEncoder().encode('retry: 3000\n\n'))
          },
        }),
        { headers: { 'content-type': 'text/event-stream' } },
      ),
  })
  let id = 0
  return {
    port: server.port!,
    request: 'GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n',
    async next() {
      const at = now()
      const bytes = new TextEncoder().encode(frame(++id))
      for (const controller of controllers) controller.enqueue(bytes)
      return at
    },
    close: () => server.stop(true),
  }
}

/** A complete Weir, with a job whose pages are served when the next event is triggered. */
async function ours(): Promise<Server> {
  const go: (() => void)[] = []
  const site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch: () => new Promise<Response>((resolve) => go.push(() => resolve(new Response('A page')))),
  })
  const fixture = '../plugins/jobs/fixtures/digest.ts'
  const weir = await startWeir(
    { WEIR_PLUGINS: `account,jobs,${fixture}`, WEIR_CONCURRENCY: '1', WEIR_PLANS: unlimited },
    import.meta.dir,
  )
  const urls = Array.from({ length: events + 1 }, (_, i) => `http://127.0.0.1:${site.port}/${i}`)
  const { data } = (await weir.post('/v1/digest', { urls })).body
  const listener = await runtime.serve({
    hostname: '127.0.0.1',
    port: 0,
    handle: (request, peer) => weir.weir.server.fetch(request, peer),
  })
  return {
    port: listener.port,
    request: `GET /v1/jobs/${data.jobId}/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${weir.adminKey}\r\n\r\n`,
    async next() {
      while (go.length === 0) await Bun.sleep(1)
      const at = now()
      go.shift()!()
      return at
    },
    async close() {
      weir.weir.stopping()
      listener.abort()
      site.stop(true)
      await weir.close()
    },
  }
}

async function measure(open: () => Promise<Server>) {
  const server = await open()
  Bun.gc(true)
  const before = process.memoryUsage().rss
  const child = Bun.spawn(
    [process.execPath, `${import.meta.dir}/sse-clients.ts`, `${server.port}`, `${readers}`, `${events}`],
    { stdin: new Blob([server.request]), stdout: 'pipe' },
  )
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const line = async (wanted: RegExp) => {
    for (;;) {
      const found = wanted.exec(text)
      if (found) return found[1] ?? ''
      const { value, done } = await lines.read()
      if (done) throw new Error('The readers ended')
      text += value
    }
  }
  await line(/open\n/)
  await Bun.sleep(300)
  Bun.gc(true)
  const perStream = (process.memoryUsage().rss - before) / readers
  const times: number[] = []
  for (let event = 0; event < events; event++) {
    const at = await server.next()
    times.push(Number(await line(new RegExp(`(?:^|\\n)${event} (\\S+)\\n`))) - at)
    await Bun.sleep(50)
  }
  child.kill()
  await server.close()
  return { perStream, times }
}

const peer = await measure(bare)
const weir = await measure(ours)
const row = (name: string, { perStream, times }: Awaited<ReturnType<typeof measure>>) => [
  name,
  Math.round(median(times)),
  Math.round(Math.max(...times)),
  (perStream / 1024).toFixed(1),
]
console.log(
  table([`${readers} streams`, 'ms to all', 'worst', 'KB a stream'], [row('bare server', peer), row('weir', weir)]),
)
process.exit(0)
