import { httpUrl, reply, type Static, t } from 'weirjs'
import { Agent, promptField } from '../fields.ts'

/** Source: spec section 4.9, decisions 8.5. */
export const GenerateBody = t.Object(
  {
    url: t.Optional(
      httpUrl({
        description: 'The page for which the schema is designed, and on which it is tested',
        examples: ['https://example.com/'],
      }),
    ),
    description: t.Optional(t.String({ minLength: 1, maxLength: 3000, description: 'What to extract, in words' })),
    prompt: promptField,
    agent: t.Optional(Agent),
  },
  { description: 'What the schema is for: `url`, `description`, or both' },
)
export type GenerateBody = Static<typeof GenerateBody>

/** Source: spec section 2.9. */
export const GenerateReply = reply(
  t.Object(
    {
      schema: t.Object(
        {
          type: t.Literal('object'),
          properties: t.Record(t.String(), t.Unknown()),
          required: t.Array(t.String()),
          description: t.String(),
        },
        { title: 'GeneratedSchema', additionalProperties: true, description: 'As `POST /v1/extract` takes it' },
      ),
      recommendations: t.Array(t.String(), {
        description: 'What to check, such as fields that were empty when it was tested on the page',
      }),
      creditsUsed: t.Number(),
    },
    { title: 'SchemaProposal' },
  ),
)
