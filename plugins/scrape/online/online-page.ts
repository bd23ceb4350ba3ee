import type { Attempt, EngineContext, Exchange, PageRequest } from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import type { Content, Converted } from '../../content/service.ts'
import type { Ask } from './ask.ts'

/** A request to an online service for one page. */
export interface OnlineRequest {
  /** As the caller sent it, with the page's own URL. */
  page: PageRequest
  content: ContentOptions
  /** Sends requests to the service, within the request's time and with the identity that the caller wants. */
  ask: Ask
  converter: Content
  /** Await its `yieldToEventLoop` once all responses have arrived. */
  context: EngineContext
}

/** A page that was read by its service's own protocol. */
export interface OnlinePage {
  status: number
  headers: Headers
  converted: Converted
  /** What is missing, if it may be available next time. */
  warnings?: string[]
}

/** A service whose content is elsewhere: at an export URL, or behind its own protocol. */
export interface OnlineService {
  /** The value of `metadata.engine`. */
  name: string
  /**
   * Returns how a page of this service is read; undefined for other URLs, and for those that can be fetched directly.
   */
  match(url: URL): ((request: OnlineRequest) => Promise<OnlinePage>) | undefined
}

/** An online page with its requests, in the shape of pages from engines. */
export interface ReadPage extends OnlinePage {
  url: URL
  engine: string
  trace: Attempt[]
  redirectHeaders: readonly Headers[]
  exchanges: readonly Exchange[]
}
