import type { Caller } from '../call.ts'
import type { Body, CallOptions, Query } from '../operations.ts'

/** Pages that are checked by a schedule. */
export function monitors({ call }: Caller) {
  const of = (monitorId: string) => ({ path: { monitorId } })
  return {
    create: (body: Body<'createMonitor'>, options?: CallOptions) => call('POST', '/v1/monitors', { ...options, body }),
    list: (query?: Query<'listMonitors'>, options?: CallOptions) => call('GET', '/v1/monitors', { ...options, query }),
    get: (id: string, options?: CallOptions) => call('GET', '/v1/monitors/{monitorId}', { ...options, ...of(id) }),
    update: (id: string, body: Body<'updateMonitor'>, options?: CallOptions) =>
      call('PATCH', '/v1/monitors/{monitorId}', { ...options, ...of(id), body }),
    delete: (id: string, options?: CallOptions) =>
      call('DELETE', '/v1/monitors/{monitorId}', { ...options, ...of(id) }),
    /** Checks now. */
    run: (id: string, options?: CallOptions) => call('POST', '/v1/monitors/{monitorId}/run', { ...options, ...of(id) }),
    history: (id: string, query?: Query<'listMonitorRuns'>, options?: CallOptions) =>
      call('GET', '/v1/monitors/{monitorId}/history', { ...options, ...of(id), query }),
    export: (options?: CallOptions) => call('GET', '/v1/monitors/export', options),
    import: (body: Body<'importMonitors'>, options?: CallOptions) =>
      call('POST', '/v1/monitors/import', { ...options, body }),
    /** Gives the monitor's feed a new address. */
    rotateFeed: (id: string, options?: CallOptions) =>
      call('POST', '/v1/monitors/{monitorId}/feed', { ...options, ...of(id) }),
  }
}
