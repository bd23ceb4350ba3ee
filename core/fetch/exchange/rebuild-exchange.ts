import type { Exchange } from '../../contracts/exchange.ts'
import { isSafeAnywhere } from '../request-headers.ts'

/** The head of a request, without the header fields that may hold a secret. */
export function requestHead(method: string, url: URL, headers: Iterable<readonly [string, string]>): Uint8Array {
  const shown = [...headers].filter(([name]) => /^host$/i.test(name) || isSafeAnywhere(name.toLowerCase()))
  const lines = shown.map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
}

/** What a client tells of an exchange that it alone has seen. */
export interface ToldExchange extends Pick<Exchange, 'url' | 'startedAt' | 'body' | 'isCut'> {
  method: string
  requestHeaders: Iterable<readonly [string, string]>
  status: number
  /** As the status line has it; often not known. */
  statusText?: string
  headers: Iterable<readonly [string, string]>
}

/** Of a body as it was sent, these do not hold for what the client has made of it. */
const ofCoding = /^(?:content-encoding|transfer-encoding|content-length)$/i

/**
 * An exchange as other archives have it whose clients undo the coding of bodies: the head is rewritten, and
 * header fields of the coding have `X-Orig-` before their names. Source: Browsertrix, pywb.
 */
export function rebuildExchange(told: ToldExchange): Exchange {
  const { url, startedAt, body, isCut, method, requestHeaders, status, statusText = '', headers } = told
  const lines = [...headers].flatMap(([name, value]) =>
    // A browser joins what it got several times with line breaks.
    value.split(/\r?\n/).map((line) => `${ofCoding.test(name) ? 'X-Orig-' : ''}${name}: ${line}\r\n`),
  )
  const head = `HTTP/1.1 ${status} ${statusText}\r\n${lines.join('')}\r\n`
  const request = requestHead(method, url, requestHeaders)
  return { url, startedAt, request, head: Buffer.from(head, 'latin1'), body, isCut }
}
