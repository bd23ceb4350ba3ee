import {
  ApiError,
  type EngineContext,
  jsonOf,
  type Kit,
  type NewFile,
  needsOf,
  PageTime,
  requireProxies,
  valueOf,
} from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import { type Converted, content } from '../../content/service.ts'
import { isShareable, type PageCache, readCached } from '../cache/index.ts'
import type { ScrapeConfig } from '../config.ts'
import { type PageOptions, readOptions } from '../options.ts'
import { pagePrice } from '../price.ts'
import { extractor, type ScrapedPage, type Scraper } from '../service.ts'
import type { Observers } from './observe.ts'
import { showsSecret } from './shows-secret.ts'
import { createVisit, type VisitedPage } from './visit.ts'

/** Tokens above which an extraction counts as long. Source: decisions 3.3. */
const LONG_EXTRACTION = 4000

const millicredits = (credits: number) => Math.round(credits * 1000)

/** The textual formats, as opposed to those that are data. */
const textual = new Set(['markdown', 'html', 'rawHtml', 'text'])

/** `content`: the first textual format that was asked for, or the first of the others as JSON. */
function contentOf(formats: readonly string[], converted: Readonly<Record<string, unknown>>): string {
  const given = formats.filter((format) => converted[format] !== undefined)
  const first = given.find((format) => textual.has(format)) ?? given[0]
  const value = first === undefined ? '' : converted[first]
  return typeof value === 'string' ? value : (jsonOf(value) ?? '')
}

function filesOf({ screenshot, pdf, actions = [] }: VisitedPage): NewFile[] {
  const pictures = [screenshot, ...actions.map((action) => action.screenshot)].filter((bytes) => bytes !== undefined)
  return [
    ...pictures.map((bytes) => ({ type: 'screenshot', mediaType: 'image/png', bytes })),
    ...(pdf ? [{ type: 'pdf', mediaType: 'application/pdf', bytes: pdf }] : []),
  ]
}

/** The scraper, with what the routes and jobs of this plugin need besides. */
export interface Pages extends Scraper {
  /** The page as it is now, within a time that has begun. */
  fresh(url: URL, options: PageOptions, context: EngineContext, time: PageTime): Promise<ScrapedPage>
}

/** Whether there is something to pay for besides what the page says. */
const isMoreThanText = ({ screenshot, pdf, actions, script }: VisitedPage): boolean =>
  screenshot !== undefined || pdf !== undefined || actions !== undefined || script !== undefined

