import { httpUrl, oneOf, type Static, t } from 'weirjs'

export const formats = [
  'markdown',
  'html',
  'rawHtml',
  'text',
  'json',
  'structured',
  'links',
  'screenshot',
  'screenshot@fullPage',
  'pdf',
  'extract',
] as const
export type Format = (typeof formats)[number]
/** Those that give text or data of the page itself, not a picture of it. */
export type ContentFormat = 'markdown' | 'html' | 'rawHtml' | 'text' | 'json' | 'structured' | 'links'

/** What becomes of a page's content, whatever engine got it. */
export interface ContentOptions {
  formats: ReadonlySet<ContentFormat>
  onlyMainContent: boolean
  includeLinks: boolean
  includeImages: boolean
  removeAds: boolean
  removeScripts: boolean
  removeStyles: boolean
  /** Tag names or CSS selectors; what is included is chosen first, then the excluded is taken out of it. */
  includeTags: readonly string[]
  excludeTags: readonly string[]
  llmOptimization: boolean
  replaceAllPathsWithAbsolutePaths: boolean
  htmlFormat: 'cleaned' | 'raw'
  stripHtml: boolean
  converter: 'weir' | 'turndown'
}
