import { ApiError } from 'weirjs'
import type { ConvertContext } from '../../content/service.ts'
import type { Recipes } from '../recipes/index.ts'
import type { ExtractionPage, ExtractionTask, Filled } from '../service.ts'

/** What a schema was filled with, of any size; unless `missing` is given, it follows from the data. */
export type FilledAtFirst = Omit<Filled, 'missing' | 'evidence'> & Partial<Pick<Filled, 'missing'>>

/**
 * The result of a stored recipe, if the caller wants one and it holds. Throws ApiError `extraction_failed` if nothing
 * else is wanted.
 */
export async function fromRecipe(
  recipes: Recipes,
  [page, ...others]: readonly ExtractionPage[],
  task: ExtractionTask,
  context: ConvertContext,
): Promise<FilledAtFirst | undefined> {
  if (task.model !== 'recipe' && task.model !== 'auto') return undefined
  const data = page && others.length === 0 ? await recipes.read(page, task, context) : undefined
  if (data !== undefined) return { data, model: 'recipe', thinking: 0, tokens: 0, warnings: [] }
  if (task.model === 'auto') return undefined
  throw new ApiError(
    'extraction_failed',
    'No recipe works on this page: with agent.model "auto", the model is used and a recipe is learned',
    { reason: 'no_recipe' },
  )
}
