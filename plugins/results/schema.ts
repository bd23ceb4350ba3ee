import { nullable, paging, t } from 'weirjs'
import { jobId } from 'weirjs/schemas'

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
    files: t.Array(t.Object({ type: t.String(), url: t.String() }), {
      description: 'Of these items; the links hold for 24 h',
    }),
  },
  { title: 'EndedResults' },
)
