import {
  ApiError,
  type EngineContext,
  isOfConnection,
  jsonOf,
  type Kit,
  type Millicredits,
  type NewFile,
  needsOf,
  type PageRequest,
  PageTime,
  requireProxies,
  valueOf,
} from 'weirjs'
import { type ContentOptions, textFormats } from 'weirjs/schemas'
import { type Converted, content } from '../../content/service.ts'
import { isShareable, type PageCache, readCached } from '../cache/index.ts'
import { createTracker, type Look } from '../changes/track.ts'
import type { ScrapeConfig } from '../config.ts'
import { type PageOptions, readOptions } from '../options.ts'
import { type Picture, pagePrice } from '../price.ts'
import { extractor, type ScrapedPage, type Scraper } from '../service.ts'
import { checkRetention } from '../zero-retention.ts'
import type { Observers } from './observe.ts'
import { showsSecret } from './shows-secret.ts'
import { SiteFrames } from './site-frames.ts'
import { createVisit, type VisitedPage } from './visit.ts'

/** Tokens above which an extraction counts as long. Source: decisions 3.3. */
const LONG_EXTRACTION = 4000

const millicredits = (credits: number) => Math.round(credits * 1000)

const textual: ReadonlySet<string> = new Set(textFormats)

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

/** The pictures that were asked for and could not be taken. */
const lackingPictures = ({ request }: PageOptions, page: VisitedPage): Picture[] =>
  (['screenshot', 'pdf'] as const).filter((name) => request[name] && page[name] === undefined)

/** What is said where no proxy is known to go out where the caller wants it. */
function exitWarnings({ proxy, location }: PageRequest): string[] {
  const country = location?.country?.toUpperCase()
  if (!proxy || !country || proxy.country === country) return []
  return [`No proxy of this server is known to go out in ${country}: the page was asked for by another`]
}

