import { httpUrl, nullable, oneOf, paging, reply, type Static, type TSchema, t, timestamp } from 'weirjs'
import { JobError, pageFields } from 'weirjs/schemas'

/** Maximum monitors in one request. */
export const MAX_IMPORTED = 1000

/** Fields without defaults, so that an update changes only what it names. */
const unfilled = <F extends Record<string, TSchema>>(fields: F): F =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, default: undefined }])) as F

/** The schemas of notification targets, by the name of their notifier. */
export type NotifierTargets = Readonly<Record<string, TSchema>>

const optionFields = (engines: readonly string[], targets: NotifierTargets) => ({
  ...unfilled(pageFields(engines)),
  onlyMainContent: t.Optional(
    t.Boolean({
      description: 'Watches only the main content. Default: true, or false if there is a `selector`',
    }),
  ),
  detectChanges: t.Optional(
    t.Boolean({ description: 'If false, snapshots are stored and nothing is compared. Default: true' }),
  ),
  threshold: t.Optional(
    t.Number({
      minimum: 0,
      maximum: 100,
      description:
        'Share of the text that must change: values up to 1 are a fraction (1 is the whole text), values above 1 are percent. Default: 0, any change',
    }),
  ),
  selector: t.Optional(t.String({ maxLength: 1000, description: 'CSS selector of the part to watch' })),
  ignore: t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: 1000 }), {
      maxItems: 20,
      description:
        'Regular expressions that are matched against each line: the matching text is not compared. Lookaround and backreferences are not supported',
      examples: [['\\d+ visitors']],
    }),
  ),
  notifications: t.Optional(
    t.Object(
      Object.fromEntries(Object.entries(targets).map(([name, target]) => [name, t.Optional(target)])) as Record<
        string,
        TSchema
      >,
      { title: 'MonitorNotifications', description: 'Who is notified of changes and failures' },
    ),
  ),
})

/** The names of all options. */
export const optionNames: ReadonlySet<string> = new Set(Object.keys(optionFields([], {})))

/** Bodies of requests about monitors. Source: spec section 4.13, decisions 11. */
export function monitorBodies(engines: readonly string[], targets: NotifierTargets) {
  const options = t.Object(optionFields(engines, targets), {
    title: 'MonitorOptions',
    description: 'What to watch, what counts as a change, and every scrape parameter; `maxAge` is always 0',
  })
  const fields = {
    url: httpUrl({ description: 'URL of the page', examples: ['https://example.com/'] }),
    name: t.String({ minLength: 1, maxLength: 200, examples: ['Prices of example.com'] }),
    schedule: t.String({
      maxLength: 200,
      description: 'Cron expression: minute, hour, day of the month, month, day of the week. At most once a minute',
      examples: ['*/30 * * * *'],
    }),
    timezone: t.String({ maxLength: 100, description: 'IANA time zone. Default: UTC', examples: ['Europe/Berlin'] }),
    tags: t.Array(t.String({ minLength: 1, maxLength: 100 }), { maxItems: 20, uniqueItems: true }),
    options,
  }
  const status = oneOf(['active', 'paused'], { description: '`paused` stops the schedule' })
  const made = {
    url: fields.url,
    name: fields.name,
    schedule: fields.schedule,
    timezone: t.Optional(fields.timezone),
    tags: t.Optional(fields.tags),
    status: t.Optional(status),
    options: t.Optional(options),
  }
  return {
    make: t.Object(made, { description: 'The page to watch, the schedule, and who is notified' }),
    change: t.Partial(t.Object({ ...fields, status }), {
      description: 'The fields to change. Only the named `options` change; `notifications` are replaced as a whole',
    }),
    import: t.Object(
      {
        monitors: t.Array(
          t.Object(
            { ...made, hiddenOptions: t.Optional(t.Array(t.String({ maxLength: 200 }), { maxItems: 100 })) },
            { title: 'ImportedMonitor' },
          ),
          { minItems: 1, maxItems: MAX_IMPORTED },
        ),
      },
      { description: 'The result of an export' },
    ),
  }
}
export type MonitorBodies = ReturnType<typeof monitorBodies>
export type MonitorBody = Static<MonitorBodies['make']>
export type MonitorChanges = Static<MonitorBodies['change']>
export type MonitorOptions = NonNullable<MonitorBody['options']>

const monitorId = t.String({ examples: ['mon_01900000-0000-7000-8000-000000000000'] })
export const MonitorParams = t.Object({ monitorId })
const nextRun = nullable(timestamp(), { description: 'null while the monitor is paused' })
const creditsPerRun = t.Number({ description: 'Maximum cost of a run; a failed run costs nothing' })

/** Source: spec section 2.12. */
export const MonitorMade = t.Object(
  { monitorId, status: t.String({ examples: ['active'] }), nextRun, creditsPerRun },
  { title: 'CreatedMonitor' },
)

