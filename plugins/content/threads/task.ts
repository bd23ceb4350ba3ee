import { ApiError, isApiError } from 'weirjs/toolkit'

export type Bytes = Uint8Array<ArrayBuffer>

/**
 * A copy that a thread is given for its own: a message would copy the bytes twice, and a part of a buffer with all
 * the rest. Not by `slice`, which gives no copy of a Buffer.
 */
export const copyOf = (bytes: Uint8Array): Bytes => new Uint8Array(bytes)

/** A function that a thread runs, and what it is given. */
export interface ThreadTask<Gives = unknown> {
  /** Of the module that exports the function. */
  module: string
  name: string
  given: unknown
  /** Those within `given`; they go to the thread and are gone here. */
  bytes: readonly Bytes[]
  /** Never there; for the types alone. */
  gives?: Gives
}

/**
 * A task of the function that `module` exports by this name. What it gives has to be what messages can carry, best as
 * JSON text.
 *
 * @example threadTask<typeof readPlayer>(new URL('./read-player.ts', import.meta.url), 'readPlayer', body, [body])
 */
export const threadTask = <F extends (given: never) => unknown>(
  module: URL,
  name: string,
  given: Parameters<F>[0],
  bytes: readonly Bytes[],
): ThreadTask<Awaited<ReturnType<F>>> => ({ module: module.href, name, given, bytes })

/** A task as the thread gets it. */
export type TaskMessage = Pick<ThreadTask, 'module' | 'name' | 'given'>

/** What a thread says of its task. */
export type Answer =
  | { given: unknown }
  | { refused: Pick<ApiError, 'status' | 'code' | 'message' | 'details'> & { cause: string } }
  | { failed: { message: string; stack?: string } }

/** The same with the ms of CPU that the task took. */
export interface TimedAnswer {
  answer: Answer
  took: number
}

export const answerOf = (error: unknown): Answer => {
  if (!isApiError(error)) return { failed: error instanceof Error ? error : { message: String(error) } }
  const { status, code, message, details, cause } = error
  return { refused: { status, code, message, details, cause: String(cause ?? '') } }
}

/** Throws what the thread threw. */
export const givenBy = (answer: Answer): unknown => {
  if ('given' in answer) return answer.given
  if ('failed' in answer) throw Object.assign(new Error(answer.failed.message), { stack: answer.failed.stack })
  const { status, code, message, details, cause } = answer.refused
  throw new ApiError(code, message, details, { status, cause })
}
