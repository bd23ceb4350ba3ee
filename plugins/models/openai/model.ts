import { ApiError, type Clock, describeError, type GuardedFetch, type Log, sleep } from 'weirjs'
import type { Answer, LanguageModel, Question } from '../service.ts'
import { createAbilities, nextRung, type Rung } from './abilities.ts'
import { type ChatRequest, createChat } from './chat.ts'
import { ModelFailure } from './failure.ts'
import { fitAnswer } from './fit-answer.ts'
import { hasMoreValues } from './has-more-values.ts'
import { messagesOf, responseFormat, type WrongAnswer } from './messages.ts'
import { type Completion, readCompletion } from './read-completion.ts'
import { readJson } from './read-json.ts'
import { failureOf, objectionOf } from './read-refusal.ts'
import { toStrict } from './strict-schema.ts'

/** The most requests for one question. Source: threats F17. */
const MAX_CALLS = 3
/**
 * The most characters of an answer: the data may have 256 KiB, and the reasoning before it some more. Checking a much
 * longer one would take seconds.
 */
const MAX_TEXT = 1024 * 1024
/** The most values in the data of an answer, for the same reason: 256 KiB of short numbers. */
const MAX_VALUES = 50_000
/** The default pause in milliseconds before a retry, and the longest. */
const PAUSE = 1000
const MAX_PAUSE = 30_000

interface Settings {
  url: string
  apiKey?: string
  model: string
}
interface Ports {
  fetch: GuardedFetch
  clock: Clock
  log: Log
}

/**
 * A model behind the OpenAI chat-completions protocol. The abilities of its server are found by trying: it is asked
 * with a schema, then for JSON, then by instructions, and the result is remembered. An invalid answer is requested
 * once more, together with its errors.
 */
export function createOpenAiModel(settings: Settings, { fetch, clock, log }: Ports): LanguageModel {
  const { model } = settings
  const chat = createChat(settings, fetch)
  const abilities = createAbilities(clock)

  async function ask(question: Question, signal: AbortSignal, count: { calls: number }): Promise<Answer> {
    const most = Math.min(question.calls ?? MAX_CALLS, MAX_CALLS)
    const strict = toStrict(question.schema)
    const usage = { prompt: 0, completion: 0, reasoning: 0, total: 0 }
    const schema = strict && JSON.stringify(strict)
    let rung = abilities.bestFor(schema)
    const takes = { temperature: abilities.takes('temperature'), system: abilities.takes('system') }
    let wrong: WrongAnswer | undefined
    let repaired = false
    for (;;) {
      const request: ChatRequest = {
        model,
        messages: messagesOf(question, { wrong, hasSystem: takes.system }),
        ...(takes.temperature && { temperature: question.temperature ?? 0 }),
        ...formatOf(rung, strict),
      }
      count.calls++
      const isLast = count.calls >= most
      try {
        const answer = await chat(request, signal)
        if (answer.status === 200) {
          if (rung === 'json_schema') abilities.acceptedSchema()
          const completion = readCompletion(answer.body)
          add(usage, completion.usage)
          return { value: await valueOf(completion, question), model, calls: count.calls, usage }
        }
        const objection = objectionOf(answer)
        if (objection === 'temperature' || objection === 'system') {
          if (!takes[objection]) throw failureOf(answer, clock)
          takes[objection] = false
          // An objection to a temperature that one caller chose says nothing about the usual one.
          if (objection === 'system' || !question.temperature) abilities.refused(objection)
        } else if (objection && nextRung(rung)) {
          // An objection to this schema says nothing about other schemas, and one to schemas may be one to this.
          if (objection === 'response_format' && rung === 'json_schema' && schema) abilities.refusedWith(schema)
          else if (objection === 'response_format') abilities.refused(rung)
          if (objection === 'json') for (const one of ['json_schema', 'json_object'] as const) abilities.refused(one)
          rung = abilities.bestFrom(nextRung(rung) as Rung)
        } else throw failureOf(answer, clock)
        if (isLast) throw failureOf(answer, clock)
      } catch (error) {
        if (!(error instanceof ModelFailure) || isLast) throw error
        if (error.reason === 'invalid_answer' && !repaired) {
          repaired = true
          wrong = error
        } else if (error.mayPass && (error.retryAfter ?? 0) <= MAX_PAUSE) {
          await sleep(error.retryAfter ?? PAUSE * count.calls, signal)
        } else throw error
      }
    }
  }

  return {
    model,
    async ask(question, signal) {
      const count = { calls: 0 }
      try {
        return await ask(question, signal, count)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof ModelFailure)) throw error
        const { reason, message, issues, cause } = error
        const why = cause === undefined ? undefined : describeError(cause)
        log.warn(message, { model, reason, calls: count.calls, cause: why })
        const details = { reason, calls: count.calls, ...(issues.length > 0 && { issues }) }
        throw new ApiError('extraction_failed', message, details, { cause: error })
      }
    },
  }
}

function formatOf(rung: Rung, strict: ReturnType<typeof toStrict>) {
  const response_format = responseFormat(rung, strict)
  return response_format && { response_format }
}

/** The value of a completion. Throws ModelFailure if it is invalid. */
async function valueOf({ text }: Completion, { schema, check }: Question): Promise<unknown> {
  if (text.length > MAX_TEXT)
    throw new ModelFailure('too_large', 'The language model answered with more than 1 MiB of text')
  const json = await readJson(text)
  if (hasMoreValues(json, MAX_VALUES))
    throw new ModelFailure('too_large', `The language model answered with more than ${MAX_VALUES} values`)
  const value = json === undefined ? undefined : fitAnswer(json, schema)
  const issues = json === undefined ? ['it is not JSON'] : check(value)
  if (issues.length === 0) return value
  const message = 'The answer of the language model does not fit the schema'
  throw new ModelFailure('invalid_answer', message, { issues, text })
}

function add(sum: Answer['usage'], more: Completion['usage']) {
  for (const key of ['prompt', 'completion', 'reasoning', 'total'] as const) sum[key] += more[key]
}
