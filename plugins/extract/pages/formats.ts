import type { ContentFormat } from 'weirjs/schemas'

/** The formats that schemas are filled from. Recipes select the page's elements. */
export const formatsOf = (model: string | undefined): ContentFormat[] =>
  model === 'recipe' || model === 'auto'
    ? ['markdown', 'structured', 'json', 'html']
    : ['markdown', 'structured', 'json']
