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
      description: 'Watches the main content alone. Without it: true, and false where there is a `selector`',
    }),
  ),
  detectChanges: t.Optional(t.Boolean({ description: 'False keeps snapshots and compares nothing. Without it: true' })),
  threshold: t.Optional(
    t.Number({
      minimum: 0,
      maximum: 100,
      description:
        'The share of the text that has to change: up to 1 as it is (1 is all of it), above 1 in percent. Without it: 0, any change',
    }),
  ),
  selector: t.Optional(t.String({ maxLength: 1000, description: 'CSS selector of the part that is watched' })),
  ignore: t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: 1000 }), {
      maxItems: 20,
      description:
        'Regular expressions, held against each line: what they match is not compared. Lookaround and backreferences are refused',
      examples: [['\\d+ visitors']],
    }),
  ),
  notifications: t.Optional(
    t.Object(
      Object.fromEntries(Object.entries(targets).map(([name, target]) => [name, t.Optional(target)])) as Record<
        string,
        TSchema
      >,
      { title: 'MonitorNotifications', description: 'Who is told of changes and failures' },
    ),
  ),
})

/** The names of all options. */
export const optionNames: ReadonlySet<string> = new Set(Object.keys(optionFields([], {})))

/** Bodies of requests about monitors. Source: spec section 4.13, decisions 11. */
export function monitorBodies(engines: readonly string[], targets: NotifierTargets) {
  const options = t.Object(optionFields(engines, targets), {
    title: 'MonitorOptions',
    description: 'What is watched, what counts as a change, and every parameter of a scrape; `maxAge` is always 0',
  })
  const fields = {
    url: httpUrl({ description: 'The page', examples: ['https://example.com/'] }),
    name: t.String({ minLength: 1, maxLength: 200, examples: ['Prices of example.com'] }),
    schedule: t.String({
      maxLength: 200,
      description: 'Cron: minute, hour, day of the month, month, day of the week. At most once a minute',
      examples: ['*/30 * * * *'],
    }),
    timezone: t.String({ maxLength: 100, description: 'IANA name. Without it: UTC', examples: ['Europe/Berlin'] }),
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
    make: t.Object(made, { description: 'A page, when it is looked at, and who is told' }),
    change: t.Partial(t.Object({ ...fields, status }), {
      description: 'What is to change. Of `options` those that are named; `notifications` are replaced as a whole',
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
      { description: 'What an export gave' },
    ),
  }
}
export type MonitorBodies = ReturnType<typeof monitorBodies>
export type MonitorBody = Static<MonitorBodies['make']>
export type MonitorChanges = Static<MonitorBodies['change']>
export type MonitorOptions = NonNullable<MonitorBody['options']>

const monitorId = t.String({ examples: ['mon_01900000-0000-7000-8000-000000000000'] })
export const MonitorParams = t.Object({ monitorId })
const nextRun = nullable(timestamp(), { description: 'null while it is paused' })
const creditsPerRun = t.Number({ description: 'What a run costs at the most; one that fails costs nothing' })

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
      description: 'As they were given, without those that may be secret',
    }),
    hiddenOptions: t.Array(t.String(), { description: 'Names of options that are kept and not shown' }),
    status: oneOf(['active', 'paused', 'failing'], {
      description: '`failing`: the last five runs failed; it goes on',
    }),
    lastRun: nullable(timestamp()),
    nextRun,
    lastChange: nullable(timestamp()),
    creditsPerRun,
    feedUrl: t.String({ description: 'Atom feed of its changes, for whoever has this address' }),
    createdAt: timestamp(),
  },
  { title: 'Monitor' },
)
export type Monitor = Static<typeof Monitor>

export const MonitorDeleted = reply(t.Object({ id: monitorId, deleted: t.Literal(true) }, { title: 'DeletedMonitor' }))

const nextCursor = nullable(t.String())
export const MonitorListQuery = t.Object({
  ...paging,
  tag: t.Optional(t.String({ maxLength: 100, description: 'Only those with this tag' })),
})
export const MonitorList = reply(t.Object({ monitors: t.Array(Monitor), nextCursor }, { title: 'MonitorList' }))

const RunFile = t.Object(
  {
    id: t.String(),
    type: t.String({ description: '`screenshot` or `pdf`' }),
    mediaType: t.String(),
    size: t.Integer({ description: 'Bytes' }),
    url: t.String({ description: 'Signed; holds for 24 h' }),
  },
  { title: 'MonitorRunFile' },
)

/** Source: decisions 11.3. */
export const MonitorRun = t.Object(
  {
    id: t.String({ examples: ['run_01900000-0000-7000-8000-000000000000'] }),
    checkedAt: timestamp(),
    status: oneOf(['baseline', 'unchanged', 'changed', 'failed'], {
      description: '`baseline`: the first one, which later ones are compared with',
    }),
    statusCode: nullable(t.Integer(), { description: 'Of the page' }),
    changePercent: nullable(t.Number(), { description: 'Share of the text; null where nothing was compared' }),
    addedLines: t.Integer(),
    removedLines: t.Integer(),
    diff: nullable(t.String(), { description: 'Unified; without what changes by itself. Cut at 64 KiB' }),
    snapshotUrl: nullable(t.String(), { description: 'The content as it was. Signed; holds for 24 h' }),
    files: t.Array(RunFile, { description: 'Pictures and prints, where they were asked for' }),
    creditsUsed: t.Number(),
    error: nullable(JobError, { description: 'Why it failed' }),
    jobId: nullable(t.String()),
  },
  { title: 'MonitorRun' },
)
export type MonitorRun = Static<typeof MonitorRun>
export const MonitorHistoryQuery = t.Object({
  ...paging,
  status: t.Optional(oneOf(['baseline', 'unchanged', 'changed', 'failed'], { description: 'Only those' })),
})
export const MonitorHistory = reply(
  t.Object({ history: t.Array(MonitorRun, { description: 'Newest first' }), nextCursor }, { title: 'MonitorHistory' }),
)

export const FeedQuery = t.Object({ token: t.String({ maxLength: 200, description: 'As `feedUrl` has it' }) })
export const FeedUrl = t.Object({ feedUrl: t.String() }, { title: 'MonitorFeed' })

export const RunStarted = reply(
  t.Object(
    {
      runId: t.String({ description: 'The `id` of its entry in the history' }),
      jobId: nullable(t.String(), { description: 'null for a run that failed for want of credits' }),
      statusUrl: nullable(t.String(), { description: 'Path of the job’s record' }),
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
            hiddenOptions: t.Array(t.String(), { description: 'What has to be given again after an import' }),
          },
          { title: 'ExportedMonitor' },
        ),
      ),
    },
    { title: 'MonitorExport' },
  ),
)
export const MonitorsImported = reply(t.Object({ monitorIds: t.Array(monitorId) }, { title: 'ImportedMonitors' }))
