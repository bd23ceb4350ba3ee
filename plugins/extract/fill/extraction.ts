import { ApiError, type Kit } from 'weirjs'
import { languageModels } from '../../models/service.ts'
import type { ExtractConfig } from '../config.ts'
import { readSchema } from '../json-schema/index.ts'
import type { Extraction } from '../service.ts'
import { askModel } from './ask-model.ts'
import { capOutput } from './cap-output.ts'
import { type Chosen, chooseModel } from './choose-model.ts'
import { missingFrom } from './missing.ts'

/** The extraction, with what the routes of this plugin need besides. */
export interface OwnExtraction extends Extraction {
  /** Who fills a schema, for what the caller named. */
  choose(wanted: string | undefined): Promise<Chosen>
}

/** Fills schemas, by a language model or by what pages say in structured form. */
export function createExtraction({ all, config }: Kit<ExtractConfig>): OwnExtraction {
  const choose = (wanted: string | undefined) => chooseModel(all(languageModels), wanted)
  return {
    readSchema,
    choose,
    hasModel: async () => (await choose(undefined)).model !== undefined,
    async fill(pages, task, { signal = new AbortController().signal }) {
      const chosen = await choose(task.model)
      if (!chosen.model)
        throw new ApiError(501, 'not_configured', 'Extraction needs a language model: set WEIR_LLM_URL', {
          setting: 'WEIR_LLM_URL',
        })
      const asked = await askModel(chosen.model, pages, task, { chunkTokens: config.chunkTokens, signal })
      const { data, warnings } = capOutput(asked.data)
      return {
        data,
        model: chosen.model.model,
        missing: missingFrom(data, task.schema.schema),
        thinking: asked.thinking,
        tokens: asked.tokens,
        warnings: [...chosen.warnings, ...asked.warnings, ...warnings],
      }
    },
  }
}
