import type { ExtractionPage } from '../service.ts'
import { applyRecipe } from './apply.ts'
import { deriveRecipe } from './derive.ts'
import type { Recipe } from './recipe.ts'

interface Given {
  schema: Record<string, unknown>
  page: ExtractionPage
}

/** Applies a recipe to a page, on a thread. */
export const apply = ({ recipe, schema, page }: Given & { recipe: Recipe }): string =>
  JSON.stringify(applyRecipe(recipe, schema, page))

/** Derives the recipe that yields what a model returned, on a thread. */
export const derive = ({ data, schema, page }: Given & { data: unknown }): string =>
  JSON.stringify(deriveRecipe(schema, data, page))
