import { type Caller, isoTime, type Kit, linkFiles, remedied, type TSchema, toCredits } from 'weirjs'
import type { MonitorsContext } from '../context.ts'
import { FAILING_AFTER } from '../run/record-failure.ts'
import type { Monitor, MonitorOptions, MonitorRun, NotifierTargets } from '../schema.ts'
import type { MonitorRow, RunRow } from '../store/tables.ts'

/** Options that may contain secrets, which are stored but never returned. Source: decisions 4.7. */
const secret = ['headers', 'authentication', 'actions', 'executeJS']

/**
 * Options without those that may be secret, and the names of what was removed. `forImport`: also removes targets that
 * are invalid without their secrets.
 */
export function visible(options: MonitorOptions | undefined, targets: NotifierTargets, { forImport = false } = {}) {
  // They cannot be read.
  if (!options) return { options: {}, hiddenOptions: ['options'] }
  const hiddenOptions = secret.filter((name) => name in options)
  const shown: Record<string, unknown> = Object.fromEntries(
    Object.entries(options).filter(([name]) => !secret.includes(name)),
  )
  if (options.notifications) {
    shown.notifications = Object.fromEntries(
      Object.entries(options.notifications).map(([name, target]) => {
        const [open, hidden] = withoutSecrets(targets[name], target, forImport)
        hiddenOptions.push(...hidden.map((field) => `notifications.${name}${field}`))
        return [name, open]
      }),
    )
  }
  return { options: shown, hiddenOptions }
}

/** A target without the fields that its schema marks `{ secret: true }`. */
function withoutSecrets(
  schema: TSchema | undefined,
  target: unknown,
  forImport: boolean,
): [open: unknown, hidden: string[]] {
  if (schema?.secret === true) return [undefined, ['']]
  if (typeof target !== 'object' || target === null) return [target, []]
  const properties = (schema?.properties ?? {}) as Record<string, TSchema>
  const isSecret = (name: string) => Object.hasOwn(properties, name) && properties[name]?.secret === true
  const required: readonly string[] = schema?.required ?? []
  if (forImport && required.some(isSecret)) return [undefined, ['']]
  const entries = Object.entries(target)
  return [
    Object.fromEntries(entries.filter(([name]) => !isSecret(name))),
    entries.flatMap(([name]) => (isSecret(name) ? `.${name}` : [])),
  ]
}

function statusOf({ status, failures }: MonitorRow): Monitor['status'] {
  return status === 'active' && Number(failures) >= FAILING_AFTER ? 'failing' : status
}

export const feedUrl = ({ id, feed_token }: MonitorRow, { origin }: Pick<Kit, 'origin'>) =>
  `${origin()}/v1/monitors/${id}/feed.atom?token=${feed_token}`

/** Source: decisions 11.3. */
export function showMonitor(row: MonitorRow, tags: readonly string[], kit: Kit, context: MonitorsContext): Monitor {
  const { options, hiddenOptions } = visible(context.open(row), context.notifiers.targets)
  const { id, name, url, schedule, timezone } = row
  return {
    id,
    monitorId: id,
    name,
    url,
    schedule,
    timezone,
    tags: [...tags],
    options,
    hiddenOptions,
    status: statusOf(row),
    lastRun: isoTime(row.last_run),
    nextRun: isoTime(row.next_at),
    lastChange: isoTime(row.last_change),
    creditsPerRun: toCredits(context.price(row)),
    feedUrl: feedUrl(row, kit),
    createdAt: isoTime(row.created_at),
  }
}

/** As the caller may see it. Source: decisions 11.3. */
export async function showRun(row: RunRow, { files }: Pick<Kit, 'files'>, caller: Caller): Promise<MonitorRun> {
  const entries = await Promise.all((JSON.parse(row.files) as string[]).map((id) => files.find(id)))
  const kept = entries.filter((entry) => entry !== undefined)
  const error = row.error === null ? null : (JSON.parse(row.error) as NonNullable<MonitorRun['error']>)
  return {
    id: row.id,
    checkedAt: isoTime(row.checked_at),
    status: row.status,
    statusCode: row.status_code === null ? null : Number(row.status_code),
    changePercent: row.changed_share === null ? null : Number(row.changed_share) / 100,
    addedLines: Number(row.added_lines),
    removedLines: Number(row.removed_lines),
    diff: row.diff,
    snapshotUrl: row.snapshot === null ? null : files.link(row.snapshot),
    files: linkFiles(kept, files),
    creditsUsed: toCredits(Number(row.used)),
    error: error && { ...error, details: remedied(error.details, caller) },
    warnings: JSON.parse(row.warnings ?? '[]') as string[],
    jobId: row.job,
  }
}
