import { nullable, oneOf, type Static, t, timestamp } from 'weirjs'
import { estimatedCredits, flag, integer, jobId, Webhook } from 'weirjs/schemas'

const fieldTypes = ['text', 'number', 'boolean', 'json'] as const
export type FieldType = (typeof fieldTypes)[number]

/** Source: spec section 4.10, decisions 9. */
export const EnrichmentBody = t.Object(
  {
    data: t.Array(
      t.Object(
        {
          email: t.String({
            maxLength: 1000,
            description: 'Checked by the rules of RFC 5321',
            examples: ['ceo@example.com'],
          }),
          additionalFields: t.Optional(
            t.Record(t.String(), t.Unknown(), {
              description: 'What is known about the row: input for answering the fields',
            }),
          ),
        },
        { title: 'EnrichmentRecord' },
      ),
      {
        minItems: 1,
        description:
          'Rows, as many as the plan allows: 100, 500, 5000 or 50000. An address that stands there twice is two rows',
      },
    ),
    fields: t.Array(
      t.Object(
        {
          name: t.String({
            minLength: 1,
            maxLength: 100,
            description: 'The name of the row’s property; must differ from those that every row has',
            examples: ['industry'],
          }),
          prompt: t.String({
            minLength: 1,
            maxLength: 3000,
            description: 'What is asked',
            examples: ['Which industry is the company in?'],
          }),
          type: t.Optional(oneOf(fieldTypes, { default: 'text', description: 'Of the answer; `json` is any value' })),
        },
        { title: 'EnrichmentField' },
      ),
      {
        minItems: 1,
        maxItems: 50,
        description: 'The fields of each row. Up to two cost 1 credit per row, up to five 2, more 3',
      },
    ),
    options: t.Optional(
      t.Object(
        {
          concurrency: integer(1, 20, 5, 'Rows at once'),
          includeDiscovery: flag(true, 'Looks up the mail servers of domains, and tells what kind of address it is'),
          includeProfile: flag(true, 'Gives what the company’s site says of it as `company`'),
          timeout: integer(5000, 300_000, 60_000, 'Milliseconds for a row'),
          skipInvalidEmails: flag(
            false,
            'Returns rows with an invalid address as `skipped`; otherwise the request is refused',
          ),
        },
        { title: 'EnrichmentOptions', default: {} },
      ),
    ),
    webhook: t.Optional(Webhook),
  },
  { description: 'Rows, and what is asked of each' },
)
export type EnrichmentBody = Static<typeof EnrichmentBody>

/** Source: spec section 2.10. */
export const EnrichmentAccepted = t.Object(
  {
    jobId,
    status: t.String({ examples: ['queued'] }),
    totalRows: t.Integer(),
    estimatedCredits,
    estimatedTime: t.Integer({ description: 'Milliseconds, estimated from measurements' }),
    createdAt: timestamp(),
    statusUrl: t.String({ description: 'Path of the job’s record' }),
    streamUrl: t.String({ description: 'Path of the job’s events (Server-Sent Events)' }),
  },
  { title: 'EnrichmentAccepted' },
)

/** Source: spec section 2.10. */
export const EnrichmentStatus = t.Object(
  {
    id: jobId,
    status: t.String({
      description: '`queued`, `processing`, `completed`, `failed` or `cancelled`',
      examples: ['processing'],
    }),
    totalRows: t.Integer(),
    rowsProcessed: t.Integer({ description: 'Those that succeeded, failed or were skipped' }),
    rowsSucceeded: t.Integer(),
    rowsFailed: t.Integer({ description: 'They cost nothing' }),
    creditsUsed: t.Number(),
    progress: t.Number({ description: 'Percent', minimum: 0, maximum: 100 }),
    estimatedTimeRemaining: t.Integer({ description: 'Milliseconds, estimated from measurements' }),
    createdAt: timestamp(),
    startedAt: nullable(timestamp()),
    completedAt: nullable(timestamp(), { description: 'When it ended, whatever the outcome' }),
  },
  { title: 'EnrichmentStatus' },
)

const Discovery = t.Object(
  {
    acceptsMail: nullable(t.Boolean(), {
      description: 'By the domain’s MX and address records; null if no name server answered',
    }),
    mxRecords: t.Array(t.String(), { description: 'Host names, the preferred first' }),
    isRoleAddress: t.Boolean({ description: 'Of a function, such as sales' }),
    isFreeMail: t.Boolean({ description: 'Of a provider at which anybody has a mailbox' }),
    isDisposable: t.Boolean(),
  },
  { title: 'EmailDiscovery' },
)

const Company = t.Object(
  {
    name: nullable(t.String()),
    description: nullable(t.String()),
    logo: nullable(t.String(), { description: 'Address of the picture' }),
    website: t.String(),
    socialProfiles: t.Array(t.String()),
    phones: t.Array(t.String()),
    addresses: t.Array(t.String(), { description: 'Each in one line' }),
  },
  { title: 'CompanyProfile' },
)

/** Source: spec section 2.10, decisions 9. */
export const EnrichedRow = t.Object(
  {
    email: t.String({ description: 'As it was sent' }),
    domain: nullable(t.String(), { description: 'The host name, in ASCII; null for an invalid address' }),
    discovery: t.Optional(nullable(Discovery)),
    company: t.Optional(nullable(Company, { description: 'Null if no site of the company was found' })),
    enrichment_status: oneOf(['success', 'failed', 'skipped']),
    credits_used: t.Number(),
    processing_time_ms: t.Integer(),
    error: t.Optional(t.String({ description: 'Why a row failed or was skipped' })),
  },
  { title: 'EnrichedRow', additionalProperties: true, description: 'The requested fields are added to these' },
)

const resultFormats = ['json', 'csv', 'ndjson'] as const
export type ResultFormat = (typeof resultFormats)[number]
export const ResultsQuery = t.Object({
  format: t.Optional(
    oneOf(resultFormats, {
      default: 'json',
      description:
        '`json`: an array of rows; `ndjson`: a row a line; `csv`: RFC 4180, with cells that a spreadsheet would run as formulas defused',
    }),
  ),
})
