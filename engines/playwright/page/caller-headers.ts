import { isOfConnection, isSafeAnywhere, type PageRequest } from 'weirjs'
import { pageHeaders } from '../../lightweight/page-headers.ts'

/** The caller's headers, which are sent only to the origin of the URL. */
export interface CallerHeaders {
  /** Undefined if there is nothing to send. */
  origin: string | undefined
  /** The headers of a request: the document gets all, its resources get only credentials. Names in lower case. */
  for(kind: 'document' | 'resource'): Readonly<Record<string, string>>
}

/** Headers that the context sends with every request. */
const ofVisitor = new Set(['user-agent', 'accept-language'])

/** Splits the caller's headers by who may see them. Throws ApiError 400 `invalid_options` for an invalid header. */
export function callerHeaders(request: PageRequest): CallerHeaders {
  const all: Record<string, string> = {}
  for (const name of request.headers?.keys() ?? [])
    if (!isOfConnection(name) && !ofVisitor.has(name)) all[name] = request.headers?.get(name) ?? ''
  if (request.authentication) all.authorization = pageHeaders(request).get('authorization') ?? ''
  // A resource is referred to by the page.
  const isKey = (name: string) => name !== 'referer' && !isSafeAnywhere(name)
  const keys = Object.fromEntries(Object.entries(all).filter(([name]) => isKey(name)))
  return {
    origin: Object.keys(all).length > 0 ? request.url.origin : undefined,
    for: (kind) => (kind === 'document' ? all : keys),
  }
}
