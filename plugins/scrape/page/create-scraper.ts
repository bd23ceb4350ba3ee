import { ApiError, type EngineContext, type Kit, needsOf, PageTime, requireProxies } from 'weirjs'
import { content } from '../../content/service.ts'
import { isShareable, type PageCache, readCached, showsPart } from '../cache/index.ts'
import { createTracker, type Look } from '../changes/track.ts'
import type { ScrapeConfig } from '../config.ts'
import type { PageOptions } from '../options/page-options.ts'
import { readOptions } from '../options/read-options.ts'
import { pagePrice } from '../price.ts'
import { extractor, type ScrapedPage, type Scraper } from '../service.ts'
import { checkRetention } from '../zero-retention.ts'
import { createModelFormats, type MadeByModel } from './model-formats.ts'
import type { Observers } from './observe.ts'
import { dataOf, filesOf, isFree, lackingPictures, metadataOf, warningsOf } from './show-page.ts'
import { showsSecret } from './shows-secret.ts'
import { SiteFrames } from './site-frames.ts'
import { createVisit, type VisitedPage } from './visit.ts'

/** The scraper, with what the routes and jobs of this plugin need in addition. */
export interface Pages extends Scraper {
  /** The current page, within a time limit that is running already. */
  fresh(url: URL, options: PageOptions, context: EngineContext, time: PageTime): Promise<ScrapedPage>
}

/** Fetches and converts pages, for the route, jobs and other plugins. */
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
      const { engine, request, asked, extract, fileParameters } = options
      checkRetention(options, keeps)
      if (options.formats.includes('changeTracking')) tracker.check()
      if (asked.proxy) requireProxies(proxies)
      engines.check(engine, {
        ...needsOf(request),
        ...fileParameters,
        ...(asked.proxy ? { proxy: 'useProxy' } : {}),
      })
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
    const watched = watchRefusals(options)
    const page = await time.wait(get(url, watched.options, { ...context, signal: time.signal }, time, job))
    // A page with warnings may be complete the next time, and other requests may follow its redirect.
    const { capture: _, excerpt: __, ...answer } = page
    const isFinal = !page.isFramed && !page.warnings?.length && !watched.hasRefused
    if (options.storeInCache && !options.zeroRetention && isFinal) cache.keep(url, options, context.account.id, answer)
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
    const { engine, content, zeroRetention } = options
    const keepExchanges = observers.wantCaptures && !zeroRetention && !showsSecret(options.request)
    const request = { ...requestOf(url, options), timeout: time.left, keepExchanges }
    const wanted = models.withInputs(content, options)
    const excerpt = zeroRetention ? undefined : observers.excerpt
    // Changes must be compared without what was learned from the job's other pages.
    const site = job === undefined || options.formats.includes('changeTracking') ? undefined : frames.of(job, url)
    const siteTexts = site?.repeated
    const page = await visit({ request, engine, content: { ...wanted, excerpt, siteTexts } }, context)
    const { converted } = page
    const { transcriptAvailable, excerpt: shown, ofSite } = converted
    if (ofSite && page.status < 400) site?.learn(ofSite.texts)
    // A page that costs nothing is not given to a model.
    const found = page.status < 500 ? await models.make(options, page.url, converted, context) : unread(options, page)
    const lacking = lackingPictures(options, page)
    return {
      data: dataOf(converted, options.formats, {
        unasked: wanted.formats.difference(content.formats),
        made: found?.made,
      }),
      metadata: metadataOf(page, options, performance.now() - started),
      files: filesOf(page),
      warnings: [...page.warnings, ...warningsOf(request, lacking), ...(found?.warnings ?? [])],
      headers: page.headers,
      ...(keepExchanges && { capture: { exchanges: page.exchanges ?? [], rendered: page.rendered } }),
      // Transcripts are only in the formats.
      ...(shown && !transcriptAvailable && { excerpt: shown }),
      ...(ofSite?.isFramed && { isFramed: true }),
      shareable: isShareable(url, options, page),
      isPart: showsPart(options),
      zeroRetention,
      millicredits: isFree(page) ? 0 : pagePrice(options, config.prices, lacking) + (found?.millicredits ?? 0),
    }
  }
}

/** The same options, and whether their `mayFollow` has refused a redirect. */
function watchRefusals(options: PageOptions): { options: PageOptions; readonly hasRefused: boolean } {
  const { mayFollow } = options.request
  if (!mayFollow) return { options, hasRefused: false }
  let hasRefused = false
  const asked = async (target: URL) => {
    const may = await mayFollow(target)
    hasRefused ||= !may
    return may
  }
  return {
    options: { ...options, request: { ...options.request, mayFollow: asked } },
    get hasRefused() {
      return hasRefused
    },
  }
}

/** The warning for a page from which nothing is extracted. */
const unread = ({ extract }: PageOptions, { status }: VisitedPage): MadeByModel => ({
  made: {},
  warnings: extract ? [`Nothing was extracted: the page responded with status ${status}`] : [],
  millicredits: 0,
})

const notCached = ({ href: url }: URL, { minAge, maxAge }: PageOptions) =>
  new ApiError(
    'not_cached',
    'The cache has no response of the required age for this request: omit minAge to fetch the page now',
    { url, minAge, maxAge },
  )
