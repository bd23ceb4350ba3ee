import { httpUrl, reply, type Static, t } from 'weirjs'
import { Agent, promptField } from '../fields.ts'

/** Source: spec section 4.9, decisions 8.5. */
export const GenerateBody = t.Object(
  {
    url: t.Optional(
      httpUrl({
        description: 'URL of a page to design the schema for and test it on',
        examples: ['https://example.com/'],
      }),
    ),
    description: t.Optional(t.String({ minLength: 1, maxLength: 3000, description: 'The data to extract, in words' })),
    prompt: promptField,
    agent: t.Optional(Agent),
  },
  { description: 'What to design a schema for: `url`, `description`, or both' },
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
        { title: 'GeneratedSchema', additionalProperties: true, description: 'Can be sent to `POST /v1/extract`' },
      ),
      recommendations: t.Array(t.String(), {
        description: 'Advice, such as fields that came out empty in the test on the page',
      }),
      creditsUsed: t.Number(),
    },
    { title: 'SchemaProposal' },
  ),
)
