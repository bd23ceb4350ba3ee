import type { Exchange } from '../../contracts/exchange.ts'
import { isSafeAnywhere } from '../request-headers.ts'

/** The head of a request, without the header fields that may hold secrets. */
export function requestHead(method: string, url: URL, headers: Iterable<readonly [string, string]>): Uint8Array {
  const shown = [...headers].filter(([name]) => /^host$/i.test(name) || isSafeAnywhere(name.toLowerCase()))
  const lines = shown.map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
}

/** What a client reports about an exchange that only it has seen. */
export interface ToldExchange extends Pick<Exchange, 'url' | 'startedAt' | 'body' | 'isCut'> {
  method: string
  requestHeaders: Iterable<readonly [string, string]>
  status: number
  /** As in the status line; often unknown. */
  statusText?: string
  headers: Iterable<readonly [string, string]>
}

/** Header fields that describe the body as it was sent, and not what the client has made of it. */
const ofCoding = /^(?:content-encoding|transfer-encoding|content-length)$/i

/**
 * An exchange rebuilt as other archives do whose clients decode bodies: the head is rewritten, and header fields
 * about the coding get the prefix `X-Orig-`. Source: Browsertrix, pywb.
 */
export function rebuildExchange(told: ToldExchange): Exchange {
  const { url, startedAt, body, isCut, method, requestHeaders, status, statusText = '', headers } = told
  const lines = [...headers].flatMap(([name, value]) =>
    // A browser joins repeated fields with line breaks.
    value.split(/\r?\n/).map((line) => `${ofCoding.test(name) ? 'X-Orig-' : ''}${name}: ${line}\r\n`),
  )
  const head = `HTTP/1.1 ${status} ${statusText}\r\n${lines.join('')}\r\n`
  const request = requestHead(method, url, requestHeaders)
  return { url, startedAt, request, head: Buffer.from(head, 'latin1'), body, isCut }
}
