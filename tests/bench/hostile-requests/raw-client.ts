import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  status: number
  /** Headers by name in lower case. */
  headers: ReadonlyMap<string, string>
  body: Buffer
}

/** The result of a request: a response, or how the connection ended without one. */
export type Fate = RawAnswer | 'closed' | 'silent'

/** Milliseconds without a response after which a connection is abandoned. */
const PATIENCE = 20_000

/** Sends raw bytes, over one connection as long as it stays open. */
export function createRawClient(port: number) {
  let socket: Socket | undefined
  let received = Buffer.alloc(0)
  let changed = () => {}
  let isClosed = true

  const open = async () => {
    received = Buffer.alloc(0)
    isClosed = false
    const own = connect(port, '127.0.0.1')
    socket = own
    own.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      changed()
    })
    own.on('error', () => {})
    own.on('close', () => {
      if (socket === own) isClosed = true
      changed()
    })
    await new Promise<void>((resolve) => {
      own.once('connect', resolve)
      own.once('close', () => resolve())
    })
  }

  const close = () => {
    isClosed = true
    socket?.destroy()
  }

  return {
    close,
    async send(bytes: Buffer, method: string, patience = PATIENCE): Promise<Fate> {
      if (isClosed) await open()
      received = Buffer.alloc(0)
      socket!.write(bytes)
      const until = performance.now() + patience
      for (;;) {
        const answer = parseAnswer(received, method, isClosed)
        if (answer) {
          if (answer.headers.get('connection') === 'close') close()
          return answer
        }
        if (isClosed) return 'closed'
        const left = until - performance.now()
        if (left <= 0) {
          close()
          return 'silent'
        }
        const { promise, resolve } = Promise.withResolvers<void>()
        changed = resolve
        const timer = setTimeout(resolve, left)
        await promise
        clearTimeout(timer)
      }
    },
  }
}

/** The response, once it is complete. */
function parseAnswer(bytes: Buffer, method: string, isClosed: boolean): RawAnswer | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const status = Number(first.slice(9, 12))
  const rest = bytes.subarray(end + 4)
  if (status === 100) return parseAnswer(rest, method, isClosed)
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  if (method === 'HEAD' || status === 204 || status === 304) return { status, headers, body: Buffer.alloc(0) }
  if (headers.get('transfer-encoding') === 'chunked') {
    const body = joinChunks(rest)
    return body && { status, headers, body }
  }
  const length = Number(headers.get('content-length') ?? (isClosed ? rest.byteLength : 0))
  return rest.byteLength >= length ? { status, headers, body: rest.subarray(0, length) } : undefined
}

function joinChunks(bytes: Buffer): Buffer | undefined {
  const chunks: Buffer[] = []
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at)
    if (end < 0) return undefined
    const size = Number.parseInt(bytes.subarray(at, end).toString('latin1'), 16)
    if (bytes.byteLength < end + 4 + size) return undefined
    if (size === 0) return Buffer.concat(chunks)
    chunks.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + 4 + size
  }
}
