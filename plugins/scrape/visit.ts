import { type EngineContext, type FetchedPage, type Kit, needsOf, type PageRequest } from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import { type Converted, convert } from './content/index.ts'
import { createOnline, type OnlineSettings } from './online/index.ts'
import { withCaptions } from './online/with-captions.ts'
import { fetchFilled } from './shell/fetch-filled.ts'

/** A page that was got, and its content in the formats that were asked for. */
export interface VisitedPage extends Omit<FetchedPage, 'body'> {
  converted: Converted
  /** What the caller should know of it. */
  warnings: string[]
}

export interface Visit {
  request: PageRequest
  /** As the caller named it. */
  engine: string | undefined
  content: ContentOptions
}

/**
 * Visits pages: by their service's own protocol where that tells more than the page does, else by an engine. Where both are
 * needed, as for a screenshot of a video's page, both are done within the request's time.
 */
export function createVisit({ config, engines, fetch }: Pick<Kit<OnlineSettings>, 'config' | 'engines' | 'fetch'>) {
  const online = createOnline(config, fetch)

  return async ({ request, engine, content }: Visit, context: EngineContext): Promise<VisitedPage> => {
    const started = performance.now()
    const read = await online(request.url)?.(request, content, context)
    if (read && !isShown(request)) return { ...read, warnings: read.warnings ?? [] }
    const timeout = Math.max(1, request.timeout - (performance.now() - started))
    const { page, warnings } = await fetchFilled(engines, { ...request, timeout }, context, engine)
    const { body, ...shown } = page
    if (read) {
      const trace = [...read.trace, ...shown.trace]
      const redirectHeaders = shown.redirectHeaders && [...shown.redirectHeaders, read.headers, ...read.redirectHeaders]
      return {
        ...shown,
        trace,
        redirectHeaders,
        converted: read.converted,
        warnings: [...(read.warnings ?? []), ...warnings],
      }
    }
    const source = { url: page.url, headers: page.headers, body }
    const converted = await convert(source, content, context.signal)
    const told = await withCaptions(source, converted, { request, content, fetch, signal: context.signal })
    return { ...shown, ...told, warnings: [...warnings, ...told.warnings] }
  }
}

/** Whether a request asks for more of the page than what it says. */
const isShown = (request: PageRequest): boolean => {
  const { screenshot, pdf, actions } = needsOf(request)
  return !!(screenshot ?? pdf ?? actions ?? request.executeJS)
}
