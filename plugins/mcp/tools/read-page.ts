import { MAX_URL, oneOf, type Static, t } from 'weirjs'
import type { PageText } from '../text/page-text.ts'
import type { ToolContext } from './tool.ts'

/** `markdown` is for reading: it has the text of links without their addresses. */
const formats = ['markdown', 'markdown+links', 'text', 'html', 'links', 'structured'] as const
type PageFormat = (typeof formats)[number]

const address = t.String({ minLength: 1, maxLength: MAX_URL, description: 'http or https' })

export const pageInput = {
  url: address,
  format: t.Optional(
    oneOf(formats, {
      default: 'markdown',
      description:
        'markdown without link URLs; markdown+links with them; links: the list; structured: its data as JSON',
    }),
  ),
  main: t.Optional(
    t.Boolean({ default: true, description: 'Main content only; false: with menus, sidebars, footers' }),
  ),
  wait_for: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 1000,
      description: 'CSS selector to wait for, or milliseconds (uses a browser)',
    }),
  ),
  fresh: t.Optional(t.Boolean({ default: false, description: 'Always fetch, never use the cache' })),
}
const PageInput = t.Object(pageInput)
export type PageInput = Static<typeof PageInput>

/** The page's fields are in `data`. */
const SCRAPED = { pageDepth: 2 }

interface ScrapedData {
  content: string
  links?: string[]
  screenshot?: string
  metadata: { title?: string | null; url?: string; statusCode: number }
  files?: { type: string; url: string; mediaType: string }[]
}
export type Scraped = { data: ScrapedData; warnings?: string[] }

/** The API's name of a format. */
const formOf = (format: PageFormat) => (format === 'markdown+links' ? 'markdown' : format)

/** The scrape parameters for a text that a model reads. */
export const readable = (format: PageFormat, main: boolean) => ({
  formats: [formOf(format)],
  onlyMainContent: main,
  includeLinks: format !== 'markdown',
  includeImages: format !== 'markdown',
  replaceAllPathsWithAbsolutePaths: true,
})

const waitOf = (wait: string | undefined) =>
  wait === undefined ? {} : /^\d+$/.test(wait) ? { waitFor: Number(wait) } : { waitForSelector: wait }

/** Scrapes a page; `more` are additional scrape parameters. */
export async function scrapePage(
  { url, format = 'markdown', main = true, wait_for, fresh = false }: PageInput,
  { api }: Pick<ToolContext, 'api'>,
  more: { formats?: readonly string[]; [parameter: string]: unknown } = {},
): Promise<{ page: PageText; data: ScrapedData }> {
  const { formats: beside = [], ...parameters } = more
  const form = readable(format, main)
  const body = {
    url,
    ...form,
    ...waitOf(wait_for),
    ...(fresh && { maxAge: 0 }),
    ...parameters,
    formats: [...form.formats, ...beside],
  }
  const { data, warnings = [] } = await api.post<Scraped>('/v1/scrape', body, SCRAPED)
  const { metadata, content, links = [] } = data
  const page = {
    title: metadata.title ?? '',
    url: metadata.url ?? url,
    statusCode: metadata.statusCode,
    text: format === 'links' ? links.join('\n') : content,
    notes: warnings,
  }
  return { page, data }
}

/** The cache key of a page in the same form. */
export const keyOf = ({ url, format = 'markdown', main = true, wait_for }: PageInput) =>
  JSON.stringify([url, format, main, wait_for])
