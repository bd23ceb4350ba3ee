import { defineProviders } from 'weirjs'

/** A request to a language model: for JSON that matches a schema, and nothing else. */
export interface Question {
  system: string
  user: string
  /** JSON Schema of the answer, whose root is an object. */
  schema: Record<string, unknown>
  /** What is wrong with an answer, as sentences; empty if it is accepted. */
  check(value: unknown): readonly string[]
  /** Default 0. */
  temperature?: number
  /** The most requests to the server, 1 to 3. Default 3. */
  calls?: number
}

/** Tokens as counted by the server; 0 if it does not report them. */
export interface TokenUsage {
  prompt: number
  completion: number
  /** Part of `completion`. */
  reasoning: number
  total: number
}

export interface Answer {
  /** Accepted by `check`. */
  value: unknown
  /** The model's name. */
  model: string
  /** The number of requests. */
  calls: number
  /** For all of them. */
  usage: TokenUsage
}

/** A language model. Third parties can provide theirs. */
export interface LanguageModel {
  /** The name that callers use. */
  readonly model: string
  /**
   * Throws ApiError `extraction_failed` (details `reason`, `calls`; `truncated` if the answer was cut short), and the
   * reason of an aborted signal.
   */
  ask(question: Question, signal: AbortSignal): Promise<Answer>
}

/** The models of this server; by default the first that is ready is used. */
export const languageModels = defineProviders<LanguageModel>('models.models')
