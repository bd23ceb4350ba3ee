import { httpUrl, nullable, oneOf, reply, type Static, t, timestamp } from 'weirjs'
import { flag, integer } from 'weirjs/schemas'
import { granularities } from './time/periods.ts'

const url = httpUrl({ description: 'The URL to look up', examples: ['https://example.com/'] })
const day = (description: string) =>
  t.String({ pattern: '^\\d{8}$', description: `${description} (\`YYYYMMDD\`, UTC)`, examples: ['20210316'] })
const moment = (description: string) =>
  t.String({
    pattern: '^\\d{14}$',
    description: `${description} (\`YYYYMMDDHHMMSS\`, UTC)`,
    examples: ['20210317120000'],
  })

const DateRange = t.Object({ from: day('First day'), to: day('Last day, included') }, { title: 'ArchiveDateRange' })

const provider = (names: readonly string[]) =>
  t.Optional(
    oneOf(names, {
      default: 'primary_archive',
      description:
        'The archive to ask. `primary_archive`: the Wayback Machine. `secondary_archive`: another CDX server, by default Arquivo.pt. `memento`: many archives together, through the Memento protocol. `local`: pages that your account itself scraped, if the operator keeps them',
    }),
  )

/** Source: spec section 4.11. `providers` are the names of the installed ones, here and below. */
export const searchBody = (providers: readonly string[]) =>
  t.Object(
    {
      url,
      timestamp: t.Optional(day('The snapshots nearest to this day are given, the nearest first')),
      dateRange: t.Optional(DateRange),
      limit: integer(1, 1000, 50, 'Snapshots at most. Without `timestamp` the oldest are given, in the order of time'),
      provider: provider(providers),
      includeMetadata: flag(
        false,
        'Reads the first ten snapshots of the answer and adds their `title`, `language` and `headers`, as far as the archive has them',
      ),
      fallbackToClosest: flag(
        true,
        'With `timestamp`: whether snapshots of other days may be returned. False returns only those of that day, or none',
      ),
    },
    { description: 'The address, and of when' },
  )
export type SearchBody = Static<ReturnType<typeof searchBody>>

/** Source: spec section 4.11. */
export const snapshotBody = (providers: readonly string[]) =>
  t.Object(
    { url, timestamp: moment('The snapshot of this moment, or the nearest one'), provider: provider(providers) },
    { description: 'The address, and when' },
  )

/** Source: spec section 4.11. */
export const availabilityBody = (providers: readonly string[]) =>
  t.Object(
    {
      url,
      timestamp: t.Optional(day('`closestDate` is the nearest to this day; without it the latest')),
      provider: provider(providers),
    },
    { description: 'The address' },
  )

/** Source: spec section 4.11. */
export const timelineBody = (providers: readonly string[]) =>
  t.Object(
    {
      url,
      dateRange: DateRange,
      granularity: t.Optional(oneOf(granularities, { default: 'month', description: 'How long a period is' })),
      provider: provider(providers),
    },
    { description: 'The address, and from when to when' },
  )

const creditsUsed = t.Number()
const named = t.String({ description: 'The archive that answered', examples: ['primary_archive'] })
const cached = t.Boolean({ description: 'Whether this is a recent answer of the archive from the cache' })
const asked = t.String({ description: 'As requested' })
const text = (description: string) => t.String({ description: `${description}; empty where the archive does not say` })
const headers = t.Record(t.String(), t.String(), {
  description: 'Of the answer that was archived, names in lower case',
})

/** Source: spec section 2.11. */
export const SnapshotSummary = t.Object(
  {
    timestamp: moment('When it was captured'),
    url: t.String({ description: 'The address that was archived' }),
    mimetype: text('Its type'),
    statuscode: text('The status that the page answered'),
    digest: text('A digest of the body, SHA-1 in Base32 in most archives: the same where nothing had changed'),
    length: text('Bytes in the archive, packed'),
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
      snapshots: t.Array(SnapshotSummary, { description: 'An empty list where the archive has none' }),
      totalFound: t.Integer({
        description: 'The number of matches, if the archive states it; otherwise the number in the answer',
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
      timestamp: asked,
      provider: named,
      snapshot: t.Object(
        {
          content: t.String({ description: 'As it was archived: text, or Base64 as `metadata.encoding` says' }),
          metadata: t.Object(
            {
              statusCode: t.Integer({ description: 'What the page answered: a redirect or an error is archived too' }),
              contentType: t.String({ description: 'Empty if the archive does not say' }),
              encoding: oneOf(['text', 'base64'], { description: '`base64` for what is no text, such as a picture' }),
              headers,
            },
            { title: 'ArchivedAnswer' },
          ),
          timestamp: moment('When it was captured: not always when it was asked for'),
          url: t.String({ description: 'Where a person can view it' }),
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
      timestamp: nullable(t.String(), { description: 'As requested' }),
      availability: t.Object(
        {
          hasSnapshots: t.Boolean(),
          closestDate: nullable(moment('The nearest snapshot to `timestamp`, else the latest'), {
            description: 'In the form of a snapshot’s `timestamp`; null if there is none',
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
              description: 'Such as `2025-01-15`, `2025-W03` (ISO 8601), `2025-01` or `2025`',
              examples: ['2025-01'],
            }),
            count: t.Integer(),
            snapshots: t.Array(moment('When it was captured')),
          },
          { title: 'ArchivePeriod' },
        ),
        { description: 'All periods of the range, in order, including those without snapshots' },
      ),
      totalSnapshots: t.Integer(),
      creditsUsed,
    },
    { title: 'ArchiveTimeline' },
  ),
)
