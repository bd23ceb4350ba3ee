import { type GuardedFetch, type GuardedResponse, isApiError, isObject } from 'weirjs'
import { ModelFailure } from './failure.ts'

/** Bytes of an answer: 256 KiB of JSON within JSON, the thoughts before it, and room. */
const MAX_ANSWER = 4 * 1024 * 1024
/** Bytes of a refusal that are looked at. */
const MAX_REFUSAL = 64 * 1024

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** What is sent. Source: https://platform.openai.com/docs/api-reference/chat/create */
export interface ChatRequest {
  model: string
  messages: readonly ChatMessage[]
  temperature?: number
  response_format?: Record<string, unknown>
}

/** What the server answered; the body as JSON, undefined where it is none. */
export interface ChatAnswer {
  status: number
  headers: Headers
  body: unknown
}

/** Sends a request to a server. Throws ModelFailure where there is no answer, and the signal's reason. */
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
      // A redirect would lead the key and the page elsewhere.
      const init = { method: 'POST', headers, body: bodyOf(request), signal, maxRedirects: 0 }
      const response = await fetch(address, { ...init, maxBytes: MAX_ANSWER })
      const body = await readBody(response, apiKey)
      return { status: response.ok ? statusOf(body) : response.status, headers: response.headers, body }
    } catch (error) {
      signal.throwIfAborted()
      throw isApiError(error) ? failureOf(error.details.reason, error) : error
    }
  }
}

/** Half a character, as where a text was cut, is none that servers could read. */
const bodyOf = ({ messages, ...rest }: ChatRequest) =>
  JSON.stringify({
    ...rest,
    messages: messages.map(({ role, content }) => ({ role, content: content.toWellFormed() })),
  })

/** Gateways report the failures of the servers behind them in the body of a success. */
function statusOf(body: unknown): number {
  if (!isObject(body) || !isObject(body.error) || Array.isArray(body.choices)) return 200
  const code = Number(body.error.code)
  return code >= 400 && code <= 599 ? code : 502
}

/** Characters from which on a key is a secret, and no word such as `none`. */
const SECRET_LENGTH = 6

/** The body, without the key: some servers repeat it where they refuse it, and what they say stands in the log. */
async function readBody(response: GuardedResponse, apiKey = ''): Promise<unknown> {
  const said = await response.text()
  const key = apiKey.trim()
  const text = key.length < SECRET_LENGTH ? said : said.replaceAll(key, '…')
  try {
    return JSON.parse(text)
  } catch {
    return response.ok ? undefined : text.slice(0, MAX_REFUSAL)
  }
}

const failureOf = (reason: unknown, cause: unknown) =>
  reason === 'too_large'
    ? new ModelFailure('too_large', 'The language model answered with more than 4 MiB', { cause })
    : new ModelFailure('unreachable', 'The language model could not be reached', { cause, mayPass: true })