/** Gets pages and converts them: what the route, jobs and other plugins share. */
export function createScraper(kit: Kit<ScrapeConfig>, cache: PageCache, observers: Observers): Pages {
  const { config, engines, proxies, fetch, find } = kit
  const converter = kit.use(content)
  const visit = createVisit({ config, engines, fetch, converter })
  const requestOf = (url: URL, { request, asked }: PageOptions) => {
    const proxy = asked.proxy ? proxies.pick(url.host, request.location?.country) : undefined
    return { ...request, url, proxy }
  }

  return {
    read: (body) =>
      readOptions(body, { engines, converter: config.converter, checkSelectors: converter.checkSelectors }),

    estimate: (options) =>
      pagePrice(options, config.prices) + (options.extract ? millicredits(config.prices.extractLong) : 0),

    check({ engine, request, asked, extract }) {
      if (asked.proxy) requireProxies(proxies)
      engines.check(engine, { ...needsOf(request), ...(asked.proxy ? { proxy: 'useProxy' } : {}) })
      if (!extract) return
      const service = find(extractor)
      if (!service) {
        throw new ApiError(
          'not_configured',
          'AI extraction needs the plugin extract, which is not enabled: add it to WEIR_PLUGINS',
          { plugin: 'extract' },
        )
      }
      service.check(extract)
    },

    async page(url, options, context) {
      using time = new PageTime({ url, timeout: options.request.timeout }, context.signal)
      const cached = await time.wait(cache.find(url, options, context.account.id))
      return cached ? readCached(cached) : await fresh(url, options, context, time)
    },

    fresh,
    observe: observers.observe,
  }

  async function fresh(url: URL, options: PageOptions, context: EngineContext, time: PageTime): Promise<ScrapedPage> {
    const page = await time.wait(get(url, options, { ...context, signal: time.signal }, time))
    // A page that lacks something now may be whole the next time.
    const { capture: _, ...answer } = page
    if (!page.warnings?.length) cache.keep(url, options, context.account.id, answer)
    return page
  }

  async function get(url: URL, options: PageOptions, context: EngineContext, time: PageTime): Promise<ScrapedPage> {
    const started = performance.now()
    const { engine, content } = options
    const keepExchanges = observers.wantCaptures && !showsSecret(options.request)
    const request = { ...requestOf(url, options), timeout: time.left, keepExchanges }
    const wanted = withExtracted(content, options)
    const page = await visit({ request, engine, content: wanted }, context)
    const { converted } = page
    const {
      metadata,
      parserName,
      contentSource,
      pageCount,
      transcriptAvailable,
      captions: _,
      warnings: __,
      forModel: ___,
      ...made
    } = converted
    const found = await extract(options, page.url, converted, context)
    const formats = without(made, wanted.formats.difference(content.formats))
    const warnings = [...page.warnings, ...(found?.warnings ?? [])]
    const free = page.status >= 500 || (page.isEmpty && !isMoreThanText(page))
    return {
      data: {
        content: contentOf(options.formats, formats),
        ...formats,
        ...(found && { extracted: found.extracted }),
      },
      metadata: {
        url: page.url.href,
        statusCode: page.status,
        contentType: page.headers.get('content-type'),
        extractedAt: new Date().toISOString(),
        processingTime: Math.round(performance.now() - started),
        ...(options.includeMetadata && {
          ...metadata,
          engine: page.engine,
          parserName,
          contentSource,
          ...(pageCount !== undefined && { pageCount }),
          ...(transcriptAvailable !== undefined && { transcriptAvailable }),
          trace: page.trace,
          ...(page.actions && { actions: page.actions.map(({ screenshot: _, ...result }) => result) }),
          ...(page.script !== undefined && { executeJS: page.script }),
        }),
      },
      files: filesOf(page),
      warnings,
      headers: page.headers,
      ...(keepExchanges && { capture: { exchanges: page.exchanges ?? [], rendered: page.rendered } }),
      shareable: isShareable(url, options, page),
      millicredits: free ? 0 : pagePrice(options, config.prices) + (found?.millicredits ?? 0),
    }
  }

  /** With the formats that an extraction looks at; what its model may not see, the caller may. */
  function withExtracted(content: ContentOptions, { extract }: PageOptions): ContentOptions {
    const service = extract && find(extractor)
    if (!service) return content
    const modelFormats = new Set(service.formats(extract))
    return { ...content, modelFormats, formats: content.formats.union(modelFormats) }
  }

  async function extract(options: PageOptions, url: URL, converted: Converted, context: EngineContext) {
    const service = options.extract && find(extractor)
    if (!options.extract || !service) return undefined
    const { markdown = '', structured, json, html, metadata } = { ...converted, ...converted.forModel } as Converted
    const page = { url, markdown, structured: valueOf(structured), json: valueOf(json), html, metadata }
    const { extracted, tokens, warnings } = await service.extract(page, options.extract, context)
    const price = tokens > LONG_EXTRACTION ? config.prices.extractLong : config.prices.extract
    return { extracted, warnings, millicredits: millicredits(price) }
  }
}

/** Without the formats that only an extraction looked at; what a document is given in unasked stays. */
const without = <T extends object>(made: T, unasked: ReadonlySet<string>): T =>
  unasked.size === 0 ? made : (Object.fromEntries(Object.entries(made).filter(([name]) => !unasked.has(name))) as T)
