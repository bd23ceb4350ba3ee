/**
 * Puts a load on a port, in a separate process: a number of connections with one request at a time on each. Prints
 * requests per second and latencies in ms as JSON. Usage: bun load.ts PORT CONNECTIONS SECONDS, with the request on
 * standard input.
 */
export {}

const [port, connections, seconds] = process.argv.slice(2).map(Number) as [number, number, number]
const request = new Uint8Array(await Bun.stdin.arrayBuffer())

const latencies: number[] = []
let failures = 0
let running = true

/** The end of the response that begins at 0, or -1 if it is incomplete. */
function endOf(text: string): number {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return -1
  const length = /content-length: *(\d+)/i.exec(text.slice(0, head))?.[1]
  if (length === undefined) throw new Error('An answer without Content-Length cannot be measured')
  return text.length >= head + 4 + Number(length) ? head + 4 + Number(length) : -1
}

const ended = Array.from({ length: connections }, () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let buffer = ''
  let started = 0
  const send = (socket: { write(data: Uint8Array): number; end(): void }) => {
    if (!running) {
      socket.end()
      return resolve()
    }
    started = performance.now()
    socket.write(request)
  }
  Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open: send,
      data(socket, chunk) {
        buffer += chunk.toString('latin1')
        const end = endOf(buffer)
        if (end < 0) return
        latencies.push(performance.now() - started)
        if (!buffer.startsWith('HTTP/1.1 2')) failures++
        buffer = buffer.slice(end)
        send(socket)
      },
      close: () => resolve(),
    },
  })
  return promise
})

await new Promise((done) => setTimeout(done, seconds * 1000))
running = false
await Promise.race([Promise.all(ended), new Promise((late) => setTimeout(late, 1000))])
latencies.sort((a, b) => a - b)
const at = (share: number) => Math.round((latencies[Math.floor(latencies.length * share)] ?? 0) * 100) / 100
console.log(
  JSON.stringify({ perSecond: Math.round(latencies.length / seconds), p50: at(0.5), p99: at(0.99), failures }),
)
process.exit(0)
