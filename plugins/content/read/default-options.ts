import type { ContentOptions } from 'weirjs/schemas'

/** How content is made for a request that says nothing of it but its formats. */
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
