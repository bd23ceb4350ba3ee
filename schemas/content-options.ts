import { oneOf, t } from 'weirjs'
import { flag } from './fields.ts'
import type { ContentFormat } from './formats.ts'

/** An attribute to read from the elements that match a CSS selector. */
export interface AttributeQuery {
  selector: string
  attribute: string
}

/** How the content of a page is converted, whichever engine fetched it. */
export interface ContentOptions {
  formats: ReadonlySet<ContentFormat>
  onlyMainContent: boolean
  includeLinks: boolean
  includeImages: boolean
  removeAds: boolean
  removeScripts: boolean
  removeStyles: boolean
  /** Tag names or CSS selectors. Included elements are selected first, then excluded ones are removed from them. */
  includeTags: readonly string[]
  excludeTags: readonly string[]
  llmOptimization: boolean
  replaceAllPathsWithAbsolutePaths: boolean
  htmlFormat: 'cleaned' | 'raw'
  stripHtml: boolean
  converter: 'weir' | 'turndown'
  /** The queries of the format `attributes`. */
  attributes?: readonly AttributeQuery[]
  /** The most pages of a PDF to read. Default: depends on the size of the file. */
  pdfPages?: number
  /** Whether to collect all metadata, instead of only what the formats need. Default true. */
  includeMetadata?: boolean
  /**
   * Removes from all formats what no reader of the page sees although its markup contains it, for text that a model
   * reads.
   */
  visibleOnly?: boolean
  /** Formats that a model reads: they are returned in a second version, without what no reader of the page sees. */
  modelFormats?: ReadonlySet<ContentFormat>
  /** Whether to collect the links of the whole page, whatever part of it is converted. */
  pageLinks?: boolean
  /** The most characters of an excerpt of the visible text, returned with the headings for a search index. */
  excerpt?: number
  /**
   * Hashes of texts that recur on other pages of the site, which help to find the main content. If the list is
   * present, even if empty, the hashes of this page are returned: a crawl, which reads many pages of a site, collects
   * them.
   */
  siteTexts?: Int32Array
}

/** The links by which a crawler goes on from a page: absolute URLs without duplicates. */
export interface PageLinks {
  /** One URL per line: a list of many thousands is expensive to pass on and to keep. */
  pages: string
  /** Sitemaps and feeds. */
  sitemaps: string[]
}

/** The beginning of the visible text, for a search index. */
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
