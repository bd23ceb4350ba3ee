import type { Exchange } from '../../contracts/exchange.ts'
import { join } from '../stream.ts'
import type { Outgoing } from '../transport.ts'
import { requestHead } from './rebuild-exchange.ts'

/** Records what goes over the wire, one exchange per request of a navigation. */
export class WireRecorder {
  readonly #requests: Recorded[] = []

  /** The same request; its response is recorded. */
  record(request: Outgoing): Outgoing {
    const recorded: Recorded = { request, startedAt: performance.now(), chunks: [], isWhole: false }
    this.#requests.push(recorded)
    const push = (chunk: Uint8Array) => void recorded.chunks.push(chunk)
    const end = () => {
      recorded.isWhole = true
    }
    return { ...request, wire: { push, end } }
  }

  /** Drops the last request, which got no response. */
  forget(): void {
    this.#requests.pop()
  }

  /** What has been recorded so far. */
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

/** The start and end of the response's head, after informational responses such as `103 Early Hints`. */
function findHead(wire: Uint8Array): [number, number] {
  const bytes = Buffer.from(wire.buffer, wire.byteOffset, wire.byteLength)
  for (let from = 0; ; ) {
    const to = endOfHead(bytes, from)
    if (!/^HTTP\/1\.\d 1\d\d/.test(bytes.toString('latin1', from, from + 12)) || to === bytes.length) return [from, to]
    from = to
  }
}

/** Lines may end with a bare line feed; the runtimes accept that. */
function endOfHead(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf('\n', from); at >= 0; at = bytes.indexOf('\n', at + 1)) {
    if (bytes[at + 1] === 0x0a) return at + 2
    if (bytes[at + 1] === 0x0d && bytes[at + 2] === 0x0a) return at + 3
  }
  return bytes.length
}
