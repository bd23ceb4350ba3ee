import { nullable, t } from 'weirjs'
import { flag, MODEL_NAME, number, Webhook } from 'weirjs/schemas'

/** The schema to fill. It is validated separately, because its failures have their own codes. */
const SchemaField = t.Record(t.String(), t.Unknown(), {
  description:
    'JSON Schema of what is wanted: at most 64 KiB, 8 levels deep, 200 properties, and no reference to elsewhere',
  examples: [
    {
      type: 'object',
      properties: { name: { type: 'string' }, price: { type: 'number' } },
      required: ['name'],
    },
  ],
})

export const Agent = t.Object(
  {
    model: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 200,
        pattern: MODEL_NAME,
        description:
          '`structured` fills the schema from what the page says in structured form (JSON-LD, microdata, RDFa, meta, tables, labels), without a model; `recipe` uses the selectors that were learned from what a model gave on another page of the site, for the same schema and prompt; `auto` does so where they hold, else asks the model, and learns; any other is the name of a model. Default: the model where the server has one, else `structured`',
      }),
    ),
  },
  { title: 'ExtractionAgent', description: 'Who fills it in' },
)

export const promptField = t.Optional(t.String({ maxLength: 3000, description: 'What to heed, in words' }))

const ProcessingOptions = t.Object(
  {
    removeNoise: flag(false, 'Reads the main content alone, without headers, footers and sidebars'),
    optimizeForLLM: flag(false, 'Leaves out what a model has no use for'),
    preserveStructure: flag(true, 'Keeps headings, lists and tables; without it the model reads plain text'),
  },
  { title: 'ProcessingOptions', description: 'How the page is read' },
)

/** What to fill, and how: part of the input of every extraction job. */
export const taskFields = {
  schema: SchemaField,
  agent: t.Optional(Agent),
  prompt: promptField,
  webhook: t.Optional(Webhook),
}

/** How a page is fetched and read: among the options of every such job. */
export const readingFields = {
  temperature: number(0, 2, 0, 'Of the model'),
  maxAge: number(0, 365, 30, 'Days. How old a page from the cache may be; 0 for none from there'),
  processingOptions: t.Optional(ProcessingOptions),
}

/** How well a page supports the values that were filled from it. */
export const evidenceFields = (evidence: boolean) => ({
  evidence: flag(evidence, 'Tells for each value where a page says it: `evidence`'),
  dropUnsupported: flag(false, 'Leaves out values that no page says'),
})

/** Where a value was found. */
export const EvidenceEntry = t.Object(
  {
    path: t.String({
      description:
        'JSON pointer to the value in `extractedData`; of one that `dropUnsupported` left out, where it stood',
      examples: ['/0/price'],
    }),
    value: t.Union([t.String(), t.Number(), t.Boolean()]),
    supported: t.Boolean({ description: 'Whether a page says it, as it is or in another writing' }),
    quote: nullable(t.String(), { description: 'What stands around it' }),
    sourceUrl: nullable(t.String()),
    offset: nullable(t.Integer(), {
      description: 'Of the quote in the page’s markdown, in characters; null for what only the page’s data say',
    }),
  },
  { title: 'Evidence' },
)

/** The description of a refused schema in the API's document. */
export const schemaFailures = {
  invalid_schema: 'The schema is no JSON Schema',
  schema_too_complex: 'The schema is too large or too deep',
}
