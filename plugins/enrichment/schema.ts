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
            description: 'Validated by the rules of RFC 5321',
            examples: ['ceo@example.com'],
          }),
          additionalFields: t.Optional(
            t.Record(t.String(), t.Unknown(), {
              description: 'What is known about the row: data for answering the fields',
            }),
          ),
        },
        { title: 'EnrichmentRecord' },
      ),
      {
        minItems: 1,
        description:
          'Rows, up to the limit of the plan: 100, 500, 5000 or 50000. Duplicate e-mail addresses are separate rows',
      },
    ),
    fields: t.Array(
      t.Object(
        {
          name: t.String({
            minLength: 1,
            maxLength: 100,
            description: 'Name of the property in the row; must not be a property that every row has',
            examples: ['industry'],
          }),
          prompt: t.String({
            minLength: 1,
            maxLength: 3000,
            description: 'The question to answer',
            examples: ['Which industry is the company in?'],
          }),
          type: t.Optional(
            oneOf(fieldTypes, { default: 'text', description: 'Type of the answer; `json` is any value' }),
          ),
        },
        { title: 'EnrichmentField' },
      ),
      {
        minItems: 1,
        maxItems: 50,
        description:
          'Questions to answer for each row. Up to two cost 1 credit per row, up to five cost 2, more cost 3',
      },
    ),
    options: t.Optional(
      t.Object(
        {
          concurrency: integer(1, 20, 5, 'Number of rows to process at once'),
          includeDiscovery: flag(true, 'Looks up the mail servers of each domain, and the type of each address'),
          includeProfile: flag(true, 'Returns what the company’s site says about it, in `company`'),
          timeout: integer(5000, 300_000, 60_000, 'Time limit for each row, in milliseconds'),
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
  { description: 'The rows, and the questions to answer for each' },
)
export type EnrichmentBody = Static<typeof EnrichmentBody>

/** Source: spec section 2.10. */
export const EnrichmentAccepted = t.Object(
  {
    jobId,
    status: t.String({ examples: ['queued'] }),
    totalRows: t.Integer(),
    estimatedCredits,
    estimatedTime: t.Integer({ description: 'Milliseconds, estimated from measured times' }),
    createdAt: timestamp(),
    statusUrl: t.String({ description: 'Path of the job record' }),
    streamUrl: t.String({ description: "Path of the job's event stream (Server-Sent Events)" }),
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
    rowsProcessed: t.Integer({ description: 'Rows that succeeded, failed or were skipped' }),
    rowsSucceeded: t.Integer(),
    rowsFailed: t.Integer({ description: 'Failed rows; they are not charged' }),
    creditsUsed: t.Number(),
    progress: t.Number({ description: 'Percent', minimum: 0, maximum: 100 }),
    estimatedTimeRemaining: t.Integer({ description: 'Milliseconds, estimated from measured times' }),
    createdAt: timestamp(),
    startedAt: nullable(timestamp()),
    completedAt: nullable(timestamp(), { description: 'When the job ended, whatever its final status' }),
  },
  { title: 'EnrichmentStatus' },
)

const Discovery = t.Object(
  {
    acceptsMail: nullable(t.Boolean(), {
      description: 'Whether the domain has MX or address records; null if no DNS server responded',
    }),
    mxRecords: t.Array(t.String(), { description: 'Host names, in order of preference' }),
    isRoleAddress: t.Boolean({ description: 'Whether the e-mail address belongs to a role, such as sales' }),
    isFreeMail: t.Boolean({ description: 'Whether the domain belongs to a public mailbox provider' }),
    isDisposable: t.Boolean(),
  },
  { title: 'EmailDiscovery' },
)

const Company = t.Object(
  {
    name: nullable(t.String()),
    description: nullable(t.String()),
    logo: nullable(t.String(), { description: 'URL of the image' }),
    website: t.String(),
    socialProfiles: t.Array(t.String()),
    phones: t.Array(t.String()),
    addresses: t.Array(t.String(), { description: 'Each address in one line' }),
  },
  { title: 'CompanyProfile' },
)

/** Source: spec section 2.10, decisions 9. */
export const EnrichedRow = t.Object(
  {
    email: t.String({ description: 'As sent in the request' }),
    domain: nullable(t.String(), { description: 'The host name in ASCII; null for an invalid e-mail address' }),
    discovery: t.Optional(nullable(Discovery)),
    company: t.Optional(nullable(Company, { description: 'null if no site of the company was found' })),
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
        '`json`: an array of rows; `ndjson`: one row per line; `csv`: RFC 4180, with cells escaped that a spreadsheet would run as formulas',
    }),
  ),
})
