import { type Clock, isObject, retryAfterOf } from 'weirjs'
import type { ChatAnswer } from './chat.ts'
import { ModelFailure } from './failure.ts'

/** A server's error message. Servers use different formats, which are all tried. */
interface Refusal {
  message: string
  param: string
  code: string
}

function refusalOf(body: unknown): Refusal {
  // Gemini wraps its errors in a list.
  const said = Array.isArray(body) ? body[0] : body
  const inner = isObject(said) ? (said.error ?? said) : said
  if (!isObject(inner)) return { message: String(inner ?? ''), param: '', code: '' }
  const text = (value: unknown) => (typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value))
  return { message: text(inner.message ?? inner.detail), param: text(inner.param), code: text(inner.code) }
}

/** The messages of servers if the page is too long. */
const TOO_LONG = [
  // OpenAI, vLLM, llama.cpp, Gemini, Anthropic
  /context[_ ](?:length|size|window)|maximum (?:context|model length|number of tokens)|too many tokens/i,
  /(?:prompt|input) is too long/i,
  // xAI, Groq, Moonshot, DashScope
  /maximum prompt length|reduce the length of the messages|exceeded model token limit|range of input length/i,
  // TGI, Together
  /`inputs` (?:tokens \+|must have less)/i,
]
const isTooLong = (text: string) => TOO_LONG.some((words) => words.test(text))
const FILTERED = /content_filter|content_policy|content management policy|data_inspection_failed/i
/** Refusals of system messages. A chat template without a place for them may complain about the order of roles. */
const NO_SYSTEM = /system role|role 'system'|'system' with this model|developer instruction|roles must alternate/i
const UNSPECIFIC = new Set([400, 422, 501])
/**
 * Messages by which Gemini and xAI refuse a key, and DeepSeek and Mistral a model, with the status of an invalid
 * request.
 */
const NO_KEY = /api[ _]key not valid|(?:incorrect|invalid) api[ _]key/i
const NO_MODEL = /model[ _]not[ _]exist|invalid[ _]model\b|not a valid model id/i

/** What can be omitted or changed so that a server accepts the request. */
export type Objection = 'temperature' | 'system' | 'json' | 'response_format' | 'schema'

/**
 * What a server objects to with status 400 or the like: the temperature, system messages, JSON in any form or in this
 * one, or only this schema. Undefined for anything else.
 */
export function objectionOf({ status, body }: ChatAnswer): Objection | undefined {
  if (status === 401 || status === 403 || status === 404 || status === 429 || status < 400) return undefined
  const { message, param, code } = refusalOf(body)
  const all = `${message} ${param} ${code}`
  if (isTooLong(all) || FILTERED.test(all) || NO_KEY.test(all) || NO_MODEL.test(all)) return undefined
  if (/temperature/i.test(all)) return 'temperature'
  if (NO_SYSTEM.test(all)) return 'system'
  if (/json mode is not enabled/i.test(all)) return 'json'
  if (/invalid schema|invalid_json_schema|grammar/i.test(all)) return 'schema'
  if (/response_format|json_schema|json_object|json mode|structured output|guided/i.test(all)) return 'response_format'
  // Some servers do not say what they object to.
  return UNSPECIFIC.has(status) ? 'schema' : undefined
}

const UNKNOWN = 'The server of the language model does not know this model'

/**
 * Servers with this protocol report an unknown model in the protocol's format; other servers report an unknown path.
 */
const notFound = (body: unknown) =>
  typeof body === 'string' || (isObject(body) && body.error === undefined && body.object !== 'error')
    ? 'There are no chat completions at WEIR_LLM_URL: it must be the base URL, which ends in /v1'
    : UNKNOWN

/** The failure for a response with another status than 200. */
export function failureOf({ status, headers, body }: ChatAnswer, clock: Clock): ModelFailure {
  const { message, code } = refusalOf(body)
  const cause = new Error(`status ${status}: ${message.slice(0, 500)}`)
  const retryAfter = retryAfterOf(headers, clock.now())
  const isWrong = status === 400 || status === 422
  if (status === 401 || status === 403 || (isWrong && NO_KEY.test(message)))
    return new ModelFailure('unauthorized', 'The language model rejected the key of this server', { cause })
  if (status === 404) return new ModelFailure('not_found', notFound(body), { cause })
  if (isWrong && NO_MODEL.test(message)) return new ModelFailure('not_found', UNKNOWN, { cause })
  if (status === 429 && !/insufficient_quota/.test(code))
    return new ModelFailure('rate_limited', 'The language model receives too many requests', {
      cause,
      mayPass: true,
      retryAfter,
    })
  if (status === 413 || isTooLong(`${code} ${message}`))
    return new ModelFailure('truncated', 'The page is longer than the language model can read', { cause })
  if (status < 500 && FILTERED.test(`${code} ${message}`))
    return new ModelFailure('content_filter', 'A content filter kept the language model from answering', { cause })
  const mayPass = status >= 500 || status === 408
  return new ModelFailure('model_error', `The language model failed with status ${status}`, {
    cause,
    mayPass,
    retryAfter,
  })
}
