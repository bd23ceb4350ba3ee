import { httpUrl, nullable, oneOf, reply, type Static, t, timestamp } from 'weirjs'
import { flag, integer } from 'weirjs/schemas'
import { granularities } from './time/periods.ts'

const url = httpUrl({ description: 'The URL to look up in the archive', examples: ['https://example.com/'] })
const day = (description: string) =>
  t.String({ pattern: '^\\d{8}$', description: `${description} (\`YYYYMMDD\`, UTC)`, examples: ['20210316'] })
const moment = (description: string) =>
  t.String({
    pattern: '^\\d{14}$',
    description: `${description} (\`YYYYMMDDHHMMSS\`, UTC)`,
    examples: ['20210317120000'],
  })

const DateRange = t.Object({ from: day('First day'), to: day('Last day, inclusive') }, { title: 'ArchiveDateRange' })

const provider = (names: readonly string[]) =>
  t.Optional(
    oneOf(names, {
      default: 'primary_archive',
      description:
        'The archive to use. `primary_archive`: the Wayback Machine. `secondary_archive`: another CDX server, Arquivo.pt unless the operator set another one. `memento`: many archives at once, through the Memento protocol. `local`: the pages that your account has scraped, if the operator stores them',
    }),
  )

/** Source: spec section 4.11. `providers` are the names of the installed ones, here and below. */
export const searchBody = (providers: readonly string[]) =>
  t.Object(
    {
      url,
      timestamp: t.Optional(day('Returns the snapshots nearest to this day, nearest first')),
      dateRange: t.Optional(DateRange),
      limit: integer(
        1,
        1000,
        50,
        'Maximum number of snapshots. Without `timestamp`, the oldest are returned, in chronological order',
      ),
      provider: provider(providers),
      includeMetadata: flag(
        false,
        'Reads the first ten snapshots of the response and adds `title`, `language` and `headers`, if the archive has them',
      ),
      fallbackToClosest: flag(
        true,
        'With `timestamp`: whether snapshots of other days may be returned. If false, only those of that day',
      ),
    },
    { description: 'The URL and the date' },
  )
export type SearchBody = Static<ReturnType<typeof searchBody>>

/** Source: spec section 4.11. */
export const snapshotBody = (providers: readonly string[]) =>
  t.Object(
    {
      url,
      timestamp: moment('Returns the snapshot of this moment, or the nearest one'),
      provider: provider(providers),
    },
    { description: 'The URL and the time' },
  )

/** Source: spec section 4.11. */
export const availabilityBody = (providers: readonly string[]) =>
  t.Object(
    {
      url,
      timestamp: t.Optional(day('`closestDate` is the nearest to this day; default: the latest')),
      provider: provider(providers),
    },
    { description: 'The URL' },
  )

/** Source: spec section 4.11. */
export const timelineBody = (providers: readonly string[]) =>
  t.Object(
    {
      url,
      dateRange: DateRange,
      granularity: t.Optional(oneOf(granularities, { default: 'month', description: 'Length of a period' })),
      provider: provider(providers),
    },
    { description: 'The URL and the date range' },
  )

const creditsUsed = t.Number()
const named = t.String({ description: 'The archive that was used', examples: ['primary_archive'] })
const cached = t.Boolean({ description: 'Whether the response is a recent one from the cache' })
const asked = t.String({ description: 'The URL as requested' })
const TIME_ASKED = { description: 'The `timestamp` as requested' }
const text = (description: string) =>
  t.String({ description: `${description}; empty if the archive does not state it` })
const headers = t.Record(t.String(), t.String(), {
  description: 'Headers of the archived response, with names in lower case',
})

