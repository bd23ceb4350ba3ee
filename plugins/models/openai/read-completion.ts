import { isObject, type JsonObject, objectOf } from 'weirjs'
import { ModelFailure } from './failure.ts'

/** The text of a completion, and its token usage. */
export interface Completion {
  text: string
  usage: { prompt: number; completion: number; reasoning: number; total: number }
}

/** More tokens than any model uses for one answer: higher counts are invalid. */
const MAX_TOKENS = 10_000_000

/** How gateways and DeepSeek mark an answer that broke off on their side. */
const BROKEN = new Set(['error', 'insufficient_system_resource'])

const countOf = (value: unknown): number =>
  typeof value === 'number' && value > 0 && value <= MAX_TOKENS ? Math.round(value) : 0

/** Servers differ: counts may be missing, and details null. */
function readUsage(body: unknown): Completion['usage'] {
  const usage = objectOf(objectOf(body).usage)
  const prompt = countOf(usage.prompt_tokens)
  const completion = countOf(usage.completion_tokens)
  const reasoning = countOf(objectOf(usage.completion_tokens_details).reasoning_tokens)
  return { prompt, completion, reasoning, total: countOf(usage.total_tokens) || prompt + completion }
}

/**
 * Reads a completion with status 200: first how it ended, then whether it was refused, then its text. Throws
 * ModelFailure if there is no answer.
 */
export function readCompletion(body: unknown): Completion {
  const choices = objectOf(body).choices
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined
  if (!isObject(choice))
    throw new ModelFailure('malformed', 'The language model answered with what is no chat completion')
  const message = objectOf(choice.message)
  const end = String(choice.finish_reason)
  // Mistral adds whose limit it was.
  if (end === 'length' || end === 'model_length')
    throw new ModelFailure('truncated', 'The answer of the language model was cut short: ask for less at once')
  // Gemini appends which filter it was.
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
 * If an answer is constrained by a schema from its first token, some servers do not recognize the end of the
 * thinking, and return the answer as thinking. Source: https://github.com/vllm-project/vllm/issues/19222
 */
function mistakenForThinking({ reasoning_content, reasoning }: JsonObject): string {
  const said = textOf(reasoning_content ?? reasoning).trim()
  return said.startsWith('{') && said.endsWith('}') ? said : ''
}

/** Some servers enforce a schema through the arguments of a tool call, which they then return instead of a text. */
function argumentsOf(calls: unknown): string {
  const given = objectOf(objectOf(Array.isArray(calls) ? calls[0] : undefined).function).arguments
  return typeof given === 'string' ? given : ''
}

/** A text, or its parts. */
const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((part) => String(objectOf(part).text ?? '')).join('')
      : ''
