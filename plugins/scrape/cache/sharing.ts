import { type FetchedPage, isTracking } from 'weirjs'
import type { PageOptions } from '../options/page-options.ts'

/**
 * Whether a request reveals nothing about its caller, so that answers to others can serve it too. What a model made
 * of a page belongs to its account, like the prompts. Source: decisions 5.6.
 */
export const isPlain = ({ request, asked, extract }: PageOptions): boolean =>
  [...(request.headers ?? [])].length === 0 &&
  request.authentication === undefined &&
  !request.actions?.length &&
  request.executeJS === undefined &&
  request.location === undefined &&
  !request.skipTlsVerification &&
  !asked.proxy &&
  extract === undefined

/**
 * Whether other accounts may see the answer to a request. The request must be plain. Its URL must have no fragment,
 * which may be a token, and no tracking parameters, which may identify a person. Neither the answer nor a redirect
 * may be meant for one visitor; if an engine does not report redirects this is unknown, so its pages are not shared.
 * Source: decisions 5.6, threats T31.
 */
export const isShareable = (
  url: URL,
  options: PageOptions,
  { headers, redirectHeaders }: Pick<FetchedPage, 'headers' | 'redirectHeaders'>,
): boolean =>
  isPlain(options) &&
  !isPersonal(url) &&
  redirectHeaders !== undefined &&
  [headers, ...redirectHeaders].every(isForAnyone)

/** Whether a request chooses what is shown of a page: by selectors, or by a number of pages. */
export const showsPart = ({ content }: Pick<PageOptions, 'content'>): boolean =>
  content.includeTags.length + content.excludeTags.length > 0 || content.pdfPages !== undefined

const isPersonal = ({ hash, searchParams }: URL): boolean => hash !== '' || [...searchParams.keys()].some(isTracking)

/**
 * Source: RFC 9111 sections 3 and 5.2.2. Searches for directives, as they are not always separated correctly.
 */
const isForAnyone = (headers: Headers): boolean =>
  headers.getSetCookie().length === 0 &&
  !/\b(?:private|no-store)\b/i.test(headers.get('cache-control') ?? '') &&
  !/(?:^|[\s,])(?:\*|cookie|authorization)(?:$|[\s,])/i.test(headers.get('vary') ?? '')
