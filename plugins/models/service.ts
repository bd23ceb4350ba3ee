import { defineProviders } from 'weirjs'

/** What a language model is asked: for JSON of a schema, and nothing else. */
export interface Question {
  system: string
  user: string
  /** JSON Schema of the answer, whose root is an object. */
  schema: Record<string, unknown>
  /** What is wrong with an answer, in sentences; none: it is taken. */
  check(value: unknown): readonly string[]
  /** Default 0. */
  temperature?: number
  /** Requests to the server at most, 1 to 3. Default 3. */
  calls?: number
}

/** Tokens, as the server counts them; 0 where it does not say. */
export interface TokenUsage {
  prompt: number
  completion: number
  /** Part of `completion`. */
  reasoning: number
  total: number
}

export interface Answer {
  /** Passed `check`. */
  value: unknown
  /** The model's name. */
  model: string
  /** Requests that it took. */
  calls: number
  /** Of all of them. */
  usage: TokenUsage
}

/** A language model. Third parties may bring theirs. */
export interface LanguageModel {
  /** As callers name it. */
  readonly model: string
  /**
   * Throws ApiError `extraction_failed` (details `reason`, `calls`; `truncated` where the answer was cut short), and
   * the signal's reason where that is aborted.
   */
  ask(question: Question, signal: AbortSignal): Promise<Answer>
}

/** The models of this server; the first that is ready is the one that works where nobody names another. */
export const languageModels = defineProviders<LanguageModel>('models.models')
