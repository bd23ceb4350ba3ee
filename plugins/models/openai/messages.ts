import type { JsonObject } from 'weirjs'
import type { Question } from '../service.ts'
import type { Rung } from './abilities.ts'
import type { ChatMessage } from './chat.ts'

/** Characters of a wrong answer, and issues of it, that the model is shown again. */
const SHOWN_ANSWER = 32_000
const SHOWN_ISSUES = 20

/** An answer that was wrong, and why. */
export interface WrongAnswer {
  text: string
  issues: readonly string[]
}

/**
 * What the model is told. The schema stands in words too: some servers take `json_schema` and hold no answer to it.
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
 * How a server is told to answer in JSON. Where the strict subset cannot say the schema, servers would refuse it or
 * hold nothing to it: the words do.
 */
export function responseFormat(rung: Rung, strict: JsonObject | undefined): JsonObject | undefined {
  if (rung === 'plain') return undefined
  if (rung === 'json_object' || !strict) return { type: 'json_object' }
  return { type: 'json_schema', json_schema: { name: 'answer', schema: strict, strict: true } }
}
