import { type ApiError, isApiError, isObject, type Kit, type PluginApp } from 'weirjs'
import { noEngine, notConfigured } from 'weirjs/schemas'
import { MAX_IMPORTED, type MonitorBodies, MonitorExport, MonitorsImported } from '../schema.ts'
import type { MonitorsState } from '../state.ts'
import type { MonitorRow } from '../store/tables.ts'
import { visible } from './show.ts'
import { checkMonitor, lookupTime, makeMonitors } from './write-monitors.ts'

/** Maximum bytes of an import. */
const MAX_BODY = 16 * 1024 * 1024
/** Monitors that are read at a time. */
const PAGE = 500

/** Moves monitors from one server to another. */
export function transferRoutes(app: PluginApp, kit: Kit, state: MonitorsState, bodies: MonitorBodies) {
  const { monitors, notifiers, open, scheduler } = state
  const exported = ({ name, url, schedule, timezone, status, ...row }: MonitorRow, tags: string[]) => ({
    name,
    url,
    schedule,
    timezone,
    tags,
    status,
    ...visible(open(row), notifiers.targets, { forImport: true }),
  })

  app.get(
    '/monitors/export',
    async ({ caller }) => {
      const all: ReturnType<typeof exported>[] = []
      for (let after: string | undefined; ; ) {
        const rows = await monitors.list(caller.account.id, { limit: PAGE, after })
        const tags = await monitors.tags(rows.map(({ id }) => id))
        for (const row of rows) all.push(exported(row, tags.get(row.id) ?? []))
        if (rows.length < PAGE) break
        after = rows.at(-1)!.id
      }
      return { success: true as const, data: { monitors: all } }
    },
    {
      access: 'key',
      response: { 200: MonitorExport },
      detail: {
        operationId: 'exportMonitors',
        summary: 'Export all monitors',
        description: `Returns the monitors in the format that the import takes, which takes ${MAX_IMPORTED} at a time. Options that may be secret are left out and named in \`hiddenOptions\`.`,
      },
    },
  )

  app.post(
    '/monitors/import',
    async ({ body, caller: { account }, set, warnings }) => {
      const time = lookupTime()
      for (const [i, monitor] of body.monitors.entries()) {
        const found = await checkMonitor(monitor, account, kit, state, time).catch((error: unknown) => {
          throw isApiError(error) ? within(error, i) : error
        })
        warnings.push(...found.map((warning) => `monitors.${i}: ${warning}`))
        if (monitor.hiddenOptions?.length)
          warnings.push(
            `monitors.${i}: ${monitor.hiddenOptions.join(', ')} were left out of the export; set them again`,
          )
      }
      const made = await kit.store.write((tx) => makeMonitors(tx, body.monitors, account, kit, state))
      for (const { next_at } of made) scheduler.wake(next_at)
      set.status = 201
      return { success: true as const, data: { monitorIds: made.map(({ id }) => id) } }
    },
    {
      access: { maxBody: MAX_BODY },
      body: bodies.import,
      response: { 201: MonitorsImported },
      transform(context) {
        context.body = exportIn(context.body) as typeof context.body
      },
      detail: {
        operationId: 'importMonitors',
        'x-failures': { 501: notConfigured, 503: noEngine },
        'x-examples': {
          'The result of an export': {
            monitors: [{ name: 'Example', url: 'https://example.com/', schedule: '0 * * * *', tags: ['examples'] }],
          },
        },
        summary: 'Import monitors',
        description: `Creates all of the monitors or none, at most ${MAX_IMPORTED}: send more in several requests. Each starts with its own baseline. The whole response of an export can be sent too.`,
      },
    },
  )
}

/** The monitors of an export that is sent as it was received, with its envelope. */
const exportIn = (body: unknown): unknown =>
  isObject(body) && body.monitors === undefined && isObject(body.data) ? body.data : body

/** Adds the index of the monitor to an error. */
const within = (error: ApiError, index: number) =>
  error.with({ message: `monitors.${index}: ${error.message}`, details: { ...error.details, index } })