/** Source: spec section 2.11. */
export const SnapshotSummary = t.Object(
  {
    timestamp: moment('When it was captured'),
    url: t.String({ description: 'The URL that was archived' }),
    mimetype: text('MIME type'),
    statuscode: text('Status of the archived response'),
    digest: text('Digest of the body, SHA-1 in Base32 in most archives: equal digests mean that nothing changed'),
    length: text('Size in the archive in bytes, compressed'),
    title: t.Optional(nullable(t.String(), { description: 'With `includeMetadata`' })),
    language: t.Optional(nullable(t.String(), { description: 'With `includeMetadata`' })),
    headers: t.Optional(headers),
  },
  { title: 'SnapshotSummary' },
)
export type SnapshotSummary = Static<typeof SnapshotSummary>

/** The envelope of a reply with `metadata` next to its `data`. */
const replyWith = <D extends Parameters<typeof reply>[0], M extends Parameters<typeof reply>[0]>(data: D, beside: M) =>
  t.Composite([reply(data), t.Object({ metadata: beside })])

export const SearchReply = replyWith(
  t.Object(
    {
      url: asked,
      provider: named,
      snapshots: t.Array(SnapshotSummary, { description: 'Empty if the archive has none' }),
      totalFound: t.Integer({
        description: 'Number of matching snapshots if the archive states it; otherwise the number in the response',
      }),
      query: t.Object({ dateRange: nullable(DateRange), limit: t.Integer() }, { title: 'ArchiveQuery' }),
      creditsUsed,
    },
    { title: 'ArchiveSearch' },
  ),
  t.Object(
    { searchTime: t.Number({ description: 'Seconds' }), provider: named, cached },
    { title: 'ArchiveSearchMetadata' },
  ),
)

export const SnapshotReply = replyWith(
  t.Object(
    {
      url: asked,
      timestamp: t.String(TIME_ASKED),
      provider: named,
      snapshot: t.Object(
        {
          content: t.String({ description: 'The archived content: text, or Base64 as given in `metadata.encoding`' }),
          metadata: t.Object(
            {
              statusCode: t.Integer({
                description: 'Status of the archived response; redirects and errors are archived too',
              }),
              contentType: t.String({ description: 'Empty if the archive does not state it' }),
              encoding: oneOf(['text', 'base64'], {
                description: '`base64` for content that is not text, such as an image',
              }),
              headers,
            },
            { title: 'ArchivedAnswer' },
          ),
          timestamp: moment('When the page was captured; this can differ from the requested time'),
          url: t.String({ description: 'URL where a person can view the snapshot' }),
          available: t.Boolean(),
        },
        { title: 'Snapshot' },
      ),
      creditsUsed,
    },
    { title: 'ArchiveSnapshot' },
  ),
  t.Object({ retrievedAt: timestamp(), provider: named, cached }, { title: 'ArchiveSnapshotMetadata' }),
)

export const AvailabilityReply = replyWith(
  t.Object(
    {
      url: asked,
      timestamp: nullable(t.String(), TIME_ASKED),
      availability: t.Object(
        {
          hasSnapshots: t.Boolean(),
          closestDate: nullable(moment('The snapshot nearest to `timestamp`, or the latest one'), {
            description: 'Can be sent as `timestamp` to get the snapshot; null if there is none',
          }),
        },
        { title: 'Availability' },
      ),
      creditsUsed,
    },
    { title: 'ArchiveAvailability' },
  ),
  t.Object({ checkedAt: timestamp(), cached }, { title: 'ArchiveAvailabilityMetadata' }),
)

export const TimelineReply = reply(
  t.Object(
    {
      url: asked,
      dateRange: DateRange,
      granularity: oneOf(granularities),
      timeline: t.Array(
        t.Object(
          {
            period: t.String({
              description: 'For example `2025-01-15`, `2025-W03` (ISO 8601), `2025-01` or `2025`',
              examples: ['2025-01'],
            }),
            count: t.Integer(),
            snapshots: t.Array(moment('When the page was captured')),
          },
          { title: 'ArchivePeriod' },
        ),
        { description: 'All periods of the range in order, including those without snapshots' },
      ),
      totalSnapshots: t.Integer(),
      creditsUsed,
    },
    { title: 'ArchiveTimeline' },
  ),
)