/** What is said of headers that no caller sets. */
const headerWarnings = ({ headers }: PageRequest): string[] =>
  [...(headers?.keys() ?? [])]
    .filter(isOfConnection)
    .map((name) => `headers: ${name.slice(0, 100)} was not sent, as it belongs to the connection`)

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
  const tracker = createTracker(kit)
  const frames = new SiteFrames()
  const visit = createVisit({ config, engines, fetch, converter })
  const requestOf = (url: URL, { request, asked }: PageOptions) => {
    const proxy = asked.proxy ? proxies.pick(url.host, request.location?.country) : undefined
    return { ...request, url, proxy }
  }

  return {
    read: (body) =>
      readOptions(body, { engines, converter: config.converter, checkSelectors: converter.checkSelectors }),

    estimate: (options) =>
      pagePrice(options, config.prices) +
      millicredits(config.prices.extractLong) * ((options.extract ? 1 : 0) + (summariserOf(options) ? 1 : 0)),

    check(options, keeps = 'answer') {
      const { engine, request, asked, extract } = options
      checkRetention(options, keeps)
      if (options.formats.includes('changeTracking')) tracker.check()
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

    async page(url, options, context, job) {
      using time = new PageTime({ url, timeout: options.request.timeout }, context.signal)
      const found = cache.find(url, options, context.account.id)
      const cached = found instanceof Promise ? await time.wait(found) : found
      return cached ? readCached(cached, options) : await fresh(url, options, context, time, job)
    },

    fresh,
    observe: observers.observe,
  }

  async function fresh(
    url: URL,
    options: PageOptions,
    context: EngineContext,
    time: PageTime,
    job?: string,
  ): Promise<ScrapedPage> {
    if (options.minAge !== undefined) throw notCached(url, options)
    const page = await time.wait(get(url, options, { ...context, signal: time.signal }, time, job))
    // A page that lacks something now may be whole the next time.
    const { capture: _, excerpt: __, ...answer } = page
    const mayKeep = options.storeInCache && !options.zeroRetention && !page.isFramed && !page.warnings?.length
    if (mayKeep) cache.keep(url, options, context.account.id, answer)
    return options.formats.includes('changeTracking') ? await withChanges({ url, options, page }, context, time) : page
  }

  async function withChanges(look: Look, context: EngineContext, time: PageTime): Promise<ScrapedPage> {
    const { page } = look
    const { changes, warnings, also } = await time.wait(tracker.track(look, { ...context, signal: time.signal }))
    const data = { ...page.data, ...(changes && { changeTracking: changes }) }
    return { ...page, data, also, warnings: [...(page.warnings ?? []), ...warnings] }
  }

  async function get(
    url: URL,
    options: PageOptions,
    context: EngineContext,
    time: PageTime,
    job?: string,
  ): Promise<ScrapedPage> {
    const started = performance.now()
    const { engine, content } = options
    const { zeroRetention } = options
    const keepExchanges = observers.wantCaptures && !zeroRetention && !showsSecret(options.request)
    const request = { ...requestOf(url, options), timeout: time.left, keepExchanges }
    const wanted = withExtracted(content, options)
    const excerpt = zeroRetention ? undefined : observers.excerpt
    // What a page is compared with later is the page by itself.
    const site = job === undefined || options.formats.includes('changeTracking') ? undefined : frames.of(job, url)
    const siteTexts = site?.repeated
    const page = await visit({ request, engine, content: { ...wanted, excerpt, siteTexts } }, context)
    const { converted } = page
    const {
      metadata,
      parserName,
      contentSource,
      pageCount,
      transcriptAvailable,
      excerpt: shown,
      ofSite,
      captions: _,
      warnings: __,
      forModel: ___,
      ...made
    } = converted
    if (ofSite && page.status < 400) site?.learn(ofSite.texts)
    // A page that costs nothing is given to no model.
    const found = page.status < 500 ? await extract(options, page.url, converted, context) : unread(options, page)
    const formats = without(made, wanted.formats.difference(content.formats))
    const lacking = lackingPictures(options, page)
    const why = 'it is a file, which the browser does not draw'
    const ofPictures = lacking.map((name) => `There is no ${name === 'pdf' ? 'PDF' : name} of the page: ${why}`)
    const ofRequest = [...exitWarnings(request), ...headerWarnings(request)]
    const warnings = [...page.warnings, ...ofRequest, ...ofPictures, ...(found?.warnings ?? [])]
    const free = page.status >= 500 || (page.isEmpty && !isMoreThanText(page))
    return {
      data: {
        content: contentOf(options.formats, { ...formats, ...found?.made }),
        ...formats,
        ...found?.made,
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
      // What is said in a video is in the formats alone.
      ...(shown && !transcriptAvailable && { excerpt: shown }),
      ...(ofSite?.isFramed && { isFramed: true }),
      shareable: isShareable(url, options, page),
      zeroRetention,
      millicredits: free ? 0 : pagePrice(options, config.prices, lacking) + (found?.millicredits ?? 0),
    }
  }

  /** With the formats that an extraction or a model looks at; what the model may not see, the caller may. */
  function withExtracted(content: ContentOptions, options: PageOptions): ContentOptions {
    const { extract } = options
    const filled = (extract && find(extractor)?.formats(extract)) ?? []
    const modelFormats = new Set(summariserOf(options) ? [...filled, 'markdown' as const] : filled)
    return modelFormats.size === 0
      ? content
      : { ...content, modelFormats, formats: content.formats.union(modelFormats) }
  }

  /** Who writes the summary, where a model does. */
  function summariserOf({ formats }: PageOptions) {
    const service = formats.includes('summary') ? find(extractor) : undefined
    return service?.canSummarise() ? service : undefined
  }

  /** What is made of the page's formats, by a model or without one. */
  async function extract(options: PageOptions, url: URL, converted: Converted, context: EngineContext) {
    const filler = options.extract && find(extractor)
    const summariser = summariserOf(options)
    if (!filler && !summariser) return undefined
    const { markdown = '', structured, json, html, metadata } = { ...converted, ...converted.forModel } as Converted
    const page = { url, markdown, structured: valueOf(structured), json: valueOf(json), html, metadata }
    const [filled, summarised] = await Promise.all([
      options.extract && filler?.extract(page, options.extract, context),
      markdown.trim() === '' ? undefined : summariser?.summarise(page, context),
    ])
    return {
      made: {
        ...(filled && { extracted: filled.extracted }),
        // Of a page that the model finds nothing to say about there are the first sentences.
        ...(summarised?.summary.trim() && { summary: summarised.summary }),
      },
      warnings: [...(filled?.warnings ?? []), ...(summarised?.warnings ?? [])],
      millicredits: priceOf(filled) + priceOf(summarised),
    }
  }

  /** What a model's work costs. Source: decisions 3.3. */
  function priceOf(work: { tokens: number } | undefined): Millicredits {
    if (!work) return 0
    return millicredits(work.tokens > LONG_EXTRACTION ? config.prices.extractLong : config.prices.extract)
  }
}

/** What is said where a page is not extracted from. */
const unread = ({ extract }: PageOptions, { status }: VisitedPage) => ({
  made: {},
  warnings: extract ? [`Nothing was extracted: the page answered with status ${status}`] : [],
  millicredits: 0,
})

const notCached = ({ href: url }: URL, { minAge, maxAge }: PageOptions) =>
  new ApiError(
    'not_cached',
    'The cache has no answer to this request of that age: without minAge the page is got as it is now',
    { url, minAge, maxAge },
  )

/** Without the formats that only an extraction looked at; what a document is given in unasked stays. */
const without = <T extends object>(made: T, unasked: ReadonlySet<string>): T =>
  unasked.size === 0 ? made : (Object.fromEntries(Object.entries(made).filter(([name]) => !unasked.has(name))) as T)
