import {
  ApiError,
  type EngineContext,
  isOfConnection,
  jsonOf,
  type Kit,
  type NewFile,
  needsOf,
  type PageRequest,
  PageTime,
  requireProxies,
} from 'weirjs'
import { textFormats } from 'weirjs/schemas'
import { type Converted, content } from '../../content/service.ts'
import { isShareable, type PageCache, readCached } from '../cache/index.ts'
import { createTracker, type Look } from '../changes/track.ts'
import type { ScrapeConfig } from '../config.ts'
import { type PageOptions, readOptions } from '../options.ts'
import { type Picture, pagePrice } from '../price.ts'
import { extractor, type ScrapedPage, type Scraper } from '../service.ts'
import { checkRetention } from '../zero-retention.ts'
import { createModelFormats, type MadeByModel } from './model-formats.ts'
import type { Observers } from './observe.ts'
import { showsSecret } from './shows-secret.ts'
import { SiteFrames } from './site-frames.ts'
import { createVisit, type VisitedPage } from './visit.ts'

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

/** What was made of the page in the formats that were asked for, without what is told beside them. */
function formatsOf(converted: Converted) {
  const { metadata: _metadata, parserName: _parserName, contentSource: _contentSource, ...rest } = converted
  const { pageCount: _pageCount, transcriptAvailable: _available, excerpt: _excerpt, ofSite: _ofSite, ...more } = rest
  const { captions: _captions, warnings: _warnings, forModel: _forModel, ...formats } = more
  return formats
}

function metadataOf(page: VisitedPage, { includeMetadata }: PageOptions, time: number): ScrapedPage['metadata'] {
  const { metadata, parserName, contentSource, pageCount, transcriptAvailable } = page.converted
  return {
    url: page.url.href,
    statusCode: page.status,
    contentType: page.headers.get('content-type'),
    extractedAt: new Date().toISOString(),
    processingTime: Math.round(time),
    ...(includeMetadata && {
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
  }
}

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
  const models = createModelFormats(kit)
  const frames = new SiteFrames()
  const visit = createVisit({ config, engines, fetch, converter })
  const requestOf = (url: URL, { request, asked }: PageOptions) => {
    const proxy = asked.proxy ? proxies.pick(url.host, request.location?.country) : undefined
    return { ...request, url, proxy }
  }

  return {
    read: (body) =>
      readOptions(body, { engines, converter: config.converter, checkSelectors: converter.checkSelectors }),

    estimate: (options) => pagePrice(options, config.prices) + models.estimate(options),

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
    const wanted = models.withInputs(content, options)
    const excerpt = zeroRetention ? undefined : observers.excerpt
    // What a page is compared with later is the page by itself.
    const site = job === undefined || options.formats.includes('changeTracking') ? undefined : frames.of(job, url)
    const siteTexts = site?.repeated
    const page = await visit({ request, engine, content: { ...wanted, excerpt, siteTexts } }, context)
    const { converted } = page
    const { transcriptAvailable, excerpt: shown, ofSite } = converted
    if (ofSite && page.status < 400) site?.learn(ofSite.texts)
    // A page that costs nothing is given to no model.
    const found = page.status < 500 ? await models.make(options, page.url, converted, context) : unread(options, page)
    const formats = without(formatsOf(converted), wanted.formats.difference(content.formats))
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
      metadata: metadataOf(page, options, performance.now() - started),
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
}

/** What is said where a page is not extracted from. */
const unread = ({ extract }: PageOptions, { status }: VisitedPage): MadeByModel => ({
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
