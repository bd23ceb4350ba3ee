import { httpUrl, nullable, oneOf, reply, type Static, t } from 'weirjs'
import { flag } from 'weirjs/schemas'

const moment = (description: string) =>
  t.String({
    pattern: '^\\d{14}$',
    description: `${description} (\`YYYYMMDDHHMMSS\`, UTC)`,
    examples: ['20210317120000'],
  })

/** `providers` are the names of the installed archives. */
export const compareBody = (providers: readonly string[]) => {
  const provider = t.Optional(oneOf(providers, { default: 'primary_archive', description: 'The archive to use' }))
  const archived = (description: string) =>
    t.Object({ timestamp: moment('The snapshot of this moment, or the nearest one'), provider }, { description })
  return t.Object(
    {
      url: httpUrl({ description: 'URL of the page', examples: ['https://example.com/'] }),
      before: archived('The earlier version'),
      after: t.Optional(archived('The later version. Default: the current page')),
      onlyMainContent: flag(true, 'Compares only the main content'),
    },
    { description: 'The URL and the two times' },
  )
}
export type CompareBody = Static<ReturnType<typeof compareBody>>

const Moment = t.Object(
  {
    provider: nullable(t.String(), { description: 'The archive; null for the current page' }),
    timestamp: moment('When it was captured; this can differ from the requested time'),
    url: t.String({ description: 'URL where a person can view the version' }),
    statusCode: t.Integer({ description: 'Status of the response' }),
  },
  { title: 'ComparedMoment' },
)

export const CompareReply = reply(
  t.Object(
    {
      url: t.String({ description: 'The URL as requested' }),
      before: Moment,
      after: Moment,
      changed: t.Boolean(),
      changePercent: t.Number({ description: 'Percent of the text that changed' }),
      addedLines: t.Integer(),
      removedLines: t.Integer(),
      diff: nullable(t.String(), {
        description: 'Unified diff of the content as markdown, at most 64 KiB; null if nothing changed',
      }),
      creditsUsed: t.Number(),
    },
    { title: 'Comparison' },
  ),
)
