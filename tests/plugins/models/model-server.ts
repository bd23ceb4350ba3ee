/** A server with the API for chat completions, whose answers a test scripts. */

// biome-ignore lint/suspicious/noExplicitAny: requests are looked into field by field
export type Ask = any

export interface ModelServer {
  /** The base URL of the API, for WEIR_LLM_URL. */
  url: string
  /** The bodies of the requests, in order. */
  asks: Ask[]
  /** The headers of the requests, in order. */
  headers: Headers[]
  /** The models that it lists; undefined if it has no list. */
  models: readonly string[] | undefined
  /** Answers the next requests. */
  answer: (ask: Ask, index: number, signal: AbortSignal) => Response | Promise<Response>
  /** Forgets earlier requests, and uses this answer from now on. */
  script(answer: ModelServer['answer']): void
  stop(): void
}

/** The text of all messages of a request. */
export const textOf = (ask: Ask): string => ask.messages.map(({ content }: { content: string }) => content).join('\n\n')

export interface Told {
  thinking?: number
  finish?: string
  refusal?: string
  usage?: unknown
}

/** A completion with this content. */
export function completion(content: unknown, { thinking = 0, finish = 'stop', refusal, usage }: Told = {}): Response {
  const text = typeof content === 'string' || content === null ? content : JSON.stringify(content)
  const counted = {
    prompt_tokens: 100,
    completion_tokens: 50 + thinking,
    total_tokens: 150 + thinking,
    completion_tokens_details: { reasoning_tokens: thinking },
  }
  const message = { role: 'assistant', content: text, ...(refusal !== undefined && { refusal }) }
  return Response.json({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, finish_reason: finish, message }],
    usage: usage === undefined ? counted : usage,
  })
}

/** An error answer of such servers. */
export const refuse = (status: number, error: Record<string, unknown>, headers: Record<string, string> = {}) =>
  Response.json(
    { error: { message: '', type: 'invalid_request_error', param: null, code: null, ...error } },
    { status, headers },
  )

export function startModelServer(): ModelServer {
  const server: ModelServer = {
    url: '',
    asks: [],
    headers: [],
    models: undefined,
    answer: () => completion({}),
    script(answer) {
      server.asks = []
      server.headers = []
      server.answer = answer
    },
    stop: () => void bun.stop(true),
  }
  const bun = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      if (server.models && new URL(request.url).pathname === '/v1/models')
        return Response.json({ object: 'list', data: server.models.map((id) => ({ id, object: 'model' })) })
      if (request.method !== 'POST' || new URL(request.url).pathname !== '/v1/chat/completions')
        return refuse(404, { message: 'not found' })
      const ask = await request.json()
      server.asks.push(ask)
      server.headers.push(request.headers)
      return server.answer(ask, server.asks.length - 1, request.signal)
    },
  })
  server.url = `http://127.0.0.1:${bun.port}/v1`
  return server
}
