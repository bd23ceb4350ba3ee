import type { Random } from './random.ts'
import { mutated, randomValue, texts } from './values.ts'

/** An operation of the API, with a valid body if it takes one. */
export interface Operation {
  method: string
  path: string
  body: unknown
}

/** The keys and sessions that requests use. */
export interface Credentials {
  /** Only used for reading, so that the service does not change. */
  admin: string
  user: string
  session: string
}

export interface HostileRequest {
  bytes: Buffer
  method: string
  /** Whether it is not valid HTTP, so that the server's parser may refuse it with a response of its own, or wait. */
  isMalformed: boolean
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', 'X']
/** Methods that the server's parser does not know. */
const NO_METHODS = ['get', 'X']
/** Bytes of a head that the server's parser accepts. */
const MAX_HEAD = 16_000
const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data',
  'nonsense',
  '',
]
const ENCODINGS = ['gzip', 'br', 'zstd', 'gzip;q=2, *;q=0', 'identity;q=0', ',;=,', 'x'.repeat(2000)]
const HEADERS: readonly [name: string, values: readonly string[]][] = [
  ['Accept-Encoding', ENCODINGS],
  ['Accept', ['text/html', '*/*', 'application/json;q=0', 'x'.repeat(3000)]],
  ['Idempotency-Key', ['a', 'b', 'x'.repeat(256), 'ü', ' ']],
  ['Prefer', ['wait=0', 'wait=1', 'wait=x', 'wait=99999999999', `${','.repeat(2000)}wait=1`]],
  ['X-Request-Id', ['sane-1', 'x'.repeat(500), '"><script>', '%0d%0a']],
  ['X-Forwarded-For', ['127.0.0.1', ','.repeat(500), 'unknown', '[::1]:99999']],
  ['Last-Event-ID', ['1.1', '99999999999999999.1', '-1', 'x']],
  ['Range', ['bytes=0-', 'bytes=5-1', 'bytes=0-,'.repeat(200)]],
  ['Cookie', ['a=b', ';'.repeat(2000), '__proto__=1']],
  ['Expect', ['100-continue', 'nonsense']],
  ['Content-Encoding', ['gzip', 'br']],
  ['Upgrade', ['websocket', 'h2c']],
]

/** A random request, mostly a valid one with a change. */
export function makeRequest(
  random: Random,
  operations: readonly Operation[],
  credentials: Credentials,
): HostileRequest {
  const operation = random.pick(operations)
  const method = random.chance(0.15) ? random.pick(METHODS) : operation.method
  const lines = [`${method} ${targetOf(random, operation)} HTTP/1.1`, `Host: ${hostOf(random)}`]
  const credential = credentialOf(random, method, credentials)
  if (credential !== undefined) lines.push(credential)
  for (let i = random.below(4); i > 0; i--) {
    const [name, values] = random.pick(HEADERS)
    lines.push(`${name}: ${random.pick(values)}`)
  }
  const body = bodyOf(random, operation, method)
  if (body !== undefined) {
    lines.push(`Content-Type: ${random.chance(0.9) ? 'application/json' : random.pick(TYPES)}`)
    lines.push(`Content-Length: ${body.byteLength}`)
  }
  const bytes = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body ?? Buffer.alloc(0)])
  const isRefused = NO_METHODS.includes(method) || bytes.indexOf('\r\n\r\n') > MAX_HEAD
  if (!random.chance(0.08)) return { bytes, method, isMalformed: isRefused }
  return { bytes: malformed(random, bytes, lines), method, isMalformed: true }
}

function targetOf(random: Random, { path }: Operation) {
  const filled = path.replace(/\{\w+\}/g, () => encoded(random, random.pick(texts)))
  const strayed = random.chance(0.1)
    ? `${filled}${random.pick(['/', '//', '/..', '/%2e%2e', '?', '#', ';a=b'])}`
    : filled
  if (!random.chance(0.3)) return strayed
  const names = ['limit', 'cursor', 'status', 'type', 'period', 'expires', 'signature', 'userId', '__proto__', 'a[b]']
  const query = Array.from(
    { length: random.chance(0.03) ? 300 : 1 + random.below(3) },
    () => `${random.pick(names)}=${encoded(random, random.pick(texts))}`,
  )
  return `${strayed}?${query.join('&')}`
}

