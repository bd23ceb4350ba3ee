import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Credentials, refusalOf } from './signature.ts'

/** What goes wrong with one request, instead of its response or in the middle of it. */
export type Fault = 'slow-down' | 'internal' | 'denied' | 'reset' | 'truncated' | 'late-error'

interface Thing {
  bytes: Uint8Array
  modifiedAt: number
}

/** The minimum bytes of each part except the last. Source: S3's limits of multipart uploads. */
const LEAST_PART = 5 << 20
/** Entries on a page of a listing; S3 gives 1000. */
const PAGE = 3

const STATUSES: Readonly<Record<string, number>> = {
  SlowDown: 503,
  InternalError: 500,
  NoSuchKey: 404,
  NoSuchBucket: 404,
  NoSuchUpload: 404,
  InvalidPart: 400,
  EntityTooSmall: 400,
  AuthorizationHeaderMalformed: 400,
  XAmzContentSHA256Mismatch: 400,
  MethodNotAllowed: 405,
}

/**
 * An S3 server on loopback with a bucket `weir-test`, in memory: path and host addressing, signatures, listings in
 * small pages, multipart uploads, ranges, and faults on demand.
 */
export async function startS3(now: () => number = Date.now) {
  const credentials: Credentials = { accessKeyId: 'AKTEST', secretAccessKey: 'secret/of+the=test', region: 'eu-test-1' }
  const bucket = 'weir-test'
  const things = new Map<string, Thing>()
  const uploads = new Map<string, Map<number, Uint8Array>>()
  /** Method, key and query of each request. */
  const requests: string[] = []
  const faults: { fault: Fault; when: (request: string) => boolean }[] = []

  const refuse = (response: ServerResponse, code: string) => {
    const message = `This is what ${code} says`
    response.writeHead(STATUSES[code] ?? 403, { 'content-type': 'application/xml' })
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`)
  }
  const answer = (response: ServerResponse, body: string, isCutShort = false) => {
    const text = `<?xml version="1.0"?>${body}`
    response.writeHead(200, { 'content-type': 'application/xml', 'content-length': text.length })
    if (!isCutShort) return response.end(text)
    response.write(text.slice(0, text.length / 2), () => response.socket?.destroy())
  }
  const tagOf = (bytes: Uint8Array) => `"${createHash('md5').update(bytes).digest('hex')}"`

  function list(response: ServerResponse, query: URLSearchParams, isCutShort: boolean) {
    const after = query.get('continuation-token') ?? ''
    const keys = [...things.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).sort()
    const page = keys.slice(0, PAGE)
    const entries = page.map((key) => {
      const { bytes, modifiedAt } = things.get(key)!
      const at = new Date(modifiedAt).toISOString()
      return `<Contents><Key>${encodeURIComponent(key)}</Key><LastModified>${at}</LastModified><Size>${bytes.length}</Size></Contents>`
    })
    const more = keys.length > page.length
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    answer(
      response,
      `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`,
      isCutShort,
    )
  }

  function give(request: IncomingMessage, response: ServerResponse, thing: Thing, isCutShort: boolean) {
    const from = Number(/^bytes=(\d+)-$/.exec(String(request.headers.range ?? ''))?.[1] ?? 0)
    const bytes = thing.bytes.subarray(from)
    const headers = {
      'content-length': bytes.length,
      // In whole seconds, as HTTP dates are.
      'last-modified': new Date(thing.modifiedAt).toUTCString(),
      etag: tagOf(thing.bytes),
    }
    response.writeHead(from > 0 ? 206 : 200, headers)
    if (request.method === 'HEAD') return response.end()
    if (!isCutShort) return response.end(bytes)
    response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.socket?.destroy())
  }

  function complete(response: ServerResponse, key: string, id: string, body: string) {
    const parts = uploads.get(id)!
    const named = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&quot;([0-9a-f]+)&quot;<\/ETag>/g)]
    const bytes = named.map(([, number]) => parts.get(Number(number)))
    if (named.length === 0 || bytes.some((part, at) => !part || tagOf(part) !== `"${named[at]![2]}"`))
      return refuse(response, 'InvalidPart')
    if (bytes.slice(0, -1).some((part) => part!.length < LEAST_PART)) return refuse(response, 'EntityTooSmall')
    things.set(key, { bytes: Buffer.concat(bytes as Uint8Array[]), modifiedAt: now() })
    uploads.delete(id)
    answer(response, `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`)
  }

  function serve(request: IncomingMessage, response: ServerResponse, body: Uint8Array) {
    const url = new URL(request.url!, 'http://server')
    const byHost = request.headers.host?.startsWith(`${bucket}.`)
    const [named, ...rest] = url.pathname.slice(1).split('/')
    const key = decodeURIComponent(byHost ? url.pathname.slice(1) : rest.join('/'))
    const query = url.searchParams
    const line = `${request.method} ${key}${url.search}`
    requests.push(line)
    const at = faults.findIndex(({ when }) => when(line))
    const fault = at < 0 ? undefined : faults.splice(at, 1)[0]!.fault
    if (fault === 'reset') return request.socket.destroy()
    if (fault === 'slow-down') return refuse(response, 'SlowDown')
    if (fault === 'internal') return refuse(response, 'InternalError')
    if (fault === 'denied') return refuse(response, 'AccessDenied')
    if (fault === 'late-error') return answer(response, '<Error><Code>InternalError</Code></Error>')
    const refusal = refusalOf(request, body, credentials)
    if (refusal) return refuse(response, refusal)
    if (!byHost && named !== bucket) return refuse(response, 'NoSuchBucket')

    const id = query.get('uploadId')
    if (id !== null && !uploads.has(id)) return refuse(response, 'NoSuchUpload')
    if (request.method === 'GET' && key === '') return list(response, query, fault === 'truncated')
    if (request.method === 'GET' || request.method === 'HEAD') {
      const thing = things.get(key)
      return thing ? give(request, response, thing, fault === 'truncated') : refuse(response, 'NoSuchKey')
    }
    if (request.method === 'POST' && query.has('uploads')) {
      const started = `upload-${uploads.size + 1}+/=`
      uploads.set(started, new Map())
      return answer(
        response,
        `<InitiateMultipartUploadResult><UploadId>${started}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    if (request.method === 'POST' && id !== null) return complete(response, key, id, new TextDecoder().decode(body))
    if (request.method === 'DELETE') {
      if (id === null) things.delete(key)
      else uploads.delete(id)
      return response.writeHead(204).end()
    }
    if (request.method !== 'PUT') return refuse(response, 'MethodNotAllowed')
    if (id !== null) uploads.get(id)!.set(Number(query.get('partNumber')), body)
    else things.set(key, { bytes: body, modifiedAt: now() })
    return response.writeHead(200, { etag: tagOf(body) }).end()
  }

  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => serve(request, response, Buffer.concat(chunks)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  return {
    endpoint,
    port,
    bucket,
    credentials,
    things,
    uploads,
    requests,
    /** Makes the next requests fail whose method, key and query match. */
    fail(fault: Fault, times = 1, when: (request: string) => boolean = () => true) {
      for (let i = 0; i < times; i++) faults.push({ fault, when })
    },
    /** The settings of a service that uses it. */
    settings: {
      WEIR_S3_ENDPOINT: endpoint,
      WEIR_S3_REGION: credentials.region,
      WEIR_S3_ACCESS_KEY_ID: credentials.accessKeyId,
      WEIR_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
