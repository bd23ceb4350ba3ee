import type { ContentOptions } from 'weirjs/schemas'
import { Budget } from '../budget.ts'
import type { Converted, ReadOnThread, Sniffed } from '../converted.ts'
import { cutToBudget } from '../cut/index.ts'
import { parseAnswer } from '../sandbox/parse-answer.ts'
import { withOwnTranscript } from '../transcript/own-transcript.ts'
import { answerDocument } from './answer-document.ts'
import { clearBesideSource } from './clear-between.ts'
import { readPage } from './read-page.ts'
import { warnOfNothing } from './warn-of-nothing.ts'
import { type WrittenConverted, writeConverted } from './written-converted.ts'

/** The reader of a source; by default it is read as an HTML page. */
export interface ReadBy {
  /** The URL of a module that exports `read`, a ReadOnThread. */
  module?: string
  /** The output of a process that has read it. */
  written?: Uint8Array<ArrayBuffer>
}

/** The input of `readPacked`, as messages can carry it. */
export interface PackedReading {
  source: Omit<Sniffed, 'url' | 'headers'> & { url: string; headers: [string, string][] }
  options: ContentOptions
  by?: ReadBy
}

/** The same as `readSource`, on a thread. */
export async function readPacked({ source, options, by }: PackedReading): Promise<WrittenConverted> {
  const { url, headers } = source
  return writeConverted(await readSource({ ...source, url: new URL(url), headers: new Headers(headers) }, options, by))
}

/** Converts a page or document to the requested formats. Throws like Content's `convert`. */
export async function readSource(
  source: Sniffed,
  options: ContentOptions,
  { module, written }: ReadBy = {},
): Promise<Converted> {
  const bytes = written ?? source.body
  const budget = new Budget(bytes.byteLength)
  const converted =
    written === undefined
      ? withOwnTranscript(await (await readerOf(module))(source, options, budget), options)
      : await answerDocument(source, options, { document: parseAnswer(written), budget })
  clearBesideSource(bytes)
  warnOfNothing(converted, options, budget)
  const cut = cutToBudget(converted, options, budget)
  clearBesideSource(bytes)
  const { warnings } = budget
  return warnings.length > 0 ? { ...cut, warnings } : cut
}

const readerOf = async (module: string | undefined): Promise<ReadOnThread> =>
  module === undefined ? readPage : ((await import(module)) as { read: ReadOnThread }).read
