import type { Attempt, EngineContext, Exchange, PageRequest } from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import type { Content, Converted } from '../../content/service.ts'
import type { Ask } from './ask.ts'

/** What is asked of an online service, for one page. */
export interface OnlineRequest {
  /** As the caller gave it: the address is the page's own. */
  page: PageRequest
  content: ContentOptions
  /** Asks the service within the request's time, as the caller wants to appear. */
  ask: Ask
  converter: Content
  /** Its `yieldToEventLoop` is to be awaited when all answers are there. */
  context: EngineContext
}

/** A page that was read by its service's own protocol. */
export interface OnlinePage {
  status: number
  headers: Headers
  converted: Converted
  /** What is missing that may be there the next time. */
  warnings?: string[]
}

/** A service whose pages say what they say somewhere else: at an export address, or by a protocol of its own. */
export interface OnlineService {
  /** What `metadata.engine` calls it. */
  name: string
  /** How a page of this service is read; undefined for an address that is none, or that can be fetched as it is. */
  match(url: URL): ((request: OnlineRequest) => Promise<OnlinePage>) | undefined
}

/** An online page with how it was got, in the shape that pages from engines have. */
export interface ReadPage extends OnlinePage {
  url: URL
  engine: string
  trace: Attempt[]
  redirectHeaders: readonly Headers[]
  exchanges: readonly Exchange[]
}
