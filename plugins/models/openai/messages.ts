import type { JsonObject } from 'weirjs'
import type { Question } from '../service.ts'
import type { Rung } from './abilities.ts'
import type { ChatMessage } from './chat.ts'

/** How much of a wrong answer, and how many of its issues, the model is shown again. */
const SHOWN_ANSWER = 32_000
const SHOWN_ISSUES = 20

/** A wrong answer, and what is wrong. */
export interface WrongAnswer {
  text: string
  issues: readonly string[]
}

/**
 * The instructions to the model. They include the schema in words: some servers accept `json_schema` and do not
 * enforce it.
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
 * How a server is told to answer in JSON. If the strict subset cannot express the schema, servers would refuse or
 * ignore it: the instructions then have to do.
 */
export function responseFormat(rung: Rung, strict: JsonObject | undefined): JsonObject | undefined {
  if (rung === 'plain') return undefined
  if (rung === 'json_object' || !strict) return { type: 'json_object' }
  return { type: 'json_schema', json_schema: { name: 'answer', schema: strict, strict: true } }
}
