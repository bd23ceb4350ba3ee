import type { Caller } from '../call.ts'
import type { Body, CallOptions, Query } from '../operations.ts'

/** What pages were. */
export function archive({ call, download }: Caller) {
  return {
    search: (body: Body<'searchArchive'>, options?: CallOptions) =>
      call('POST', '/v1/archive/search', { ...options, body }),
    snapshot: (body: Body<'getSnapshot'>, options?: CallOptions) =>
      call('POST', '/v1/archive/snapshot', { ...options, body }),
    availability: (body: Body<'checkArchive'>, options?: CallOptions) =>
      call('POST', '/v1/archive/availability', { ...options, body }),
    timeline: (body: Body<'buildTimeline'>, options?: CallOptions) =>
      call('POST', '/v1/archive/timeline', { ...options, body }),
    /** What became of a page between two moments. */
    compare: (body: Body<'compareSnapshots'>, options?: CallOptions) =>
      call('POST', '/v1/archive/compare', { ...options, body }),
    /** What the account itself scraped, as a WARC file. */
    warc: (query?: Query<'downloadWarc'>, options?: CallOptions) =>
      download('GET', '/v1/archive/local/warc', { ...options, query }),
    /** The same as a WACZ file, for replayweb.page and other tools. */
    wacz: (query?: Query<'downloadWacz'>, options?: CallOptions) =>
      download('GET', '/v1/archive/local/wacz', { ...options, query }),
    /** Deletes what the account itself scraped. */
    delete: (query?: Query<'deleteCaptures'>, options?: CallOptions) =>
      call('DELETE', '/v1/archive/local', { ...options, query }),
  }
}
