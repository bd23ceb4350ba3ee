import { ApiError, isApiError, isObject } from 'weirjs'
import type { Answer, LanguageModel } from '../../models/service.ts'
import { readSchema } from '../json-schema/index.ts'
import type { ExtractionPage, ExtractionSchema, ExtractionTask } from '../service.ts'
import { cutLists } from './cut-lists.ts'
import { merge } from './merge.ts'
import { halvesOf, type Part, partsOf } from './parts.ts'
import { promptOf } from './prompt.ts'
import { relax } from './relax.ts'

/** The most requests for one part of a page. Source: threats F17. */
const MAX_CALLS = 3
/** The most parts that are read; later ones are left out. */
const MAX_CHUNKS = 8

/** What a model made of the pages. */
export interface ModelResult {
  data: unknown
  tokens: number
  thinking: number
  warnings: string[]
}

/** Fills a schema from the text of pages: from each part, and then merges the parts and checks the whole. */
export async function askModel(
  model: LanguageModel,
  pages: readonly ExtractionPage[],
  task: ExtractionTask,
  { chunkTokens, signal }: { chunkTokens: number; signal: AbortSignal },
): Promise<ModelResult> {
  const all = partsOf(pages, chunkTokens)
  const parts = all.slice(0, MAX_CHUNKS)
  const warnings = all.length > parts.length ? [`The text is long: only the first ${MAX_CHUNKS} parts were read`] : []
  const isWhole = parts.length === 1
  const schema = isWhole ? task.schema : readSchema(relax(task.schema.schema))
  const failed = new AbortController()
  const asker = { model, task, signal: AbortSignal.any([signal, failed.signal]) }
  const answers = await Promise.all(parts.map((part) => askForPart(asker, part, schema))).catch((error: unknown) => {
    // Nobody will read the answers for the other parts.
    failed.abort(error)
    throw error
  })
  const merged = answers.flat().reduce<unknown>((sum, { value }) => merge(sum, value), undefined)
  const data = cutLists(merged, task.schema.schema)
  if (answers.flat().length > 1) checkWhole(data, task.schema)
  const sum = (count: (answer: Answer) => number) => answers.flat().reduce((total, answer) => total + count(answer), 0)
  return { data, tokens: sum(({ usage }) => usage.total), thinking: sum(({ usage }) => usage.reasoning), warnings }
}

interface Asker {
  model: LanguageModel
  task: ExtractionTask
  signal: AbortSignal
}

/** Asks for one part; if the answer is cut short, for each half of it. */
async function askForPart(asker: Asker, part: Part, schema: ExtractionSchema): Promise<Answer[]> {
  try {
    return [await ask(asker, part, { schema })]
  } catch (error) {
    const halves = halvesOf(part)
    const calls = Math.floor((MAX_CALLS - callsOf(error)) / 2)
    if (!isTruncated(error) || halves.length !== 2 || calls < 1) throw error
    const relaxed = readSchema(relax(asker.task.schema.schema))
    return Promise.all(halves.map((half) => ask(asker, half, { schema: relaxed, calls })))
  }
}

const isTruncated = (error: unknown) => isApiError(error) && error.details.reason === 'truncated'
const callsOf = (error: unknown) => (isApiError(error) ? Number(error.details.calls ?? MAX_CALLS) : MAX_CALLS)

function ask(
  { model, task, signal }: Asker,
  part: Part,
  { schema, calls }: { schema: ExtractionSchema; calls?: number },
) {
  const { prompt, systemPrompt, temperature } = task
  const said = promptOf({ part, prompt, systemPrompt })
  // A schema may leave the type open, but what is extracted is an object.
  const check = (value: unknown) => (isObject(value) ? schema.issues(value) : ['The whole must be an object.'])
  const question = { ...said, schema: schema.schema, check, temperature, calls }
  return model.ask(question, signal)
}

/** The merged result must also match the caller's schema. */
function checkWhole(data: unknown, schema: ExtractionSchema) {
  const issues = schema.issues(data)
  if (issues.length === 0) return
  const message = 'The parts of the page do not add up to what the schema requires'
  throw new ApiError('extraction_failed', message, { reason: 'invalid_answer', issues: issues.slice(0, 20) })
}
