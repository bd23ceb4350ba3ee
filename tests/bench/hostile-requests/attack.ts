import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { serveChild } from '../../e2e/serve-child.ts'
import { type Credentials, type HostileRequest, makeRequest, type Operation } from './make-request.ts'
import { createRandom } from './random.ts'
import { createRawClient, type Fate, type RawAnswer } from './raw-client.ts'

export interface AttackOptions {
  count: number
  seed: number
  connections?: number
  /** Called with the memory after each tenth of the requests. */
  progress?(done: number, memory: number): void
}

export interface AttackReport {
  sent: number
  /** Responses by status; `closed` counts malformed requests whose connection ended without a response. */
  fates: Record<string, number>
  /** The first faults that were found. */
  faults: string[]
  /** Bytes of the server's memory, after each tenth of the requests. */
  memory: number[]
}

/** Settings of a server under attack: no rate limits, and no fetching of private addresses. */
export const attackSettings = {
  WEIR_EGRESS_ALLOW: '',
  // Nothing listens there, so random requests do not reach a web archive.
  WEIR_WAYBACK_URL: 'http://127.0.0.1:1/',
  WEIR_CDX_URL: 'http://127.0.0.1:1/',
  WEIR_MEMENTO_URL: 'http://127.0.0.1:1/',
  WEIR_METERING: 'off',
  WEIR_PLANS: JSON.stringify(
    Object.fromEntries(
      ['free', 'enterprise'].map((plan) => [plan, { callsPerMinute: null, concurrent: null, burst: null }]),
    ),
  ),
}

type Server = Awaited<ReturnType<typeof serveChild>>

/** Sends hostile requests, the same for the same seed, and returns the results. */
export async function attack(server: Server, options: AttackOptions): Promise<AttackReport> {
  const { count, seed, connections = 16, progress } = options
  const random = createRandom(seed)
  const operations = await readOperations(server)
  const credentials = await makeCredentials(server)
  const port = Number(new URL(server.origin).port)
  const fates: Record<string, number> = {}
  const faults: string[] = []
  const memory: number[] = []
  let sent = 0

  const judge = (request: HostileRequest, fate: Fate) => {
    const name = typeof fate === 'string' ? fate : String(fate.status)
    fates[name] = (fates[name] ?? 0) + 1
    const fault = faultOf(request, fate)
    if (fault && faults.length < 20)
      faults.push(`${fault}: ${JSON.stringify(request.bytes.toString('latin1').slice(0, 600))}`)
  }
  const attacker = async () => {
    const client = createRawClient(port)
    while (sent < count) {
      const index = ++sent
      const request = makeRequest(random, operations, credentials)
      // An incomplete request waits for more, and so may the server.
      const fate = await client.send(request.bytes, request.method, request.isMalformed ? 300 : undefined)
      judge(request, fate)
      if (request.isMalformed) client.close()
      if (index % Math.ceil(count / 10) === 0) {
        memory.push(await readMemory(server))
        progress?.(index, memory.at(-1)!)
      }
    }
    client.close()
  }
  await Promise.all(Array.from({ length: connections }, attacker))
  if ((await fetch(`${server.origin}/health`)).status !== 200) faults.push('The server is not healthy afterwards')
  return { sent, fates, faults, memory }
}

/** What is wrong with a response; undefined if nothing is. */
function faultOf({ isMalformed }: HostileRequest, fate: Fate): string | undefined {
  if (typeof fate === 'string') return isMalformed ? undefined : `No answer (${fate})`
  // Invalid HTTP does not reach the API.
  if (fate.status >= 400 && !fate.headers.has('x-request-id'))
    return isMalformed ? undefined : `Status ${fate.status} not of the API`
  // 501 means a feature that the operator has not set up, 502 an unreachable archive.
  if (fate.status >= 500 && ![501, 502, 503].includes(fate.status))
    return `Status ${fate.status} ${fate.body.toString().slice(0, 300)}`
  if (fate.status < 400) return undefined
  if (fate.body.byteLength === 0) return undefined
  const text = decoded(fate).toString()
  if (/\n\s+at |node_modules|hunter2|\/core\/|\/plugins\//.test(text)) return `It tells too much: ${text.slice(0, 300)}`
  try {
    const answer = JSON.parse(text)
    const [code, words, details] = errorIn(answer)
    const isShape = answer.success === false && typeof code === 'string' && typeof words === 'string'
    return isShape && typeof details === 'object' ? undefined : `Not the shape of an error: ${text.slice(0, 300)}`
  } catch {
    return `No JSON: ${text.slice(0, 300)}`
  }
}

/** Code, message and details of an error, which three families of routes have in fields of their own. */
// biome-ignore lint/suspicious/noExplicitAny: what was answered is not known
function errorIn({ error, code, message, details = code && {}, data }: any): unknown[] {
  if (typeof error !== 'string') return [error.code, error.message, error.details]
  if (code !== undefined) return [code, error, details]
  return details === undefined ? [error, message, data] : [details?.code, error, details]
}

function decoded({ headers, body }: RawAnswer): Buffer {
  const coding = headers.get('content-encoding')
  if (coding === 'gzip') return gunzipSync(body)
  if (coding === 'br') return brotliDecompressSync(body)
  return coding === 'zstd' ? zstdDecompressSync(body) : body
}

/** The operations in the server's OpenAPI document, with their first example. */
async function readOperations({ origin }: Server): Promise<Operation[]> {
  type Content = { examples?: Record<string, { value: unknown }>; example?: unknown }
  type Described = { requestBody?: { content?: Record<string, Content> } }
  const { paths } = (await (await fetch(`${origin}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Described>>
  }
  const own = ['/health', '/metrics', '/openapi.json', '/docs', '/', '/nowhere'].map((path) => ({
    method: 'GET',
    path,
    body: undefined,
  }))
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]) => {
      const content = requestBody?.content?.['application/json']
      const body =
        content?.example ?? Object.values(content?.examples ?? {})[0]?.value ?? (requestBody ? {} : undefined)
      return { method: method.toUpperCase(), path, body }
    }),
  )
  // Logging out would end the session that other requests use.
  return [...described.filter(({ path }) => path !== '/v1/auth/logout'), ...own]
}

async function makeCredentials(server: Server): Promise<Credentials> {
  const account = { email: 'attacker@example.com', password: 'correct horse battery', plan: 'enterprise' }
  await server.call('POST', '/v1/admin/users', account)
  const { data } = await server.call('POST', '/v1/auth/login', account)
  const made = await server.call(
    'POST',
    '/v1/auth/api-keys',
    { name: 'attack' },
    { authorization: `Bearer ${data.token}` },
  )
  return { admin: server.key, user: made.data.key, session: data.token }
}

async function readMemory({ origin, key }: Server): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${key}` } })).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1])
}
