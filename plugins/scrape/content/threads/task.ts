import { ApiError, isApiError } from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import type { Converted, Sniffed } from '../converted.ts'

/** What a thread is to read. */
export interface Task {
  source: Sniffed
  options: ContentOptions
  /** Of a document, what a process of its own has written of it. */
  written?: string
}

/** A task as messages carry it; the body goes to the other side. */
export interface PackedTask extends Omit<Task, 'source'> {
  source: Omit<Sniffed, 'url' | 'headers' | 'body'> & {
    url: string
    headers: [string, string][]
    body: Uint8Array<ArrayBuffer>
  }
}

/** What a thread says of its task. */
export type Answer =
  | { converted: Converted }
  | { refused: Pick<ApiError, 'status' | 'code' | 'message' | 'details'> & { cause: string } }
  | { failed: { message: string; stack?: string } }

export const pack = ({ source, ...rest }: Task): PackedTask => {
  const { url, headers, body } = source
  // A copy that the thread is given for its own: a message would copy it twice, and a part of a buffer with all the rest.
  return { ...rest, source: { ...source, url: url.href, headers: [...headers], body: body.slice() } }
}

export const unpack = ({ source, ...rest }: PackedTask): Task => ({
  ...rest,
  source: { ...source, url: new URL(source.url), headers: new Headers(source.headers) },
})

export const answerOf = (error: unknown): Answer => {
  if (!isApiError(error)) return { failed: error instanceof Error ? error : { message: String(error) } }
  const { status, code, message, details, cause } = error
  return { refused: { status, code, message, details, cause: String(cause ?? '') } }
}

/** Throws what the thread threw. */
export const convertedOf = (answer: Answer): Converted => {
  if ('converted' in answer) return answer.converted
  if ('failed' in answer) throw Object.assign(new Error(answer.failed.message), { stack: answer.failed.stack })
  const { status, code, message, details, cause } = answer.refused
  throw new ApiError(status, code, message, details, { cause })
}
