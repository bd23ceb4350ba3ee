import { type EngineContext, type FetchedPage, isApiError, type Kit, type PageRequest } from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import { type Content, type Converted, saysNoText } from '../../content/service.ts'
import { createOnline, type OnlineSettings, type ReadPage } from '../online/index.ts'
import { withCaptions } from '../online/with-captions.ts'
import { fetchFilled } from './fetch-filled.ts'

/** A fetched page with its content in the requested formats. */
export interface VisitedPage extends Omit<FetchedPage, 'body'> {
  converted: Converted
  /** What the caller should know about it. */
  warnings: string[]
  /** The document of a browser, if captures are wanted. */
  rendered?: Uint8Array
  /** Whether it shows nothing, so that it is free. */
  isEmpty: boolean
}

export interface Visit {
  request: PageRequest
  /** The name that the caller gave. */
  engine: string | undefined
  content: ContentOptions
}

interface VisitParts extends Pick<Kit<OnlineSettings>, 'config' | 'engines' | 'fetch'> {
  converter: Content
}

/**
 * Visits pages through the protocol of their service if that tells more than the page, otherwise by an engine. With
 * actions or scripts the page itself is meant; for a screenshot of a video's page, both are done within the request's
 * time.
 */
export function createVisit({ config, engines, fetch, converter }: VisitParts) {
  const online = createOnline(config, { fetch, converter })
  const ports = { engines, inspect: converter.inspect }

  async function visitPage({ request, engine, content }: Visit, context: EngineContext): Promise<VisitedPage> {
    const { page, warnings, isEmpty } = await fetchFilled(ports, request, context, engine)
    const { body, warnings: ofEngine = [], ...shown } = page
    const isRendered = request.keepExchanges && engines.supports(page.engine).javascript && isHtml(page.headers)
    const converted = await convertAnswer(page, content, context)
    const told = await withCaptions(converted, { request, content, converter, fetch, engine: context })
    // Another warning already explains why there is no text, or the transcript of the page's video is its text.
    const isExplained = isEmpty || !!told.converted.transcriptAvailable
    const cut = (converted.warnings ?? []).filter((warning) => !isExplained || !saysNoText(warning))
    const rendered = isRendered ? body : undefined
    return { ...shown, ...told, rendered, isEmpty, warnings: [...warnings, ...ofEngine, ...cut, ...told.warnings] }
  }

  /**
   * A failure that the server answered is a result even if it is not of the type that it is sent as, such as the
   * missing file's: then its text is shown.
   */
  async function convertAnswer(page: FetchedPage, options: ContentOptions, context: EngineContext): Promise<Converted> {
    const { url, headers, body, status } = page
    try {
      return await converter.convert({ url, headers, body }, options, context)
    } catch (error) {
      if (status < 400 || !isApiError(error) || error.code !== 'scraping_failed') throw error
      const text = {
        headers: new Headers({ 'content-type': 'text/html' }),
        body: isText(body) ? body : new Uint8Array(),
      }
      return converter.convert({ url, ...text }, options, context)
    }
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

/** Control characters at the beginning are in files, and not in what tells a visitor of a failure. */
const isText = (body: Uint8Array) => !body.subarray(0, 1024).some((byte) => byte < 0x09)
