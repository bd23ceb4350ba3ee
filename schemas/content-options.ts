import { oneOf, t } from 'weirjs'
import { flag } from './fields.ts'
import type { ContentFormat } from './formats.ts'

/** An attribute, of the elements that a CSS selector matches. */
export interface AttributeQuery {
  selector: string
  attribute: string
}

/** What is made of a page's content, whichever engine fetched it. */
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
  /** What the format `attributes` reads. */
  attributes?: readonly AttributeQuery[]
  /** How many pages of a PDF are read; without it as many as a file of its size may have. */
  pdfPages?: number
  /** Default true; without it only what the formats themselves need is found out about the page. */
  includeMetadata?: boolean
  /** Leaves out of all formats what no reader of the page sees, though its markup holds it: text for a model. */
  visibleOnly?: boolean
  /** Of the formats, those that a model is to read: given once more, without what no reader of the page sees. */
  modelFormats?: ReadonlySet<ContentFormat>
  /** Where the whole page leads too, whatever of it is shown. */
  pageLinks?: boolean
  /** Characters of the shown text to give as well, with its headings: for an index of pages. */
  excerpt?: number
  /**
   * Hashes of texts that recur on other pages of the site, which help to tell its main content. With such a list,
   * even an empty one, those of the page are given back: for a crawl, which reads many pages of a site.
   */
  siteTexts?: Int32Array
}

/** Where a page leads those who go on from it: absolute addresses, each once. */
export interface PageLinks {
  /** A line for each: a list of many thousands is expensive to hand on and to keep. */
  pages: string
  /** Sitemaps and feeds. */
  sitemaps: string[]
}

/** The beginning of what is shown, for an index of pages. */
export interface Excerpt {
  /** In one line. */
  text: string
  headings: string[]
}

const selectors = (description: string) =>
  t.Optional(t.Array(t.String({ minLength: 1, maxLength: 1000 }), { maxItems: 200, description }))

/** How the content is cleaned and converted. Source: spec section 4.3, decisions 5.1. */
export const contentFields = {
  onlyMainContent: flag(false, 'Removes headers, footers and sidebars'),
  includeMetadata: flag(
    true,
    'If false, the metadata has only `url`, `statusCode`, `contentType`, `extractedAt`, `processingTime` and `creditsUsed`',
  ),
  includeLinks: flag(true, 'Keeps hyperlinks in the converted text. The format `links` returns the list of links'),
  includeImages: flag(true, 'Keeps images in the converted text'),
  removeAds: flag(true, 'Removes advertisements'),
  removeScripts: flag(true, 'Removes scripts from `html`'),
  removeStyles: flag(false, 'Removes style sheets and style attributes from `html`'),
  includeTags: selectors('Tag names or CSS selectors: keeps only the matching elements'),
  excludeTags: selectors('Tag names or CSS selectors: removes the matching elements, after `includeTags` is applied'),
  onlyIncludeTags: selectors('The same as `includeTags`'),
  removeTags: selectors('The same as `excludeTags`'),
  attributes: t.Optional(
    t.Array(
      t.Object(
        {
          selector: t.String({ minLength: 1, maxLength: 1000, description: 'A tag name or CSS selector' }),
          attribute: t.String({ minLength: 1, maxLength: 200, pattern: '^[^\\s"\'<>/=]+$', examples: ['data-price'] }),
        },
        { title: 'AttributeQuery' },
      ),
      {
        minItems: 1,
        maxItems: 50,
        description:
          'Returns the attributes, exactly as written in the page, of all elements that match a selector. Adds the format `attributes`',
      },
    ),
  ),
  llmOptimization: flag(
    false,
    'Removes content that a language model does not need: boilerplate, tracking parameters and images without a description',
  ),
  replaceAllPathsWithAbsolutePaths: flag(false, 'Makes the URLs of links and images absolute'),
  htmlFormat: t.Optional(
    oneOf(['cleaned', 'raw'], {
      default: 'cleaned',
      description: '`raw` makes the format `html` identical to `rawHtml`',
    }),
  ),
  stripHtml: flag(false, 'Removes any remaining markup from the textual formats'),
}
