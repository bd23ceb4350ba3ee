import type { ContentFormat, ContentOptions } from 'weirjs/schemas'

/** The options of a request that gives none. */
export const contentOptions = (
  changes: Partial<Omit<ContentOptions, 'formats'>> = {},
  ...formats: ContentFormat[]
): ContentOptions => ({
  formats: new Set(formats.length > 0 ? formats : (['markdown'] as const)),
  onlyMainContent: false,
  includeLinks: true,
  includeImages: true,
  removeAds: true,
  removeScripts: true,
  removeStyles: false,
  includeTags: [],
  excludeTags: [],
  llmOptimization: false,
  replaceAllPathsWithAbsolutePaths: false,
  htmlFormat: 'cleaned',
  stripHtml: false,
  converter: 'weir',
  ...changes,
})
