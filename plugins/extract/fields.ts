import { nullable, t } from 'weirjs'
import { flag, MODEL_NAME, number, Webhook } from 'weirjs/schemas'

/** The schema to fill. It is validated separately, because its failures have their own codes. */
const SchemaField = t.Record(t.String(), t.Unknown(), {
  description:
    'JSON Schema of the data to extract: at most 64 KiB, 8 levels and 200 properties, without references to other documents',
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
          "`structured` fills the schema from the page's structured data (JSON-LD, microdata, RDFa, meta, tables, labels), without a model. `recipe` uses selectors learned from a model's result on another page of the site, for the same schema and prompt. `auto` uses them if they work, and otherwise asks the model and learns from it. Any other value is the name of a model. Default: the server's model if there is one, otherwise `structured`",
      }),
    ),
  },
  { title: 'ExtractionAgent', description: 'What fills the schema' },
)

export const promptField = t.Optional(t.String({ maxLength: 3000, description: 'Further instructions in words' }))

const ProcessingOptions = t.Object(
  {
    removeNoise: flag(false, 'Reads only the main content, without headers, footers and sidebars'),
    optimizeForLLM: flag(false, 'Removes content that a model does not need'),
    preserveStructure: flag(true, 'Keeps headings, lists and tables; if false, the model reads plain text'),
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
  temperature: number(0, 2, 0, 'Temperature of the model'),
  maxAge: number(0, 365, 30, 'Maximum age of a cached page in days; 0 always fetches the page'),
  processingOptions: t.Optional(ProcessingOptions),
}

/** How well a page supports the values that were filled from it. */
export const evidenceFields = (evidence: boolean) => ({
  evidence: flag(evidence, 'Returns, for each value, where a page states it: `evidence`'),
  dropUnsupported: flag(false, 'Removes values that no page states'),
})

/** Where a value was found. */
export const EvidenceEntry = t.Object(
  {
    path: t.String({
      description:
        'JSON pointer to the value in `extractedData`; for a value removed by `dropUnsupported`, its former location',
      examples: ['/0/price'],
    }),
    value: t.Union([t.String(), t.Number(), t.Boolean()]),
    supported: t.Boolean({ description: 'Whether a page states the value, literally or in another notation' }),
    quote: nullable(t.String(), { description: 'The text around the value' }),
    sourceUrl: nullable(t.String()),
    offset: nullable(t.Integer(), {
      description:
        'Position of the quote in the page’s markdown, in characters; null if the value is only in the page’s data',
    }),
  },
  { title: 'Evidence' },
)

/** The description of a refused schema in the API's document. */
export const schemaFailures = {
  invalid_schema: 'The schema is not a JSON Schema',
  schema_too_complex: 'The schema is too large or too deep',
}
