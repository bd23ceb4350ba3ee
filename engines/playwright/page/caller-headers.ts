import { isOfConnection, isSafeAnywhere, type PageRequest } from 'weirjs'
import { pageHeaders } from '../../lightweight/page-headers.ts'

/** What the caller wants sent, to the origin of the URL alone. */
export interface CallerHeaders {
  /** Undefined where nothing of it is to be sent. */
  origin: string | undefined
  /** For a request: the document gets all, what it loads gets only what it is let in by. Names in lower case. */
  for(kind: 'document' | 'resource'): Readonly<Record<string, string>>
}

/** The context says these for every request. */
const ofVisitor = new Set(['user-agent', 'accept-language'])

/**
 * Splits the caller's headers by who may see them. Throws ApiError 400 `invalid_options` for what cannot stand in a
 * header.
 */
export function callerHeaders(request: PageRequest): CallerHeaders {
  const all: Record<string, string> = {}
  for (const name of request.headers?.keys() ?? [])
    if (!isOfConnection(name) && !ofVisitor.has(name)) all[name] = request.headers?.get(name) ?? ''
  if (request.authentication) all.authorization = pageHeaders(request).get('authorization') ?? ''
  const keys = Object.fromEntries(Object.entries(all).filter(([name]) => !isSafeAnywhere(name)))
  return {
    origin: Object.keys(all).length > 0 ? request.url.origin : undefined,
    for: (kind) => (kind === 'document' ? all : keys),
  }
}
