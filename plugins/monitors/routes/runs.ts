import { ApiError, cursorId, type Kit, type PluginApp, pageOf } from 'weirjs'
import { startRun } from '../run/start-run.ts'
import { MonitorHistory, MonitorHistoryQuery, MonitorParams, RunStarted } from '../schema.ts'
import type { MonitorsState } from '../state.ts'
import { showRun } from './show.ts'

/** Runs a monitor, and lists its runs. Source: decisions 11.2 and 11.3. */
export function runRoutes(app: PluginApp, kit: Kit, state: MonitorsState) {
  const { monitors, runs } = state

  app.post(
    '/monitors/:monitorId/run',
    async ({ params, caller: { account }, idempotency, set }) => {
      const row = await monitors.get(account.id, params.monitorId)
      const started = await startRun(kit, state, { row, account }, { idempotency }).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
        throw new ApiError('conflict', 'This monitor is running; wait for it to end', { monitorId: row.id })
      })
      const { runId, jobId } = started!
      set.status = 202
      const statusUrl = jobId === null ? null : `/v1/jobs/${jobId}`
      return { success: true as const, data: { runId, jobId, statusUrl } }
    },
    {
      access: 'key',
      params: MonitorParams,
      response: { 202: RunStarted },
      detail: {
        operationId: 'runMonitor',
        'x-failures': { 409: { conflict: 'A run is in progress' } },
        summary: 'Run a monitor now',
        description:
          'Runs the monitor outside its schedule, even while it is paused. Gives 409 `conflict` if a run is in progress. Without enough credits or valid options, the run is recorded as failed and there is no job.',
      },
    },
  )

  app.get(
    '/monitors/:monitorId/history',
    async ({ params, query: { limit = 20, cursor, status }, caller }) => {
      const row = await monitors.get(caller.account.id, params.monitorId)
      const after = cursor === undefined ? undefined : cursorId('run', cursor)
      const { page, nextCursor } = pageOf(await runs.list(row.id, { limit: limit + 1, after, status }), limit)
      const history = await Promise.all(page.map((run) => showRun(run, kit, caller)))
      return { success: true as const, data: { history, nextCursor } }
    },
    {
      access: 'key',
      params: MonitorParams,
      query: MonitorHistoryQuery,
      response: { 200: MonitorHistory },
      detail: {
        operationId: 'listMonitorRuns',
        summary: "List a monitor's runs",
        description: 'Newest first. Runs are kept as long as results: 30 days unless the operator sets another period.',
      },
    },
  )
}
