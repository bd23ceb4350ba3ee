import type { JsonObject } from 'weirjs'
import type { Question } from '../service.ts'
import type { Rung } from './abilities.ts'
import type { ChatMessage } from './chat.ts'

/** The most characters of a wrong answer, and the most issues, that the model is shown. */
const SHOWN_ANSWER = 32_000
const SHOWN_ISSUES = 20

/** A wrong answer, and what is wrong. */
export interface WrongAnswer {
  text: string
  issues: readonly string[]
}

/**
 * The messages for the model. The schema is repeated in the text, as some servers accept `json_schema` without
 * enforcing it.
 */
export function messagesOf(
  { system, user, schema }: Question,
  { wrong, hasSystem }: { wrong: WrongAnswer | undefined; hasSystem: boolean },
): ChatMessage[] {
  const form = `Answer with one JSON object of this JSON Schema, and with nothing else:\n${JSON.stringify(schema)}`
  const rules = `${system}\n\n${form}`
  const first: ChatMessage[] = hasSystem
    ? [
        { role: 'system', content: rules },
        { role: 'user', content: user },
      ]
    : [{ role: 'user', content: `${rules}\n\n${user}` }]
  if (!wrong) return first
  const issues = wrong.issues.slice(0, SHOWN_ISSUES).map((issue) => `- ${issue}`)
  return [
    ...first,
    { role: 'assistant', content: wrong.text.slice(0, SHOWN_ANSWER) },
    {
      role: 'user',
      content: `That answer is not valid:\n${issues.join('\n')}\nGive the whole JSON object again, corrected.`,
    },
  ]
}

/**
 * The parameter `response_format`. If the strict subset cannot express the schema, the server would refuse or ignore
 * it, so only the text states it.
 */
export function responseFormat(rung: Rung, strict: JsonObject | undefined): JsonObject | undefined {
  if (rung === 'plain') return undefined
  if (rung === 'json_object' || !strict) return { type: 'json_object' }
  return { type: 'json_schema', json_schema: { name: 'answer', schema: strict, strict: true } }
}
