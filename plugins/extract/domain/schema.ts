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
      description: 'A host, with its port unless that is the default, or a URL on it; `/*` at the end is ignored',
      examples: ['example.com'],
    }),
    ...taskFields,
    options: t.Optional(
      t.Object(
        {
          maxPages: integer(1, 100, 10, 'The most pages; the most promising ones are read first'),
          includePatterns: urlPatterns('Reads only what one of them matches'),
          excludePatterns: urlPatterns('Does not read what one of them matches'),
          timeout: number(5000, 300_000, 60_000, 'Milliseconds for one page'),
          ...readingFields,
          dropUnsupported: evidenceFields(false).dropUnsupported,
        },
        { title: 'ExtractDomainOptions', default: {} },
      ),
    ),
  },
  { description: 'A site, and what to fill in from it' },
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
