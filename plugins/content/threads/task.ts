import { ApiError, isApiError } from 'weirjs/toolkit'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * A copy of bytes that can be transferred to a thread: a message would copy the bytes twice, and a part of a buffer
 * with the whole buffer. Not `slice`, which does not copy a Buffer.
 */
export const copyOf = (bytes: Uint8Array): Bytes => new Uint8Array(bytes)

/** A function that a thread runs, and its argument. */
export interface ThreadTask<Gives = unknown> {
  /** The URL of the module that exports the function. */
  module: string
  name: string
  given: unknown
  /** Bytes in `given` that are transferred to the thread; they are empty here afterwards. */
  bytes: readonly Bytes[]
  /** Never set; for the types alone. */
  gives?: Gives
}

/**
 * Creates a task from the function `name` of `module`. Its result must be structured-cloneable, preferably a string
 * or an object of strings: these are passed on directly, while strings nested deeper are copied twice.
 *
 * @example threadTask<typeof readPlayer>(new URL('./read-player.ts', import.meta.url), 'readPlayer', body, [body])
 */
export const threadTask = <F extends (given: never) => unknown>(
  module: URL,
  name: string,
  given: Parameters<F>[0],
  bytes: readonly Bytes[],
): ThreadTask<Awaited<ReturnType<F>>> => ({ module: module.href, name, given, bytes })

/** A task as it is sent to the thread. */
export type TaskMessage = Pick<ThreadTask, 'module' | 'name' | 'given'>

/** Why a task has no result. */
export type Failure =
  | { refused: Pick<ApiError, 'status' | 'code' | 'message' | 'details'> & { cause: string } }
  | { failed: { message: string; stack?: string } }

/**
 * What a thread reports about a task, after a message with the result; the result is undefined if the task failed.
 */
export interface Outcome {
  /** Milliseconds of CPU time. */
  took: number
  failure?: Failure
}

export const failureOf = (error: unknown): Failure => {
  if (!isApiError(error)) return { failed: error instanceof Error ? error : { message: String(error) } }
  const { status, code, message, details, cause } = error
  return { refused: { status, code, message, details, cause: String(cause ?? '') } }
}

/** The error that the thread threw. */
export const errorOf = (failure: Failure): Error => {
  if ('failed' in failure) return Object.assign(new Error(failure.failed.message), { stack: failure.failed.stack })
  const { status, code, message, details, cause } = failure.refused
  return new ApiError(code, message, details, { status, cause })
}
