import { isObject } from 'weirjs/toolkit'
import type { LanguageModel } from '../../models/service.ts'
import { cutIntoChunks } from '../fill/chunks.ts'
import { fence } from '../fill/fence.ts'
import { visibleText } from '../fill/prompt.ts'
import type { ExtractionPage } from '../service.ts'
import { complete, type Design, issuesOf } from './design.ts'

const ROLE = `You design JSON Schemas for data that will be extracted from web pages.
Your answer is a JSON Schema: "type": "object", "description" in one sentence, "properties" with a type and a short
description each, "required" with the few names that every such page has. Give names in camelCase, at most 30 of them.
Use only object, array, string, number, integer and boolean. Beside these give "recommendations": an array of short
sentences for whoever will use the schema.`

/** What the schema is wanted for. */
export interface Wish {
  page: ExtractionPage | undefined
  description: string | undefined
  prompt: string | undefined
}

/** Asks a model to design a schema. Throws ApiError `extraction_failed`. */
export async function designByModel(
  model: LanguageModel,
  { page, description, prompt }: Wish,
  { chunkTokens, signal }: { chunkTokens: number; signal: AbortSignal },
): Promise<Design> {
  const { rule, wrap } = fence()
  const wanted = [description && `Wanted: ${description}`, prompt].filter(Boolean).join('\n\n')
  const [text = ''] = cutIntoChunks(visibleText(page?.markdown ?? ''), chunkTokens)
  const answer = await model.ask(
    {
      system: page ? `${ROLE}\n\n${rule}` : ROLE,
      user: page ? `${wanted || 'Design a schema for pages like this one.'}\n\n${wrap(page.url, text)}` : wanted,
      // A schema of schemas is too complex for providers to constrain an answer to.
      schema: { type: 'object' },
      check: (value) => issuesOf(apart(value).schema),
    },
    signal,
  )
  const { schema, recommendations } = apart(answer.value)
  return { schema: complete(isObject(schema) ? schema : {}), recommendations, thinking: answer.usage.reasoning }
}

/** The schema and the recommendations of an answer, whether one is inside the other or next to it. */
function apart(value: unknown): { schema: unknown; recommendations: string[] } {
  if (!isObject(value)) return { schema: value, recommendations: [] }
  const { recommendations, ...rest } = value
  const schema = isObject(rest.schema) && rest.properties === undefined ? rest.schema : rest
  return { schema, recommendations: Array.isArray(recommendations) ? recommendations.map(String).slice(0, 20) : [] }
}
