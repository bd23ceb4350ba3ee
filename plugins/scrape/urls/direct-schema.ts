import { type TSchema, t } from 'weirjs'
import { jobId } from 'weirjs/schemas'

const Summary = t.Object(
  {
    total: t.Integer(),
    successful: t.Integer(),
    failed: t.Integer(),
    successRate: t.Number({ description: 'Percent' }),
    processingTime: t.Integer({ description: 'Milliseconds' }),
    averageTimePerUrl: t.Integer({ description: 'Milliseconds' }),
    creditsUsed: t.Number(),
    creditsPerUrl: t.Number(),
    concurrency: t.Integer(),
  },
  { title: 'BatchSummary' },
)

/** The answer of a job of many pages that ends while its caller waits; `title` names its data. */
export const directReply = <S extends TSchema, F extends TSchema>(success: S, failure: F, title: string) =>
  t.Object({
    success: t.Literal(true),
    processingMode: t.Literal('direct'),
    jobId,
    data: t.Object(
      {
        results: t.Array(t.Union([success, failure]), { description: 'In the order of the request' }),
        successful: t.Array(success),
        failed: t.Array(failure),
        summary: Summary,
      },
      { title },
    ),
    warning: t.Optional(t.String({ description: 'Present if some URLs failed' })),
    warnings: t.Optional(t.Array(t.String())),
  })
