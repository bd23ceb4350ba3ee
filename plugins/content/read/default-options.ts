import type { ContentOptions } from 'weirjs/schemas'

/** The content options of a request that sets only its formats. */
export const defaultOptions: Omit<ContentOptions, 'formats'> = {
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
}
