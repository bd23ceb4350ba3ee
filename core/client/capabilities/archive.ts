import type { Caller } from '../call.ts'
import type { Body, CallOptions, Query } from '../operations.ts'

/** Earlier versions of pages. */
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
    /** The changes of a page between two moments. */
    compare: (body: Body<'compareSnapshots'>, options?: CallOptions) =>
      call('POST', '/v1/archive/compare', { ...options, body }),
    /** The account's own captures as a WARC file. */
    warc: (query?: Query<'downloadWarc'>, options?: CallOptions) =>
      download('GET', '/v1/archive/local/warc', { ...options, query }),
    /** The same as a WACZ file, for replayweb.page and other tools. */
    wacz: (query?: Query<'downloadWacz'>, options?: CallOptions) =>
      download('GET', '/v1/archive/local/wacz', { ...options, query }),
    /** Deletes the account's own captures. */
    delete: (query?: Query<'deleteCaptures'>, options?: CallOptions) =>
      call('DELETE', '/v1/archive/local', { ...options, query }),
  }
}
