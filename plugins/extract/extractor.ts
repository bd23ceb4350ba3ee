import { ApiError, type Kit } from 'weirjs'
import { languageModels } from '../models/service.ts'
import { type Extractor, extractor } from '../scrape/service.ts'
import type { ExtractConfig } from './config.ts'
import { cutIntoChunks } from './fill/chunks.ts'
import { formatsOf } from './pages/formats.ts'
import type { ExtractState } from './state.ts'

/** The schema if the caller gives none: any object. */
const ANYTHING = { type: 'object', additionalProperties: true }

/** The instructions to a model for a summary. */
const SUMMARY = {
  schema: {
    type: 'object',
    properties: { summary: { type: 'string', maxLength: 4000 } },
    required: ['summary'],
    additionalProperties: false,
  },
  prompt: 'Summarise what this page says, in its own language, in three to five sentences.',
}

/** Fills schemas for scrapes, and for everything that scrapes. */
export const providedExtractor = extractor.by(
  ({ all, config }: Kit<ExtractConfig>, { extraction }: ExtractState): Extractor => ({
    check({ schema, model }) {
      if (schema) extraction.readSchema(schema)
      else if (model === 'structured' || all(languageModels).length === 0)
        throw new ApiError('invalid_options', 'extract.schema is required if no language model is used', {
          parameter: 'extract.schema',
        })
    },
    formats: ({ model }) => formatsOf(model),
    async extract({ url, markdown, structured, json, html, metadata }, wanted, context) {
      const { schema = ANYTHING, prompt, systemPrompt, model } = wanted
      const page = { url: url.href, markdown, structured, json, html, metadata }
      const task = { schema: extraction.readSchema(schema), prompt, systemPrompt, model }
      const { data, tokens, warnings } = await extraction.fill([page], task, context)
      return { extracted: data, tokens, warnings }
    },
    canSummarise: () => all(languageModels).length > 0,
    async summarise({ url, markdown, structured, json }, context) {
      const [beginning = '', ...others] = cutIntoChunks(markdown, config.chunkTokens)
      const page = { url: url.href, markdown: beginning, structured, json }
      const task = { schema: extraction.readSchema(SUMMARY.schema), prompt: SUMMARY.prompt }
      const { data, tokens, warnings } = await extraction.fill([page], task, context)
      const { summary } = data as { summary: string }
      const isPart = others.length > 0
      const told = isPart ? [...warnings, 'The text is long: the summary covers only its beginning'] : warnings
      return { summary, tokens, warnings: told }
    },
  }),
)
