import { ApiError, isApiError, JsonText } from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import type { Player } from '../../scrape/online/youtube/read-player.ts'
import type { VideoAnswers } from '../../scrape/online/youtube/read-video.ts'
import type { WatchFacts } from '../../scrape/online/youtube/read-watch-page.ts'
import type { PageLook } from '../app-shell/is-script-shell.ts'
import type { Converted, Sniffed } from '../converted.ts'
import type { WrittenSaid } from '../transcript/said.ts'

/** What a thread is to read. */
export interface Reading {
  source: Sniffed
  options: ContentOptions
  /** Of a document, what a process of its own has written of it. */
  written?: string
}

type Bytes = Uint8Array<ArrayBuffer>

/** A reading as messages carry it. */
export interface PackedReading extends Omit<Reading, 'source'> {
  source: Omit<Sniffed, 'url' | 'headers' | 'body'> & { url: string; headers: [string, string][]; body: Bytes }
}

/** What was read, its data as JSON: objects are dear to hand from thread to thread, and to write. */
export interface WrittenReading {
  converted: Converted
  json: string | undefined
  structured: string | undefined
}

/** A file of captions, and what its page and its server say of it. */
export interface CaptionsGiven {
  body: Uint8Array
  type: string | null
  language: string | undefined
}
export type PackedCaptions = CaptionsGiven & { body: Bytes }
export type PackedVideo = VideoAnswers & { watchPage: Bytes; captions: Bytes }

/** What a thread can do, by what its task is called: what it is given and what it gives. */
export interface Tasks {
  /** Converts a page or document. */
  read: { given: PackedReading; gives: WrittenReading }
  /** Looks at what a page shows. */
  look: { given: { body: Bytes }; gives: PageLook }
  /** Reads a file of captions. */
  captions: { given: PackedCaptions; gives: WrittenSaid }
  /** Reads the page of a video of YouTube. */
  watchPage: { given: { body: Bytes }; gives: WatchFacts }
  /** Reads what YouTube tells its player; null for what is no JSON. */
  player: { given: { body: Bytes }; gives: Player | null }
  /** Converts a video of YouTube. */
  video: { given: PackedVideo; gives: WrittenReading }
}
export type TaskName = keyof Tasks

/** A task with its bytes, which go to the thread and are gone here. */
export interface Task<N extends TaskName> {
  name: N
  given: Tasks[N]['given']
  bytes: readonly Bytes[]
}
/** A task as the thread gets it. */
export type TaskMessage = { [N in TaskName]: Pick<Task<N>, 'name' | 'given'> }[TaskName]

/** What a thread says of its task. */
export type Answer =
  | { given: Tasks[TaskName]['gives'] }
  | { refused: Pick<ApiError, 'status' | 'code' | 'message' | 'details'> & { cause: string } }
  | { failed: { message: string; stack?: string } }

export const readTask = ({ source, ...rest }: Reading): Task<'read'> => {
  const { url, headers } = source
  // A copy that the thread is given for its own: a message would copy it twice, and a part of a buffer with all the
  // rest.
  const body = source.body.slice()
  return {
    name: 'read',
    given: { ...rest, source: { ...source, url: url.href, headers: [...headers], body } },
    bytes: [body],
  }
}

export const lookTask = (page: Uint8Array): Task<'look'> => {
  const body = page.slice()
  return { name: 'look', given: { body }, bytes: [body] }
}

export const captionsTask = (file: CaptionsGiven): Task<'captions'> => {
  const body = file.body.slice()
  return { name: 'captions', given: { ...file, body }, bytes: [body] }
}

export const watchPageTask = (page: Uint8Array): Task<'watchPage'> => {
  const body = page.slice()
  return { name: 'watchPage', given: { body }, bytes: [body] }
}

export const playerTask = (answer: Uint8Array): Task<'player'> => {
  const body = answer.slice()
  return { name: 'player', given: { body }, bytes: [body] }
}

export const videoTask = (answers: VideoAnswers): Task<'video'> => {
  const [watchPage, captions] = [answers.watchPage.slice(), answers.captions.slice()]
  return { name: 'video', given: { ...answers, watchPage, captions }, bytes: [watchPage, captions] }
}

export const unpackReading = ({ source, ...rest }: PackedReading): Reading => ({
  ...rest,
  source: { ...source, url: new URL(source.url), headers: new Headers(source.headers) },
})

export const writeReading = ({ json, structured, ...converted }: Converted): WrittenReading => ({
  converted,
  json: JSON.stringify(json),
  structured: JSON.stringify(structured),
})

/** `json` and `structured` are of the class JsonText. */
export const readWritten = ({ converted, json, structured }: WrittenReading): Converted => ({
  ...converted,
  ...(json !== undefined && { json: new JsonText(json) }),
  ...(structured !== undefined && { structured: new JsonText(structured) }),
})

export const answerOf = (error: unknown): Answer => {
  if (!isApiError(error)) return { failed: error instanceof Error ? error : { message: String(error) } }
  const { status, code, message, details, cause } = error
  return { refused: { status, code, message, details, cause: String(cause ?? '') } }
}

/** Throws what the thread threw. */
export const givenBy = (answer: Answer): Tasks[TaskName]['gives'] => {
  if ('given' in answer) return answer.given
  if ('failed' in answer) throw Object.assign(new Error(answer.failed.message), { stack: answer.failed.stack })
  const { status, code, message, details, cause } = answer.refused
  throw new ApiError(status, code, message, details, { cause })
}
