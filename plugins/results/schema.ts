import { nullable, oneOf, paging, t } from 'weirjs'
import { flag, jobId, ResultFile } from 'weirjs/schemas'

export const AllResultsQuery = t.Object({
  limit: t.Optional(
    t.Integer({ minimum: 1, maximum: 100, default: 100, description: 'How many of the `items` to give' }),
  ),
  cursor: paging.cursor,
})
/** Source: spec section 2.12, decisions 4.2. */
export const EndedResults = t.Object(
  {
    jobId,
    status: t.String(),
    results: t.Object({
      content: t.String({ description: 'Of the first item' }),
      metadata: t.Object(
        { title: nullable(t.String()), url: nullable(t.String()) },
        { additionalProperties: true, description: 'Of the first item' },
      ),
      items: t.Array(t.Unknown(), { description: 'All of them, on pages of at most 100' }),
      total: t.Integer(),
      nextCursor: nullable(t.String(), { description: 'The `cursor` of the next page; null after the last' }),
    }),
    files: t.Array(ResultFile, { description: 'Of these items; the links hold for 24 h' }),
  },
  { title: 'EndedResults' },
)

export const fileFormats = ['json', 'csv', 'xml', 'ndjson'] as const
export type FileFormat = (typeof fileFormats)[number]

const format = (fallback: FileFormat) =>
  t.Optional(
    oneOf(fileFormats, {
      default: fallback,
      description:
        "`json`: an array; `ndjson`: a result a line; `csv`: RFC 4180, a column a field, lists and objects as JSON, with a `'` before what a spreadsheet would run as a formula; `xml`: an element `result` each, with the fields as elements, `type` on what is no text, and U+FFFD for characters that XML cannot hold",
    }),
  )

/** Source: spec section 4.12, decisions 12.1. */
export const DownloadQuery = t.Object({
  format: format('json'),
  compressed: flag(false, 'As a ZIP file, which holds the files of the job too (screenshots, PDFs), in `files/`'),
})

/** The most jobs in one file. Source: decisions 12.1. */
const MAX_JOBS = 1000

/** Source: spec section 4.12, decisions 12.1. */
export const ExportBody = t.Object({
  jobIds: t.Array(t.String({ maxLength: 100 }), {
    minItems: 1,
    maxItems: MAX_JOBS,
    description: 'Jobs that have ended; duplicates are in the file once',
    examples: [['job_01900000-0000-7000-8000-000000000000']],
  }),
  format: format('csv'),
  includeMetadata: flag(false, 'Keeps the field `metadata` of results, which tells of pages at length'),
})

/** The contents of files, for the API's document. */
const text = { type: 'string' } as const
export const fileContent = {
  'application/json': { schema: t.Array(t.Unknown()) as object },
  'text/csv': { schema: text },
  'application/xml': { schema: text },
  'application/x-ndjson': { schema: text },
}
