import type { Kit } from 'weirjs'
import { content } from '../../content/service.ts'
import { languageModels } from '../../models/service.ts'
import type { ExtractConfig } from '../config.ts'
import { readSchema } from '../json-schema/index.ts'
import type { Extraction } from '../service.ts'
import { askModel } from './ask-model.ts'
import { capOutput } from './cap-output.ts'
import { type Chosen, chooseModel } from './choose-model.ts'
import { fillStructured } from './fill-structured.ts'
import { missingFrom } from './missing.ts'

/** The extraction, with what the routes of this plugin need besides. */
export interface OwnExtraction extends Extraction {
  /** Who fills a schema, for what the caller named. */
  choose(wanted: string | undefined): Promise<Chosen>
}

/** Fills schemas, by a language model or by what pages say in structured form. */
export function createExtraction({ all, use, config }: Kit<ExtractConfig>): OwnExtraction {
  const converter = use(content)
  const choose = (wanted: string | undefined) => chooseModel(all(languageModels), wanted)
  return {
    readSchema,
    choose,
    hasModel: async () => (await choose(undefined)).model !== undefined,
    async fill(pages, task, { signal = new AbortController().signal, ...context }) {
      const chosen = await choose(task.model)
      const { schema } = task.schema
      if (!chosen.model) {
        const filled = await fillStructured(converter, schema, pages, { ...context, signal })
        const { data, warnings } = capOutput(filled.data)
        const { missing } = filled
        return {
          data,
          model: 'structured',
          missing,
          thinking: 0,
          tokens: 0,
          warnings: [...chosen.warnings, ...warnings],
        }
      }
      const asked = await askModel(chosen.model, pages, task, { chunkTokens: config.chunkTokens, signal })
      const { data, warnings } = capOutput(asked.data)
      return {
        data,
        model: chosen.model.model,
        missing: missingFrom(data, schema),
        thinking: asked.thinking,
        tokens: asked.tokens,
        warnings: [...chosen.warnings, ...asked.warnings, ...warnings],
      }
    },
  }
}
