import type { Exchange } from '../../contracts/exchange.ts'
import { join } from '../stream.ts'
import type { Outgoing } from '../transport.ts'
import { requestHead } from './rebuild-exchange.ts'

/** Keeps what goes over the wire, one exchange for each request of a navigation. */
export class WireRecorder {
  readonly #requests: Recorded[] = []

  /** The same request, whose answer is kept. */
  record(request: Outgoing): Outgoing {
    const recorded: Recorded = { request, startedAt: performance.now(), chunks: [], isWhole: false }
    this.#requests.push(recorded)
    const push = (chunk: Uint8Array) => void recorded.chunks.push(chunk)
    const end = () => {
      recorded.isWhole = true
    }
    return { ...request, wire: { push, end } }
  }

  /** Forgets the last request, which had no answer. */
  forget(): void {
    this.#requests.pop()
  }

  /** What is kept so far. */
  get exchanges(): Exchange[] {
    return this.#requests.map(toExchange)
  }
}

interface Recorded {
  request: Outgoing
  startedAt: number
  chunks: Uint8Array[]
  isWhole: boolean
}

function toExchange({ request, startedAt, chunks, isWhole }: Recorded): Exchange {
  const wire = join(chunks)
  const [from, to] = findHead(wire)
  return {
    url: request.url,
    startedAt,
    ...(request.tunnel ? {} : { address: request.address }),
    request: requestHead(request.method, request.url, Object.entries(request.headers)),
    head: wire.subarray(from, to),
    body: wire.subarray(to),
    isCut: !isWhole,
  }
}

/** Where the head of the answer begins and ends, behind informational answers such as `103 Early Hints`. */
function findHead(wire: Uint8Array): [number, number] {
  const bytes = Buffer.from(wire.buffer, wire.byteOffset, wire.byteLength)
  for (let from = 0; ; ) {
    const to = endOfHead(bytes, from)
    if (!/^HTTP\/1\.\d 1\d\d/.test(bytes.toString('latin1', from, from + 12)) || to === bytes.length) return [from, to]
    from = to
  }
}

/** Lines end with a line feed alone too, as the runtimes take them. */
function endOfHead(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf('\n', from); at >= 0; at = bytes.indexOf('\n', at + 1)) {
    if (bytes[at + 1] === 0x0a) return at + 2
    if (bytes[at + 1] === 0x0d && bytes[at + 2] === 0x0a) return at + 3
  }
  return bytes.length
}
