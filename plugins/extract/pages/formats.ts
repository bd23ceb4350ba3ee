import type { ContentFormat } from 'weirjs/schemas'

/** Formats that schemas are filled from. Recipes choose by the page's elements. */
export const formatsOf = (model: string | undefined): ContentFormat[] =>
  model === 'recipe' || model === 'auto'
    ? ['markdown', 'structured', 'json', 'html']
    : ['markdown', 'structured', 'json']
