import type { Exchange } from 'weirjs'
import { digestOf, newRecordId, type WarcRecord, warcDate } from './warc-record.ts'

/** What the records of one exchange have in common. */
export interface RecordedExchange {
  exchange: Exchange
  /** Without a fragment. */
  url: string
  /** When the request went out, in epoch milliseconds. */
  date: number
}

/** An answer as it came. */
export function responseRecord({ exchange, url, date }: RecordedExchange, payloadDigest: string): WarcRecord {
  return {
    type: 'response',
    id: newRecordId(),
    date,
    contentType: 'application/http; msgtype=response',
    fields: {
      'WARC-Target-URI': url,
      'WARC-IP-Address': exchange.address,
      'WARC-Payload-Digest': payloadDigest,
      'WARC-Truncated': exchange.isCut ? 'unspecified' : undefined,
    },
    block: Buffer.concat([exchange.head, exchange.body]),
  }
}

/** The head of an answer whose payload an earlier record has. */
export function revisitRecord(
  { exchange, url, date }: RecordedExchange,
  payloadDigest: string,
  original: { url: string; capturedAt: number },
): WarcRecord {
  return {
    type: 'revisit',
    id: newRecordId(),
    date,
    contentType: 'application/http; msgtype=response',
    fields: {
      'WARC-Target-URI': url,
      'WARC-IP-Address': exchange.address,
      'WARC-Profile': 'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest',
      'WARC-Refers-To-Target-URI': original.url,
      'WARC-Refers-To-Date': warcDate(original.capturedAt),
      'WARC-Payload-Digest': payloadDigest,
    },
    block: exchange.head,
  }
}

/** The request that an answer came to. */
export function requestRecord({ exchange, url, date }: RecordedExchange, answer: WarcRecord): WarcRecord {
  return {
    type: 'request',
    id: newRecordId(),
    date,
    contentType: 'application/http; msgtype=request',
    fields: {
      'WARC-Target-URI': url,
      'WARC-IP-Address': exchange.address,
      'WARC-Concurrent-To': `<${answer.id}>`,
    },
    block: exchange.request,
  }
}

/** What a browser made of a page, as HTML: of an answer that is there too, or by itself. */
export function renderedRecord(page: { url: string; date: number; html: Uint8Array }, answer?: WarcRecord): WarcRecord {
  return {
    type: answer ? 'conversion' : 'resource',
    id: newRecordId(),
    date: page.date,
    contentType: 'text/html; charset=utf-8',
    fields: {
      'WARC-Target-URI': page.url,
      'WARC-Refers-To': answer && `<${answer.id}>`,
      'WARC-Payload-Digest': digestOf(page.html),
    },
    block: page.html,
  }
}