/** Source: decisions 11.3. */
export const Monitor = t.Object(
  {
    id: monitorId,
    monitorId,
    name: t.String(),
    url: t.String(),
    schedule: t.String(),
    timezone: t.String(),
    tags: t.Array(t.String()),
    options: t.Record(t.String(), t.Unknown(), {
      description: 'The options as given, without those that may be secret',
    }),
    hiddenOptions: t.Array(t.String(), {
      description:
        'Names of options that are stored but not returned; `options` if none can be read, because the server has lost the secret that encrypts them',
    }),
    status: oneOf(['active', 'paused', 'failing'], {
      description: '`failing`: the last five runs failed; the schedule continues',
    }),
    lastRun: nullable(timestamp()),
    nextRun,
    lastChange: nullable(timestamp()),
    creditsPerRun,
    feedUrl: t.String({ description: 'Atom feed of the changes; anyone with this URL can read it' }),
    createdAt: timestamp(),
  },
  { title: 'Monitor' },
)
export type Monitor = Static<typeof Monitor>

export const MonitorDeleted = reply(t.Object({ id: monitorId, deleted: t.Literal(true) }, { title: 'DeletedMonitor' }))

const nextCursor = nullable(t.String())
export const MonitorListQuery = t.Object({
  ...paging,
  tag: t.Optional(t.String({ maxLength: 100, description: 'Returns only monitors with this tag' })),
})
export const MonitorList = reply(t.Object({ monitors: t.Array(Monitor), nextCursor }, { title: 'MonitorList' }))

const RunFile = t.Object(
  {
    id: t.String(),
    type: t.String({ description: '`screenshot` or `pdf`' }),
    mediaType: t.String(),
    size: t.Integer({ description: 'Bytes' }),
    url: t.String({ description: 'Signed URL; works for 24 h' }),
  },
  { title: 'MonitorRunFile' },
)

/** Source: decisions 11.3. */
export const MonitorRun = t.Object(
  {
    id: t.String({ examples: ['run_01900000-0000-7000-8000-000000000000'] }),
    checkedAt: timestamp(),
    status: oneOf(['baseline', 'unchanged', 'changed', 'failed'], {
      description: '`baseline`: the first run, which later runs are compared with',
    }),
    statusCode: nullable(t.Integer(), { description: 'HTTP status of the page' }),
    changePercent: nullable(t.Number(), {
      description: 'Share of the text that changed; null if nothing was compared',
    }),
    addedLines: t.Integer(),
    removedLines: t.Integer(),
    diff: nullable(t.String(), { description: 'Unified diff without content that changes by itself. Cut at 64 KiB' }),
    snapshotUrl: nullable(t.String(), {
      description: 'The content at the time of the run, as a signed URL that works for 24 h',
    }),
    files: t.Array(RunFile, { description: 'Screenshots and PDFs, if requested' }),
    creditsUsed: t.Number(),
    error: nullable(JobError, { description: 'Why the run failed' }),
    warnings: t.Array(t.String(), {
      description: 'What may be wrong with the page, such as that the `selector` keeps no text of it',
    }),
    jobId: nullable(t.String()),
  },
  { title: 'MonitorRun' },
)
export type MonitorRun = Static<typeof MonitorRun>
export const MonitorHistoryQuery = t.Object({
  ...paging,
  status: t.Optional(
    oneOf(['baseline', 'unchanged', 'changed', 'failed'], { description: 'Returns only runs with this status' }),
  ),
})
export const MonitorHistory = reply(
  t.Object({ history: t.Array(MonitorRun, { description: 'Newest first' }), nextCursor }, { title: 'MonitorHistory' }),
)

export const FeedQuery = t.Object({ token: t.String({ maxLength: 200, description: 'The token in `feedUrl`' }) })
export const FeedUrl = t.Object({ feedUrl: t.String() }, { title: 'MonitorFeed' })

export const RunStarted = reply(
  t.Object(
    {
      runId: t.String({ description: 'The `id` of the run in the history' }),
      jobId: nullable(t.String(), {
        description: 'null if the run failed before it had a job, such as for lack of credits',
      }),
      statusUrl: nullable(t.String(), { description: 'Path of the job record' }),
    },
    { title: 'StartedMonitorRun' },
  ),
)

export const MonitorExport = reply(
  t.Object(
    {
      monitors: t.Array(
        t.Object(
          {
            name: t.String(),
            url: t.String(),
            schedule: t.String(),
            timezone: t.String(),
            tags: t.Array(t.String()),
            status: oneOf(['active', 'paused']),
            options: t.Record(t.String(), t.Unknown()),
            hiddenOptions: t.Array(t.String(), { description: 'Options to set again after an import' }),
          },
          { title: 'ExportedMonitor' },
        ),
      ),
    },
    { title: 'MonitorExport' },
  ),
)
export const MonitorsImported = reply(t.Object({ monitorIds: t.Array(monitorId) }, { title: 'ImportedMonitors' }))
