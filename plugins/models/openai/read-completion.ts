import { isObject, type JsonObject, objectOf } from 'weirjs'
import { ModelFailure } from './failure.ts'

/** The text of a completion, and its token usage. */
export interface Completion {
  text: string
  usage: { prompt: number; completion: number; reasoning: number; total: number }
}

/** More tokens than any request or any answer can have: higher counts are invalid. */
const MAX_TOKENS = 10_000_000
const MAX_COMPLETION = 1_000_000

/** The most parts of one text that are read; servers use a few. */
const MAX_PARTS = 1000

/** The finish reasons of gateways and DeepSeek for an answer that broke off on their side. */
const BROKEN = new Set(['error', 'insufficient_system_resource'])

const countOf = (value: unknown, most = MAX_TOKENS): number =>
  typeof value === 'number' && value > 0 && value <= most ? Math.round(value) : 0

/**
 * Reads the token usage. Servers differ: counts may be missing, and details null. Reasoning is a part of the
 * completion; xAI's servers count it beside the completion, but in the total.
 */
function readUsage(body: unknown): Completion['usage'] {
  const usage = objectOf(objectOf(body).usage)
  const prompt = countOf(usage.prompt_tokens)
  const completion = countOf(usage.completion_tokens, MAX_COMPLETION)
  const total = countOf(usage.total_tokens) || prompt + completion
  const stated = countOf(objectOf(usage.completion_tokens_details).reasoning_tokens, MAX_COMPLETION)
  return { prompt, completion, reasoning: Math.min(stated, Math.max(completion, total - prompt)), total }
}

/**
 * Reads a completion with status 200: checks how it ended and whether it was refused, and returns its text. Throws
 * ModelFailure for anything but an answer.
 */
export function readCompletion(body: unknown): Completion {
  const choices = objectOf(body).choices
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined
  if (!isObject(choice)) throw new ModelFailure('malformed', 'The language model did not answer with a chat completion')
  const message = objectOf(choice.message)
  const end = String(choice.finish_reason)
  // Mistral's variant of `length`.
  if (end === 'length' || end === 'model_length')
    throw new ModelFailure('truncated', 'The answer of the language model was cut short: request less at once')
  // Gemini appends the name of the filter.
  if (/^content_filter\b/.test(end))
    throw new ModelFailure('content_filter', 'A content filter kept the language model from answering')
  if (BROKEN.has(end))
    throw new ModelFailure('model_error', 'The language model failed while it answered', { mayPass: true })
  if (typeof message.refusal === 'string' && message.refusal !== '')
    throw new ModelFailure('refused', 'The language model refused to answer')
  const text = textOf(message.content) || argumentsOf(message.tool_calls) || mistakenForThinking(message)
  return { text, usage: readUsage(body) }
}

/**
 * If answers are constrained to a schema from the first token, some servers of reasoning models miss the end of the
 * reasoning, and return the answer as a part of it. Source: https://github.com/vllm-project/vllm/issues/19222
 */
function mistakenForThinking({ reasoning_content, reasoning }: JsonObject): string {
  const said = textOf(reasoning_content ?? reasoning).trim()
  return said.startsWith('{') && said.endsWith('}') ? said : ''
}

/** Some servers enforce a schema through a tool call, and return its arguments instead of a text. */
function argumentsOf(calls: unknown): string {
  const given = objectOf(objectOf(Array.isArray(calls) ? calls[0] : undefined).function).arguments
  return typeof given === 'string' ? given : ''
}

/** A text, or the joined parts of one. */
const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.slice(0, MAX_PARTS).map(textOfPart).join('')
      : ''

function textOfPart(part: unknown): string {
  const { text } = objectOf(part)
  return typeof text === 'string' ? text : ''
}
