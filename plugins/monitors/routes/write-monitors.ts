import { randomBytes } from 'node:crypto'
import { type Account, ApiError, isApiError, type Kit, type Tx } from 'weirjs'
import { type MonitorsContext, tooMany } from '../context.ts'
import { checkOptions, knownOptions, startsOver } from '../options/options.ts'
import { monitorsOfAccount } from '../plan-fields.ts'
import { timeAfter } from '../schedule.ts'
import type { MonitorBody, MonitorChanges } from '../schema.ts'
import type { MonitorRow } from '../store/tables.ts'

/** The unguessable part of a feed's URL. */
export const newFeedToken = () => randomBytes(24).toString('base64url')

const UTC = 'UTC'

/** Milliseconds for the addresses of all pages in a request. */
const MAX_LOOKUPS = 3_000

/** A limit in time for the checks of one request, which look up the addresses of its pages. */
export const lookupTime = () => AbortSignal.timeout(MAX_LOOKUPS)

/**
 * Throws 400 for a page whose address may not be requested: each run would fail. A name that is not found now may be
 * found later.
 */
async function checkPage(
  { url, options }: MonitorChanges,
  { checkAddress }: Pick<Kit, 'checkAddress'>,
  time: AbortSignal,
) {
  // The proxy looks up the name.
  if (url === undefined || options?.useProxy) return
  await checkAddress(url, time).catch((error: unknown) => {
    if (!isApiError(error)) throw error
    const { reason } = error.details
    if (reason !== 'forbidden_address') return
    const message = `url cannot be watched: ${error.message}`
    throw new ApiError('invalid_request', message, { parameter: 'url', reason }, { cause: error })
  })
}

/** Throws 400 for an invalid monitor. Returns warnings. */
export async function checkMonitor(
  body: MonitorBody,
  account: Account,
  kit: Pick<Kit, 'clock' | 'checkAddress'>,
  context: MonitorsContext,
  time = lookupTime(),
): Promise<string[]> {
  const { schedule, timezone = UTC, options = {} } = body
  timeAfter({ schedule, timezone }, kit.clock.now())
  const warnings = checkOptions(options, context.scraper)
  await checkPage(body, kit, time)
  return [...warnings, ...(await context.notifiers.check(options.notifications ?? {}, account.id))]
}

/**
 * Throws 400 for invalid changes. Checks only what they contain, so that a monitor can be paused even if its receiver
 * or engine is currently unavailable. Returns warnings.
 */
export async function checkChanges(
  row: MonitorRow,
  changes: MonitorChanges,
  account: Account,
  { clock, checkAddress }: Pick<Kit, 'clock' | 'checkAddress'>,
  context: MonitorsContext,
): Promise<string[]> {
  const { schedule, timezone = UTC, options = {} } = changedBody(row, changes, context)
  if (changes.schedule !== undefined || changes.timezone !== undefined || changes.status === 'active')
    timeAfter({ schedule, timezone }, clock.now())
  const { notifications = {}, ...watched } = changes.options ?? {}
  const warnings = Object.keys(watched).length > 0 ? checkOptions(options, context.scraper) : []
  await checkPage(changes, { checkAddress }, lookupTime())
  return [...warnings, ...(await context.notifiers.check(notifications, account.id))]
}

/** Creates checked monitors, all or none. Throws 400 for more than the plan allows. */
export async function makeMonitors(
  tx: Tx,
  bodies: readonly MonitorBody[],
  account: Account,
  { clock, accounts }: Pick<Kit, 'clock' | 'accounts'>,
  { monitors, notifiers, seal }: MonitorsContext,
): Promise<MonitorRow[]> {
  const most = monitorsOfAccount.of(accounts.plan(account))
  if (most !== null) await tx.lock(`monitors of ${account.id}`)
  if (most !== null && (await monitors.count(account.id, tx)) + bodies.length > most) throw tooMany(most, account.plan)
  const made: MonitorRow[] = []
  for (const { name, url, schedule, timezone = UTC, tags = [], status = 'active', options = {} } of bodies) {
    const next_at = status === 'active' ? timeAfter({ schedule, timezone }, clock.now()) : null
    const row = {
      account: account.id,
      name,
      url,
      schedule,
      timezone,
      status,
      next_at,
      feed_token: newFeedToken(),
      tags,
    }
    const known = knownOptions(options, notifiers.targets)
    made.push(await monitors.add(tx, { ...row, seal: (id) => seal(id, known) }))
  }
  return made
}

/** A monitor with changes applied, as the body that would create it; without options that cannot be read. */
export function changedBody(
  row: MonitorRow,
  { options: sent, ...changes }: MonitorChanges,
  { notifiers, open }: MonitorsContext,
): MonitorBody {
  const { name, url, schedule, timezone, status } = row
  const changed = { name, url, schedule, timezone, status, ...changes }
  const stored = open(row)
  if (!stored && !sent) return changed
  const { formats, ...before } = stored ?? {}
  // `formats` overrides `format`, so old `formats` would make a new `format` ineffective.
  const isOver = formats === undefined || sent?.format !== undefined
  const options = { ...before, ...(!isOver && { formats }), ...knownOptions(sent ?? {}, notifiers.targets) }
  return { ...changed, options }
}

/** Updates a monitor with a checked body. */
export async function changeMonitor(
  tx: Tx,
  row: MonitorRow,
  { tags, ...body }: MonitorBody,
  { clock }: Pick<Kit, 'clock'>,
  { monitors, open, seal }: MonitorsContext,
): Promise<void> {
  const { name, url, schedule, timezone = UTC, status = row.status, options } = body
  const isNew = url !== row.url || (options !== undefined && startsOver(open(row) ?? {}, options))
  const isMoved = schedule !== row.schedule || timezone !== row.timezone || status !== row.status
  const next = isMoved && status === 'active' ? timeAfter({ schedule, timezone }, clock.now()) : null
  const change = {
    name,
    url,
    schedule,
    timezone,
    status,
    ...(options && { options: seal(row.id, options) }),
    ...(isNew && { generation: Number(row.generation) + 1 }),
    ...(isMoved && { next_at: next }),
  }
  await monitors.change(tx, row, change, tags)
}
