import { type Static, t } from 'weirjs'
import {
  acceptedStatus,
  estimatedCredits,
  estimatedTime,
  integer,
  jobId,
  number,
  statusUrl,
  streamUrl,
  urlPatterns,
} from 'weirjs/schemas'
import { evidenceFields, readingFields, taskFields } from '../fields.ts'

/** Source: spec section 4.9, decisions 8.5. */
export const DomainBody = t.Object(
  {
    domain: t.String({
      minLength: 1,
      maxLength: 2048,
      description: 'A host, with its port if it is not the default, or a URL on it; a trailing `/*` has no effect',
      examples: ['example.com'],
    }),
    ...taskFields,
    options: t.Optional(
      t.Object(
        {
          maxPages: integer(
            1,
            100,
            10,
            'Maximum number of pages; those that seem to contain most of the requested data are read first',
          ),
          includePatterns: urlPatterns('Reads only URLs that match at least one pattern'),
          excludePatterns: urlPatterns('Does not read URLs that match a pattern'),
          timeout: number(5000, 300_000, 60_000, 'Time limit for each page, in milliseconds'),
          ...readingFields,
          dropUnsupported: evidenceFields(false).dropUnsupported,
        },
        { title: 'ExtractDomainOptions', default: {} },
      ),
    ),
  },
  { description: 'The site, and the schema to fill from it' },
)
export type DomainBody = Static<typeof DomainBody>

/** Source: decisions 8.5. */
export const DomainAccepted = t.Object({
  success: t.Literal(true),
  jobId,
  data: t.Object(
    {
      status: acceptedStatus,
      domain: t.String(),
      maxPages: t.Integer(),
      estimatedCredits,
      estimatedTime,
      statusUrl,
      streamUrl,
    },
    { title: 'ExtractDomainAccepted' },
  ),
  warnings: t.Optional(t.Array(t.String())),
})
