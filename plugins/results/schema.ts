import { nullable, oneOf, paging, t } from 'weirjs'
import { flag, jobId, nextCursor, ResultFile } from 'weirjs/schemas'

export const AllResultsQuery = t.Object({
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 100, default: 100, description: 'Number of `items` to return' })),
  cursor: paging.cursor,
})
/** Source: spec section 2.12, decisions 4.2. */
export const EndedResults = t.Object(
  {
    jobId,
    status: t.String(),
    results: t.Object({
      content: t.String({ description: 'Content of the first item' }),
      metadata: t.Object(
        { title: nullable(t.String()), url: nullable(t.String()) },
        { additionalProperties: true, description: 'Metadata of the first item' },
      ),
      items: t.Array(t.Unknown(), { description: 'All items, in pages of at most 100' }),
      total: t.Integer(),
      nextCursor,
    }),
    files: t.Array(ResultFile, { description: 'Files of these items; the signed URLs work for 24 h' }),
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
        "`json`: an array; `ndjson`: one result per line; `csv`: RFC 4180, one column per field, lists and objects as JSON, with a `'` before values that a spreadsheet would run as a formula; `xml`: one `result` element per result, with an element per field, `type` on values that are not text, and U+FFFD for characters that XML cannot represent",
    }),
  )

/** Source: spec section 4.12, decisions 12.1. */
export const DownloadQuery = t.Object({
  format: format('json'),
  compressed: flag(
    false,
    'Returns a ZIP file that also contains the files of the job (screenshots, PDFs), in `files/`',
  ),
})

/** The most jobs in one file. Source: decisions 12.1. */
const MAX_JOBS = 1000

/** Source: spec section 4.12, decisions 12.1. */
export const ExportBody = t.Object({
  jobIds: t.Array(t.String({ maxLength: 100 }), {
    minItems: 1,
    maxItems: MAX_JOBS,
    description: 'Ids of ended jobs; duplicates are included once',
    examples: [['job_01900000-0000-7000-8000-000000000000']],
  }),
  format: format('csv'),
  includeMetadata: flag(false, 'Keeps the `metadata` field of the results, which describes pages in detail'),
})

/** The contents of files, for the API's document. */
const text = { type: 'string' } as const
export const fileContent = {
  'application/json': { schema: t.Array(t.Unknown()) as object },
  'text/csv': { schema: text },
  'application/xml': { schema: text },
  'application/x-ndjson': { schema: text },
}
