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
  const provider = t.Optional(
    oneOf(providers, { default: 'primary_archive', description: 'The archive to read it from' }),
  )
  const archived = (description: string) =>
    t.Object({ timestamp: moment('The snapshot of this moment, or the nearest one'), provider }, { description })
  return t.Object(
    {
      url: httpUrl({ description: 'The address', examples: ['https://example.com/'] }),
      before: archived('What is compared with'),
      after: t.Optional(archived('What became of it. Left out: the page as it is now')),
      onlyMainContent: flag(true, 'Compares what the page is about, without what stands around it'),
    },
    { description: 'The address, and two moments' },
  )
}
export type CompareBody = Static<ReturnType<typeof compareBody>>

const Moment = t.Object(
  {
    provider: nullable(t.String(), { description: 'The archive; null for the page as it is now' }),
    timestamp: moment('When it was captured: not always when it was asked for'),
    url: t.String({ description: 'Where a person can view it' }),
    statusCode: t.Integer({ description: 'What the page answered' }),
  },
  { title: 'ComparedMoment' },
)

export const CompareReply = reply(
  t.Object(
    {
      url: t.String({ description: 'As requested' }),
      before: Moment,
      after: Moment,
      changed: t.Boolean(),
      changePercent: t.Number({ description: 'Percent of the text' }),
      addedLines: t.Integer(),
      removedLines: t.Integer(),
      diff: nullable(t.String(), {
        description: 'A unified diff of the content as markdown, at most 64 KiB; null if nothing changed',
      }),
      creditsUsed: t.Number(),
    },
    { title: 'Comparison' },
  ),
)
