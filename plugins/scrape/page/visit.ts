import type { EngineContext, FetchedPage, Kit, PageRequest } from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import { type Content, type Converted, saysNoText } from '../../content/service.ts'
import { createOnline, type OnlineSettings, type ReadPage } from '../online/index.ts'
import { withCaptions } from '../online/with-captions.ts'
import { fetchFilled } from './fetch-filled.ts'

/** A page that was got, and its content in the formats that were asked for. */
export interface VisitedPage extends Omit<FetchedPage, 'body'> {
  converted: Converted
  /** What the caller should know of it. */
  warnings: string[]
  /** The document as a browser made it, where what was got is to be kept. */
  rendered?: Uint8Array
  /** It shows nothing, so it costs nothing. */
  isEmpty: boolean
}

export interface Visit {
  request: PageRequest
  /** As the caller named it. */
  engine: string | undefined
  content: ContentOptions
}

interface VisitParts extends Pick<Kit<OnlineSettings>, 'config' | 'engines' | 'fetch'> {
  converter: Content
}

/**
 * Visits pages: by their service's own protocol where that tells more than the page does, else by an engine. Who acts
 * on a page, or runs script there, wants that page; for a screenshot of a video's page both are done within the
 * request's time.
 */
export function createVisit({ config, engines, fetch, converter }: VisitParts) {
  const online = createOnline(config, { fetch, converter })
  const ports = { engines, inspect: converter.inspect }

  async function visitPage({ request, engine, content }: Visit, context: EngineContext): Promise<VisitedPage> {
    const { page, warnings, isEmpty } = await fetchFilled(ports, request, context, engine)
    const { body, warnings: ofEngine = [], ...shown } = page
    const isRendered = request.keepExchanges && engines.supports(page.engine).javascript && isHtml(page.headers)
    const converted = await converter.convert({ url: page.url, headers: page.headers, body }, content, context)
    const told = await withCaptions(converted, { request, content, converter, fetch, engine: context })
    // Why there is no text is said already, or what is said in the page's video is its text.
    const isExplained = isEmpty || !!told.converted.transcriptAvailable
    const cut = (converted.warnings ?? []).filter((warning) => !isExplained || !saysNoText(warning))
    const rendered = isRendered ? body : undefined
    return { ...shown, ...told, rendered, isEmpty, warnings: [...warnings, ...ofEngine, ...cut, ...told.warnings] }
  }

  async function showPage({ request, engine }: Visit, read: ReadPage, context: EngineContext): Promise<VisitedPage> {
    const { page, warnings } = await fetchFilled(ports, request, context, engine)
    const { body: _, redirectHeaders, warnings: ofEngine = [], ...shown } = page
    return {
      ...shown,
      redirectHeaders: redirectHeaders && [...redirectHeaders, ...read.redirectHeaders, read.headers],
      exchanges: [...read.exchanges, ...(shown.exchanges ?? [])],
      trace: [...read.trace, ...shown.trace],
      converted: read.converted,
      isEmpty: false,
      warnings: [...(read.converted.warnings ?? []), ...(read.warnings ?? []), ...warnings, ...ofEngine],
    }
  }

  return async (visit: Visit, context: EngineContext): Promise<VisitedPage> => {
    const { request, content } = visit
    const { actions, executeJS, waitForSelector, screenshot, pdf } = request
    const isShown = !!(screenshot || pdf)
    const isActedOn = !!(actions?.length || executeJS || waitForSelector)
    const readOnline = isActedOn || (isShown && content.formats.size === 0) ? undefined : online(request.url)
    if (!readOnline) return visitPage(visit, context)

    const started = performance.now()
    const read = await readOnline(request, content, context)
    if (!isShown) {
      return { ...read, isEmpty: false, warnings: [...(read.converted.warnings ?? []), ...(read.warnings ?? [])] }
    }
    const timeout = Math.max(1, request.timeout - (performance.now() - started))
    return showPage({ ...visit, request: { ...request, timeout } }, read, context)
  }
}

const isHtml = (headers: Headers) => /^text\/html\b/i.test(headers.get('content-type') ?? '')
