import { defineProviders } from 'weirjs'

/** A question to a language model, answered with JSON of a schema. */
export interface Question {
  system: string
  user: string
  /** The JSON Schema of the answer, whose root is an object. */
  schema: Record<string, unknown>
  /** Returns what is wrong with an answer, in sentences; empty for a valid answer. */
  check(value: unknown): readonly string[]
  /** Default 0. */
  temperature?: number
  /** The most requests to the server, 1 to 3. Default 3. */
  calls?: number
}

/** Token counts of the server; 0 if it does not report them. */
export interface TokenUsage {
  prompt: number
  completion: number
  /** A part of `completion`. */
  reasoning: number
  total: number
}

export interface Answer {
  /** Has passed `check`. */
  value: unknown
  /** The model's name. */
  model: string
  /** The number of requests. */
  calls: number
  /** The sum of all requests. */
  usage: TokenUsage
}

/** A language model. Third parties can add their own. */
export interface LanguageModel {
  /** The name by which callers choose it. */
  readonly model: string
  /**
   * Throws ApiError `extraction_failed` (details `reason`, `calls`, and `truncated` if the answer was cut), and the
   * signal's reason when it is aborted.
   */
  ask(question: Question, signal: AbortSignal): Promise<Answer>
}

/** The models of this server. The first one that is ready is the default. */
export const languageModels = defineProviders<LanguageModel>('models.models')