/** A target for the request line, which is not always valid. */
const encoded = (random: Random, text: string) =>
  random.chance(0.5)
    ? encodeURIComponent(text.toWellFormed())
    : text.replace(/[^\x21-\x7e]/g, '%ff').replaceAll('#', '%23')

const hostOf = (random: Random) =>
  random.chance(0.97) ? 'localhost' : random.pick(['', 'a', 'a b', '[::', 'x'.repeat(500), 'localhost:99999', '/v1/x?'])

function credentialOf(random: Random, method: string, { admin, user, session }: Credentials): string | undefined {
  const reads = method === 'GET' || method === 'HEAD'
  switch (random.below(10)) {
    case 0:
      return undefined
    case 1:
      return `Authorization: Bearer ${random.pick(['', 'x', 'wr_', 'a.b.c', `${'a'.repeat(4000)}.b.c`, 'wl_x'])}`
    case 2:
      return `X-API-Key: ${random.pick([user, 'x', ' ', 'wr_12345_'.padEnd(49, '0')])}`
    case 3:
      return `Authorization: ${random.pick(['Basic YTpi', 'Bearer', 'bearer  x y', 'Digest a="b"'])}`
    case 4:
      return `Authorization: Bearer ${session}`
    case 5:
    case 6:
      return `Authorization: Bearer ${reads ? admin : user}`
    default:
      return `Authorization: Bearer ${user}`
  }
}

function bodyOf(random: Random, { body }: Operation, method: string): Buffer | undefined {
  if (method === 'GET' || method === 'HEAD') return random.chance(0.97) ? undefined : Buffer.from('{"a":1}')
  const value = body !== undefined && random.chance(0.85) ? mutated(random, body) : randomValue(random)
  const text = Buffer.from(JSON.stringify(value) ?? '')
  switch (random.below(20)) {
    case 0:
      return text.subarray(0, random.below(text.byteLength + 1))
    case 1: {
      const changed = Buffer.from(text)
      if (changed.byteLength > 0) changed[random.below(changed.byteLength)] = random.below(256)
      return changed
    }
    case 2:
      return Buffer.from(
        random.pick(['', ' ', 'null', '[', `${'['.repeat(5000)}`, '{"a":1}{', '\ufeff{}', '{"__proto__":{"a":1}}']),
      )
    case 3:
      return random.chance(0.02) ? Buffer.from(`[${'1,'.repeat(100_000)}1]`) : text
    default:
      return text
  }
}

/** Breaks a request: other framing, lines cut or doubled, bytes changed. */
function malformed(random: Random, bytes: Buffer, lines: readonly string[]): Buffer {
  const [first = '', ...headers] = lines
  const written = (all: readonly string[], rest = '') => Buffer.from(`${all.join('\r\n')}\r\n\r\n${rest}`, 'latin1')
  switch (random.below(10)) {
    case 0:
      return written(
        [first, ...headers, 'Transfer-Encoding: chunked'],
        random.pick(['zz\r\n', '5\r\nab\r\n0\r\n\r\n', '-1\r\n', 'ffffffffffffffff\r\na']),
      )
    case 1:
      return written([first, ...headers, 'Content-Length: 5', 'Content-Length: 6'], 'abcdef')
    case 2:
      return written([first, ...headers, 'Transfer-Encoding: chunked', 'Content-Length: 3'], '0\r\n\r\n')
    case 3:
      return written(
        [first, ...headers, `Content-Length: ${random.pick(['-1', '+5', '0x5', '5 5', '99999999999999999999'])}`],
        'abc',
      )
    case 4:
      return written([first.replace('HTTP/1.1', random.pick(['HTTP/9.9', 'HTTP/1.0', 'http/1.1', ''])), ...headers])
    case 5:
      return written([
        first,
        ...headers,
        random.pick(['No colon', ': nothing', 'A b: c', 'Folded: a\r\n b', '\u0001: x']),
      ])
    case 6:
      return written([first, ...headers, ...Array.from({ length: 250 }, (_, i) => `X-${i}: ${i}`)])
    case 7:
      return written([first, ...headers, `X-Long: ${'x'.repeat(40_000)}`])
    case 8:
      return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
    default: {
      const changed = Buffer.from(bytes)
      for (let i = 1 + random.below(5); i > 0; i--)
        changed[random.below(Math.min(200, changed.byteLength))] = random.below(256)
      return changed
    }
  }
}
