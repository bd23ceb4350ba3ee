import { ApiError, isApiError } from 'weirjs/toolkit'

type Bytes = Uint8Array<ArrayBuffer>

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
  /** Bytes within `given`; they are moved to the thread, and are empty here then. */
  bytes: readonly Bytes[]
  /** Never there; for the types alone. */
  gives?: Gives
}

/**
 * A task of the function that `module` exports by this name. What it gives has to be what messages can carry, best a
 * text, or an object of texts: those are handed over as they are, where texts deeper within are copied twice.
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

/** Why a task gives nothing. */
export type Failure =
  | { refused: Pick<ApiError, 'status' | 'code' | 'message' | 'details'> & { cause: string } }
  | { failed: { message: string; stack?: string } }

/** What a thread says of its task, behind a message that is what the task gives: nothing where it failed. */
export interface Outcome {
  /** Ms of CPU. */
  took: number
  failure?: Failure
}

export const failureOf = (error: unknown): Failure => {
  if (!isApiError(error)) return { failed: error instanceof Error ? error : { message: String(error) } }
  const { status, code, message, details, cause } = error
  return { refused: { status, code, message, details, cause: String(cause ?? '') } }
}

/** What the thread threw. */
export const errorOf = (failure: Failure): Error => {
  if ('failed' in failure) return Object.assign(new Error(failure.failed.message), { stack: failure.failed.stack })
  const { status, code, message, details, cause } = failure.refused
  return new ApiError(code, message, details, { status, cause })
}
