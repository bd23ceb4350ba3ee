import type { Kit } from 'weirjs'
import { type ConvertContext, content } from '../../content/service.ts'
import { type LanguageModel, languageModels } from '../../models/service.ts'
import type { ExtractConfig } from '../config.ts'
import { readSchema } from '../json-schema/index.ts'
import { createRecipes } from '../recipes/index.ts'
import type { Extraction, ExtractionPage, ExtractionTask } from '../service.ts'
import { askModel } from './ask-model.ts'
import { capOutput } from './cap-output.ts'
import { type Chosen, chooseModel } from './choose-model.ts'
import { fillStructured } from './fill-structured.ts'
import { type FilledAtFirst, fromRecipe } from './from-recipe.ts'
import { missingFrom } from './missing.ts'
import { visibleText } from './prompt.ts'
import { findSupport, type ToSupport } from './support.ts'

/** The extraction service, with what the routes of this plugin need in addition. */
export interface OwnExtraction extends Extraction {
  /** What fills a schema, given what the caller named. */
  choose(wanted: string | undefined): Promise<Chosen>
  /** What on the pages supports each value, for combined results. */
  support(wanted: ToSupport, context: ConvertContext): ReturnType<typeof findSupport>
}

const UNHEEDED =
  'prompt: only a language model reads it, and none was used: only the schema defines the data to extract'

const hasText = ({ markdown }: ExtractionPage) => visibleText(markdown).trim() !== ''

/** Fills schemas with a language model, with recipes derived from its answers, or from the pages' structured data. */
export function createExtraction(kit: Kit<ExtractConfig>): OwnExtraction {
  const { all, use, config } = kit
  const converter = use(content)
  const recipes = createRecipes(kit, converter)
  const choose = (wanted: string | undefined) => chooseModel(all(languageModels), wanted)
  return {
    readSchema,
    choose,
    hasModel: async () => (await choose(undefined)).model !== undefined,
    support: (wanted, context) => findSupport(converter, wanted, context),
    async fill(pages, task, { signal = new AbortController().signal, ...rest }) {
      const context = { ...rest, signal }
      const { model, warnings } = await choose(task.model)
      const { schema } = task.schema
      const filled =
        (await fromRecipe(recipes, pages, task, context)) ??
        // A model without anything to read would make something up.
        (model && pages.some(hasText)
          ? await fillByModel(model, pages, task, context)
          : await fillFromPages(pages, schema, context))
      if (!model && filled.model === 'structured' && (task.prompt || task.systemPrompt)) warnings.push(UNHEEDED)
      const capped = capOutput(filled.data)
      const missing = filled.missing ?? missingFrom(capped.data, schema)
      const told = { ...filled, ...capped, missing, warnings: [...warnings, ...filled.warnings, ...capped.warnings] }
      if (!task.evidence && !task.dropUnsupported) return told
      const drop = task.dropUnsupported ?? false
      const { data, evidence } = await findSupport(converter, { schema, data: told.data, pages, drop }, context)
      return { ...told, data, evidence, missing: drop ? missingFrom(data, schema) : missing }
    },
  }

  async function fillByModel(
    model: LanguageModel,
    pages: readonly ExtractionPage[],
    task: ExtractionTask,
    context: ConvertContext & { signal: AbortSignal },
  ): Promise<FilledAtFirst> {
    const asked = await askModel(model, pages, task, { chunkTokens: config.chunkTokens, signal: context.signal })
    const [page, ...others] = pages
    if (task.model === 'auto' && page && others.length === 0) await recipes.learn(page, task, asked.data, context)
    return { ...asked, model: model.model }
  }

  async function fillFromPages(
    pages: readonly ExtractionPage[],
    schema: Record<string, unknown>,
    context: ConvertContext,
  ): Promise<FilledAtFirst> {
    const filled = await fillStructured(converter, schema, pages, context)
    return { ...filled, model: 'structured', thinking: 0, tokens: 0, warnings: [] }
  }
}
