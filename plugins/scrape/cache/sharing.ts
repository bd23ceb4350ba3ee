import { type FetchedPage, isTracking } from 'weirjs'
import type { PageOptions } from '../options/page-options.ts'

/**
 * Whether a request tells nothing of who makes it, so that what others were answered may answer it too. What a model
 * made of a page is its account's alone, like the prompts it was made by. Source: decisions 5.6.
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
 * Whether other accounts may be shown the answer to a request: it is plain, its address has no fragment, which may be
 * a token, and no tracking parameters, which may name who was sent there, and neither the answer nor a redirect on
 * the way was meant for one visitor. An engine that does not tell of redirects leaves that open, so its pages are not
 * shared. Source: decisions 5.6, threats T31.
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

const isPersonal = ({ hash, searchParams }: URL): boolean => hash !== '' || [...searchParams.keys()].some(isTracking)

/**
 * Source: RFC 9111 sections 3 and 5.2.2. Directives are searched for, as they are not always separated as they should
 * be.
 */
const isForAnyone = (headers: Headers): boolean =>
  headers.getSetCookie().length === 0 &&
  !/\b(?:private|no-store)\b/i.test(headers.get('cache-control') ?? '') &&
  !/(?:^|[\s,])(?:\*|cookie|authorization)(?:$|[\s,])/i.test(headers.get('vary') ?? '')
