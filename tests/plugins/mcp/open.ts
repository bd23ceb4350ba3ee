import { Client as ClientOf2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client'
import { Client as ClientOf1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { runtime } from '../../../core/runtime/index.ts'
import { startWeir } from '../../weir.ts'
import { openSite } from './site.ts'

/** Tests send many requests. */
const unlimited = JSON.stringify({
  pro: { callsPerMinute: null, concurrent: null, burst: null, requestsPerHour: null, requestsPerDay: null },
})

/** A listening Weir, and a site. */
export async function openMcp(settings: Record<string, string> = {}) {
  const site = openSite()
  const weir = await startWeir({ WEIR_ENGINES: 'lightweight', WEIR_PLANS: unlimited, ...settings })
  const listener = await runtime.serve({
    hostname: '127.0.0.1',
    port: 0,
    handle: (request, peer) => weir.weir.server.fetch(request, peer),
  })
  weir.weir.listening(listener)
  const origin = `http://127.0.0.1:${listener.port}`
  return {
    ...weir,
    site,
    origin,
    async close() {
      weir.weir.stopping()
      listener.abort()
      await weir.close()
      site.close()
    },
  }
}
export type Opened = Awaited<ReturnType<typeof openMcp>>

export interface CallResult {
  content: {
    type: string
    text?: string
    uri?: string
    name?: string
    annotations?: unknown
    _meta?: Record<string, unknown>
  }[]
  // biome-ignore lint/suspicious/noExplicitAny: what the test expects is what it checks
  structuredContent?: any
  isError?: boolean
}
export interface ListedTool {
  name: string
  description?: string
  inputSchema: unknown
  outputSchema?: unknown
  annotations?: { readOnlyHint?: boolean; openWorldHint?: boolean }
}
export interface CallOptions {
  signal?: AbortSignal
  onprogress?(told: { progress: number; total?: number; message?: string }): void
}

/** A client of either generation, with what tests need. */
export interface McpClient {
  version(): string | undefined
  tools(): Promise<ListedTool[]>
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<CallResult>
  read(uri: string): Promise<{ contents: { uri: string; text?: string }[] }>
  close(): Promise<void>
}

export const generations = ['1.32.2', '2.4.0', '2.4.0 of 2026'] as const
export type Generation = (typeof generations)[number]

const info = { name: 'test', version: '1' }

/** A client of the new library, in either of its modes. */
export const newClient = (generation: Generation) =>
  new ClientOf2(info, {
    versionNegotiation: { mode: generation === '2.4.0 of 2026' ? { pin: '2026-07-28' } : 'legacy' },
  })

/** Connects a client to an address, with this `Authorization` header. */
export async function connect(generation: Generation, url: string, authorization: string): Promise<McpClient> {
  const requestInit = { headers: { authorization } }
  if (generation === '1.32.2') {
    const client = new ClientOf1(info)
    await client.connect(new Transport1(new URL(url), { requestInit }))
    return asClient(client, () => (client.transport as Transport1 | undefined)?.protocolVersion)
  }
  const client = newClient(generation)
  await client.connect(new Transport2(new URL(url), { requestInit }))
  return asClient(client, () => client.getNegotiatedProtocolVersion())
}

// biome-ignore lint/suspicious/noExplicitAny: the two libraries have the same methods under types of their own
export function asClient(client: any, version: () => string | undefined): McpClient {
  const withOptions = client instanceof ClientOf1 ? [undefined] : []
  return {
    version,
    tools: async () => (await client.listTools()).tools,
    call: (name, args = {}, options) => client.callTool({ name, arguments: args }, ...withOptions, options),
    read: (uri) => client.readResource({ uri }),
    close: () => client.close(),
  }
}
