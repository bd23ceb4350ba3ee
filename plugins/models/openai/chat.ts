import { type GuardedFetch, isApiError, isObject, parseLongJson } from 'weirjs'
import { ModelFailure } from './failure.ts'

/** The most bytes of a response: 256 KiB of JSON within JSON, the reasoning before it, and some room. */
const MAX_ANSWER = 4 * 1024 * 1024
/** The most characters of a refusal that are read, and the size up to which it is read as JSON. */
const MAX_REFUSAL = 64 * 1024

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** The body of a request. Source: https://platform.openai.com/docs/api-reference/chat/create */
export interface ChatRequest {
  model: string
  messages: readonly ChatMessage[]
  temperature?: number
  response_format?: Record<string, unknown>
}

/** The server's response; `body` is the parsed JSON, or undefined. */
export interface ChatAnswer {
  status: number
  headers: Headers
  body: unknown
}

/** Sends a request to a server. Throws ModelFailure if there is no response, and the signal's reason. */
export type Chat = (request: ChatRequest, signal: AbortSignal) => Promise<ChatAnswer>

export function createChat({ url, apiKey }: { url: string; apiKey?: string }, fetch: GuardedFetch): Chat {
  const address = `${url.replace(/\/+$/, '')}/chat/completions`
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  }
  return async (request, signal) => {
    try {
      // A redirect would send the key and the page elsewhere.
      const init = { method: 'POST', headers, body: bodyOf(request), signal, maxRedirects: 0 }
      const response = await fetch(address, { ...init, maxBytes: MAX_ANSWER })
      const text = withoutKey(await response.text(), apiKey)
      const body = await parseLongJson(text)
      const status = response.ok ? statusOf(body) : response.status
      const isUnread = status !== 200 && (body === undefined || text.length > MAX_REFUSAL)
      return { status, headers: response.headers, body: isUnread ? text.slice(0, MAX_REFUSAL) : body }
    } catch (error) {
      signal.throwIfAborted()
      throw isApiError(error) ? failureOf(error.details.reason, error) : error
    }
  }
}

/** A lone surrogate, as in a text that was cut, would be unreadable for servers. */
const bodyOf = ({ messages, ...rest }: ChatRequest) =>
  JSON.stringify({
    ...rest,
    messages: messages.map(({ role, content }) => ({ role, content: content.toWellFormed() })),
  })

/** Gateways report the failures of their servers in the body of a success. */
function statusOf(body: unknown): number {
  if (!isObject(body) || !isObject(body.error) || Array.isArray(body.choices)) return 200
  const code = Number(body.error.code)
  return code >= 400 && code <= 599 ? code : 502
}

/** A shorter key is no secret, but a word such as `none`. */
const SECRET_LENGTH = 6

/**
 * The body without the key: some servers repeat it when they refuse it, and their messages are logged. Some write
 * each slash with a backslash before it.
 */
function withoutKey(text: string, apiKey = ''): string {
  const key = apiKey.trim()
  if (key.length < SECRET_LENGTH) return text
  return text.replaceAll(key, '…').replaceAll(key.replaceAll('/', '\\/'), '…')
}

const failureOf = (reason: unknown, cause: unknown) =>
  reason === 'too_large'
    ? new ModelFailure('too_large', 'The language model answered with more than 4 MiB', { cause })
    : new ModelFailure('unreachable', 'The language model could not be reached', { cause, mayPass: true })
