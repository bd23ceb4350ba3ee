import { ApiError } from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import type { Converted, Sniffed } from '../../../plugins/content/converted.ts'
import {
  type DocumentModel,
  type Hints,
  type ReadDocument,
  Unreadable,
} from '../../../plugins/content/document-model.ts'
import { readSource } from '../../../plugins/content/read/read.ts'
import { writeAnswer } from '../../../plugins/content/sandbox/answer.ts'
import { damaged, parseAnswer } from '../../../plugins/content/sandbox/parse-answer.ts'
import type { Source } from '../../../plugins/content/service.ts'
import { chooseReader } from '../../../plugins/content/sniff/choose-reader.ts'
import { sniff } from '../../../plugins/content/sniff/sniff.ts'
import { unreadable } from '../../../plugins/content/unreadable.ts'
import { readers } from '../../../plugins/documents/readers.ts'

/** What the process that reads documents would write for a document. */
export async function writtenBy(read: ReadDocument, bytes: Uint8Array, hints: Hints): Promise<Uint8Array<ArrayBuffer>> {
  const { html, ...document } = await read(bytes, hints)
  return writeAnswer({ document }, html)
}

/** A document as its process returns it, with decoded HTML. */
export const modelBy = async (...given: Parameters<typeof writtenBy>): Promise<DocumentModel> =>
  modelOf(await writtenBy(...given))

/** The output of a process, with decoded HTML. */
export function modelOf(written: Uint8Array): DocumentModel {
  const document = parseAnswer(written)
  return { ...document, html: new TextDecoder().decode(document.html) }
}

/** What a separate process would write for a source; undefined for sources that are read on a thread. */
export async function written(source: Sniffed): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = chooseReader(Object.values(readers), source)
  if (reader && 'refusal' in reader) throw unreadable(reader.refusal.reason, reader.refusal.message)
  if (reader?.runs !== 'in-process') return undefined
  const { read } = (await import(reader.module.href)) as { read: ReadDocument }
  return writtenBy(read, source.body, { mime: source.mime, url: source.url.href })
}

/** Reads a page or document in the requested formats in this process: the work of threads and child processes. */
export async function readHere(source: Sniffed, options: ContentOptions): Promise<Converted> {
  const reader = chooseReader(Object.values(readers), source)
  const module = reader && 'module' in reader && reader.runs === 'on-thread' ? reader.module.href : undefined
  return readSource(source, options, { module, written: await written(source) })
}

/**
 * The same as `convert` without threads and child processes. Errors of a reader are reported as its process reports
 * them.
 */
export async function convertHere(source: Source, options: ContentOptions): Promise<Converted> {
  const kind = sniff(source)
  try {
    return await readHere({ ...source, ...kind }, options)
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw error instanceof Unreadable ? unreadable(error.reason, error.message) : damaged(String(error))
  }
}
