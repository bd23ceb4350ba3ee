import type { AuthInfo, McpHttpHandler } from '@modelcontextprotocol/server'
import type { Caller, Kit } from 'weirjs'
import type { McpConfig } from '../config.ts'
import { loadLibrary } from '../protocol/library.ts'
import type { Session } from '../protocol/server.ts'
import { type AllKeptTexts, createKeptTexts } from '../text/kept-texts.ts'
import type { ToolSet } from '../tools/index.ts'
import { type Cancellations, createCancellations } from './cancellations.ts'
import { checkOrigin } from './check-origin.ts'
import { type Message, readMessage } from './message.ts'

/** The header by which the older revision of the protocol identifies clients. */
const SESSION = 'mcp-session-id'

/** The header with a client's protocol revision, and the revision of clients without it, as the protocol demands. */
const REVISION = 'mcp-protocol-version'
const UNNAMED_REVISION = '2025-03-26'

/** One request of the protocol. */
export interface Exchange {
  request: Request
  body: Uint8Array
  caller: Caller
  tools: ToolSet
}

export interface Handler {
  answer(exchange: Exchange): Promise<Response>
  /** Ends what is in progress. */
  close(): Promise<void>
}

/** Serves the protocol over HTTP, in both of its revisions; requests are independent. */
export function createHandler(kit: Kit<McpConfig>): Handler {
  const cancellations = createCancellations()
  const kept = createKeptTexts()
  const plugins = createPlugins(kit)
  let handler: Promise<McpHttpHandler> | undefined
  const load = async () => {
    const [{ createMcpHandler }, { createServer }] = await Promise.all([loadLibrary(), import('../protocol/server.ts')])
    const onerror = (cause: Error) => kit.log.info('A message was not answered', { cause: cause.message })
    return createMcpHandler(({ authInfo }) => createServer(authInfo?.extra as unknown as Session), { onerror })
  }

  const answer = async (exchange: Exchange): Promise<Response> => {
    const { request, caller } = exchange
    checkOrigin(request, kit.origin(), kit.config.corsOrigins)
    const message = await readMessage(exchange.body)
    const isCall = message.method === 'tools/call'
    // A call counts like the routes that it calls.
    if (!isCall) await kit.limits.count(caller, 'calls')
    const client = `${caller.account.id} ${request.headers.get(SESSION)}`
    if (message.method === 'notifications/cancelled') cancellations.end(client, message.params?.requestId)

    handler ??= load()
    const call = beginCall(cancellations, client, exchange, message)
    const session = sessionOf(kit, { exchange, kept, plugins, ended: call.signal })
    const authInfo: AuthInfo = { token: '', clientId: caller.account.id, scopes: [], extra: { ...session } }
    try {
      const response = await (await handler).fetch(request, { parsedBody: message, authInfo })
      if (message.method === 'initialize') response.headers.set(SESSION, crypto.randomUUID())
      // Proxies would buffer a call's progress reports.
      response.headers.set('x-accel-buffering', 'no')
      return call.untilRead(response)
    } catch (error) {
      call.over()
      throw error
    }
  }
  return { answer, close: async () => (await handler)?.close() }
}

interface SessionParts {
  exchange: Exchange
  kept: AllKeptTexts
  plugins: (request: Request) => Promise<readonly string[] | undefined>
  ended: AbortSignal
}

function sessionOf(kit: Kit<McpConfig>, { exchange, kept, plugins, ended }: SessionParts): Session {
  const { request, caller, tools } = exchange
  return {
    ask: (path, init) => kit.ask(request, path, init),
    tools,
    kept: kept.of(caller.account.id, async () => kit.limits.count(caller, 'calls')),
    permissions: caller.permissions,
    revision: request.headers.get(REVISION) ?? UNNAMED_REVISION,
    reach: async () => ({ permissions: caller.permissions, plugins: await plugins(request) }),
    ended,
  }
}

/**
 * The plugins of this server, loaded once; undefined if the caller may not know them and nobody has loaded them yet.
 */
function createPlugins({ ask }: Kit<McpConfig>) {
  let names: readonly string[] | undefined
  return async (request: Request) => {
    if (names) return names
    const answer = await ask(request, '/v1/capabilities')
    if (!answer.ok) return undefined
    const { data } = (await answer.json()) as { data: { plugins: { name: string }[] } }
    names = data.plugins.map(({ name }) => name)
    return names
  }
}

/**
 * A call that ends when its client disconnects or cancels it. Without a session nobody can tell whose call a
 * cancellation refers to: it then ends only with its connection.
 */
function beginCall(cancellations: Cancellations, client: string, { request }: Exchange, { id }: Message) {
  if (!request.headers.has(SESSION) || id === undefined)
    return { signal: request.signal, over() {}, untilRead: (answer: Response) => answer }
  const { signal, over } = cancellations.begin(client, id)
  request.signal.addEventListener('abort', over, { once: true })
  return {
    signal: AbortSignal.any([signal, request.signal]),
    over,
    /** The response, after which the call is over. */
    untilRead(answer: Response): Response {
      if (answer.body) return new Response(answer.body.pipeThrough(new TransformStream({ flush: over })), answer)
      over()
      return answer
    },
  }
}
