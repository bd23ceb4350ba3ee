/**
 * Many readers of one stream, in a separate process. Prints `open` when all have the headers, and for each event the
 * time at which the last reader received it. Usage: bun sse-clients.ts PORT READERS EVENTS, with the request on
 * standard input.
 */
export {}

const [port, readers, events] = process.argv.slice(2).map(Number) as [number, number, number]
const request = new Uint8Array(await Bun.stdin.arrayBuffer())
const now = () => performance.timeOrigin + performance.now()
const MARK = 'event: url_completed'
const had = Array.from({ length: events }, () => 0)
let open = 0

for (let i = 0; i < readers; i++) {
  let seen = 0
  let begun = false
  let tail = ''
  await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open: (socket) => void socket.write(request),
      data(_, chunk) {
        const text = tail + chunk.toString('latin1')
        if (!begun) {
          begun = true
          if (++open === readers) console.log('open')
        }
        for (let at = text.indexOf(MARK); at >= 0; at = text.indexOf(MARK, at + 1)) {
          if (++had[seen]! === readers) console.log(`${seen} ${now()}`)
          seen++
        }
        // A marker may be split over two chunks.
        tail = text.slice(1 - MARK.length)
      },
    },
  })
}
