import type { Exchange } from 'weirjs'
import { digestOf, newRecordId, type WarcRecord, warcDate } from './warc-record.ts'

/** The common properties of the records of one exchange. */
export interface RecordedExchange {
  exchange: Exchange
  /** Without a fragment. */
  url: string
  /** When the request was sent, in epoch milliseconds. */
  date: number
}

/** The record of a raw response. */
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

/** The record of a response whose payload is in an earlier record, with its head only. */
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

/** The record of the request that belongs to a response. */
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

/** The record of a rendered page as HTML: derived from a response that is recorded too, or on its own. */
export async function renderedRecord(
  page: { url: string; date: number; html: Uint8Array },
  answer?: WarcRecord,
): Promise<WarcRecord> {
  return {
    type: answer ? 'conversion' : 'resource',
    id: newRecordId(),
    date: page.date,
    contentType: 'text/html; charset=utf-8',
    fields: {
      'WARC-Target-URI': page.url,
      'WARC-Refers-To': answer && `<${answer.id}>`,
      'WARC-Payload-Digest': await digestOf(page.html),
    },
    block: page.html,
  }
}
