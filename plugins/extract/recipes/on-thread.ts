import type { ExtractionPage } from '../service.ts'
import { applyRecipe } from './apply.ts'
import { deriveRecipe } from './derive.ts'
import type { Recipe } from './recipe.ts'

interface Given {
  schema: Record<string, unknown>
  page: ExtractionPage
}

/** What a recipe gives on a page, on a thread. */
export const apply = ({ recipe, schema, page }: Given & { recipe: Recipe }): string =>
  JSON.stringify(applyRecipe(recipe, schema, page))

/** The recipe that gives what a model gave, on a thread. */
export const derive = ({ data, schema, page }: Given & { data: unknown }): string =>
  JSON.stringify(deriveRecipe(schema, data, page))
