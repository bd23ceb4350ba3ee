/** Why a model gave no answer, as in `details.reason`. */
export type FailureReason =
  | 'unreachable'
  | 'unauthorized'
  | 'not_found'
  | 'rate_limited'
  | 'model_error'
  | 'refused'
  | 'content_filter'
  | 'truncated'
  | 'too_large'
  | 'malformed'
  | 'invalid_answer'

/** A failed request. Its message is for the caller, so it contains neither address nor key. */
export class ModelFailure extends Error {
  readonly reason: FailureReason
  /** Whether the next request may succeed, and after how many milliseconds at the earliest. */
  readonly mayPass: boolean
  readonly retryAfter: number | undefined
  /** What was wrong with an answer, for the next request and for the caller. */
  readonly issues: readonly string[]
  /** The wrong answer. */
  readonly text: string

  constructor(
    reason: FailureReason,
    message: string,
    more: { cause?: unknown; mayPass?: boolean; retryAfter?: number; issues?: readonly string[]; text?: string } = {},
  ) {
    super(message, { cause: more.cause })
    this.reason = reason
    this.mayPass = more.mayPass ?? false
    this.retryAfter = more.retryAfter
    this.issues = more.issues ?? []
    this.text = more.text ?? ''
  }
}
