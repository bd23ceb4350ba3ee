import {
  cursorId,
  describeError,
  isApiError,
  isoTime,
  type Kit,
  notFound,
  type PluginApp,
  pageOf,
  reply,
  toCredits,
} from 'weirjs'
import { noEngine, notConfigured } from 'weirjs/schemas'
import {
  Monitor,
  type MonitorBodies,
  MonitorDeleted,
  MonitorList,
  MonitorListQuery,
  MonitorMade,
  MonitorParams,
} from '../schema.ts'
import type { MonitorsState } from '../state.ts'
import { showMonitor } from './show.ts'
import { changedBody, changeMonitor, checkChanges, checkMonitor, makeMonitors } from './write-monitors.ts'

const examples = {
  'A page, every half hour': {
    url: 'https://example.com/',
    name: 'Example',
    schedule: '*/30 * * * *',
  },
  'A part of it on workdays, ignoring a visitor counter': {
    url: 'https://example.com/',
    name: 'Example, the heading',
    schedule: '0 9 * * 1-5',
    timezone: 'Europe/Berlin',
    tags: ['examples'],
    options: { selector: 'h1', ignore: ['\\d+ visitors'], threshold: 0.05 },
  },
}

/** Creates, reads, updates and deletes monitors. Source: spec section 4.13, decisions 11. */
export function manageRoutes(app: PluginApp, kit: Kit, state: MonitorsState, bodies: MonitorBodies) {
  const { store } = kit
  const { monitors, scheduler } = state
  const showOne = async (accountId: string, id: string) => {
    const row = await monitors.get(accountId, id)
    const tags = await monitors.tags([row.id])
    return { success: true as const, data: showMonitor(row, tags.get(row.id) ?? [], kit, state) }
  }
  /** Cancels the run of a deleted monitor. A failure does not bring the monitor back. */
  const cancelRun = async (accountId: string, job: string) => {
    await kit.jobs.cancel(accountId, job).catch((error: unknown) => {
      // The job of an old run may have expired.
      if (isApiError(error) && error.status === 404) return
      kit.log.warn('The run of a deleted monitor could not be cancelled', { job, cause: describeError(error) })
    })
  }

  app.post(
    '/monitors',
    async ({ body, caller: { account }, set, warnings }) => {
      warnings.push(...(await checkMonitor(body, account, kit, state)))
      const [row] = await store.write((tx) => makeMonitors(tx, [body], account, kit, state))
      const { id, status, next_at } = row!
      scheduler.wake(next_at)
      set.status = 201
      const nextRun = isoTime(next_at)
      return {
        success: true as const,
        data: { monitorId: id, status, nextRun, creditsPerRun: toCredits(state.price(row!)) },
      }
    },
    {
      access: 'key',
      body: bodies.make,
      response: { 201: reply(MonitorMade) },
      detail: {
        operationId: 'createMonitor',
        'x-failures': { 501: notConfigured, 503: noEngine },
        'x-examples': examples,
        summary: 'Create a monitor',
        description:
          'Fetches a page on a schedule and reports changes. The first run stores the page as a baseline; each later run compares the converted content with it and, after a change, with the changed page. Before a change is reported, the page is fetched up to three more times at no cost: content that differs from fetch to fetch (tokens, advertisements, counters, shuffled lists) is not a change, nor are dates and ages that move on with time, and content that changes in nearly every run is ignored once this is recognized. A run costs the same as the scrape; a failed run costs nothing.',
      },
    },
  )

  app.get(
    '/monitors',
    async ({ query: { limit = 20, cursor, tag }, caller }) => {
      const after = cursor === undefined ? undefined : cursorId('mon', cursor)
      const rows = await monitors.list(caller.account.id, { tag, limit: limit + 1, after })
      const { page, nextCursor } = pageOf(rows, limit)
      const tags = await monitors.tags(page.map(({ id }) => id))
      const shown = page.map((row) => showMonitor(row, tags.get(row.id) ?? [], kit, state))
      return { success: true as const, data: { monitors: shown, nextCursor } }
    },
    {
      access: 'key',
      query: MonitorListQuery,
      response: { 200: MonitorList },
      detail: { operationId: 'listMonitors', summary: 'List your monitors', description: 'Newest first.' },
    },
  )

  app.get('/monitors/:monitorId', ({ params, caller }) => showOne(caller.account.id, params.monitorId), {
    access: 'key',
    params: MonitorParams,
    response: { 200: reply(Monitor) },
    detail: {
      operationId: 'getMonitor',
      summary: 'Get a monitor',
      description: 'Headers, passwords and actions are stored but not returned: `hiddenOptions` names them.',
    },
  })

  app.patch(
    '/monitors/:monitorId',
    async ({ params, body, caller: { account }, warnings }) => {
      const before = await monitors.get(account.id, params.monitorId)
      warnings.push(...(await checkChanges(before, body, account, kit, state)))
      await store.write(async (tx) => {
        const row = await monitors.hold(tx, before.id)
        if (!row) throw notFound('monitor', before.id)
        await changeMonitor(tx, row, changedBody(row, body, state), kit, state)
      })
      const shown = await showOne(account.id, params.monitorId)
      scheduler.wake(shown.data.nextRun === null ? null : Date.parse(shown.data.nextRun))
      return shown
    },
    {
      access: 'key',
      params: MonitorParams,
      body: bodies.change,
      response: { 200: reply(Monitor) },
      detail: {
        operationId: 'updateMonitor',
        'x-failures': { 501: notConfigured, 503: noEngine },
        'x-examples': { 'Every hour': { schedule: '0 * * * *' }, Paused: { status: 'paused' } },
        summary: 'Update a monitor',
        description:
          'Accepts any field. A new `url`, or a change to an option that decides what is compared, starts a new baseline.',
      },
    },
  )

  app.delete(
    '/monitors/:monitorId',
    async ({ params, caller: { account } }) => {
      const { id } = await monitors.get(account.id, params.monitorId)
      const row = await store.write(async (tx) => {
        const found = await monitors.hold(tx, id)
        if (!found) throw notFound('monitor', id)
        await monitors.delete(tx, id)
        await state.runs.forget(tx, id)
        return found
      })
      if (row.job !== null) await cancelRun(account.id, row.job)
      return { success: true as const, data: { id: row.id, deleted: true as const } }
    },
    {
      access: 'key',
      params: MonitorParams,
      response: { 200: MonitorDeleted },
      detail: {
        operationId: 'deleteMonitor',
        summary: 'Delete a monitor',
        description: 'Also deletes its history and snapshots. A run in progress is cancelled.',
      },
    },
  )
}
