import { ApiError, type Kit } from 'weirjs'
import { languageModels } from '../models/service.ts'
import { type Extractor, extractor } from '../scrape/service.ts'
import type { ExtractConfig } from './config.ts'
import type { ExtractState } from './pages/fill-page.ts'
import { formatsOf } from './pages/formats.ts'

/** What is wanted where the caller names no schema: any object. */
const ANYTHING = { type: 'object', additionalProperties: true }

/** Fills schemas for scrape, and for all that scrapes. */
export const providedExtractor = extractor.by(
  ({ all }: Kit<ExtractConfig>, { extraction }: ExtractState): Extractor => ({
    check({ schema, model }) {
      if (schema) extraction.readSchema(schema)
      else if (model === 'structured' || all(languageModels).length === 0)
        throw new ApiError('invalid_options', 'extract.schema is required where no language model extracts', {
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
  }),
)
