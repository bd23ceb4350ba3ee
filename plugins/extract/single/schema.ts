import { httpUrl, type Static, t } from 'weirjs'
import { integer, jobId, number, urlPatterns } from 'weirjs/schemas'
import { Billing, TokenUsage } from '../billing.ts'
import { EvidenceEntry, evidenceFields, readingFields, taskFields } from '../fields.ts'

/** Source: spec section 4.9, decisions 8.4. */
export const ExtractBody = t.Object(
  {
    url: httpUrl({ description: 'URL of the page', examples: ['https://example.com/'] }),
    ...taskFields,
    options: t.Optional(
      t.Object(
        {
          maxPages: integer(
            1,
            10,
            1,
            'Maximum number of pages: follows links on the site that match the patterns and that robots.txt allows',
          ),
          includePatterns: urlPatterns('Follows only URLs that match at least one pattern'),
          excludePatterns: urlPatterns('Does not follow URLs that match a pattern'),
          timeout: number(5000, 300_000, 60_000, 'Time limit for the whole request, in milliseconds'),
          ...readingFields,
          ...evidenceFields(true),
        },
        { title: 'ExtractOptions', default: {} },
      ),
    ),
  },
  { description: 'The page, and the schema to fill from it' },
)
export type ExtractBody = Static<typeof ExtractBody>

/** The result of an extraction, as its job stores it. */
const result = {
  extractedData: t.Array(t.Unknown(), {
    description: 'Objects that match the schema: one, or with `maxPages` one for each thing that the pages describe',
  }),
  sourceUrls: t.Array(t.String(), { description: 'The pages that the data comes from, after redirects' }),
  totalPages: t.Integer(),
  processingTime: t.Integer({ description: 'Milliseconds' }),
  tokenUsage: TokenUsage,
  metadata: t.Object(
    {
      model: t.String({ description: '`structured`, or the model that filled the schema' }),
      missing: t.Array(t.String(), {
        description: 'Paths of the values that the page does not state',
        examples: [['price']],
      }),
      evidence: t.Optional(t.Array(EvidenceEntry, { description: 'Evidence for the first 500 values' })),
      billing: Billing,
    },
    { title: 'ExtractionMetadata' },
  ),
}
/** The URL tells a result from those of other jobs. */
const ExtractionResult = t.Object({ url: t.String(), ...result, warnings: t.Array(t.String()) })
export type ExtractionResult = Static<typeof ExtractionResult>

/** Source: spec section 2.9. */
export const ExtractReply = t.Object({
  success: t.Literal(true),
  jobId,
  data: t.Object({ success: t.Literal(true), ...result, creditsUsed: t.Number() }, { title: 'Extraction' }),
  warnings: t.Optional(t.Array(t.String())),
})
