import { permitFor } from 'weirjs'
import type { Sniffed } from './converted.ts'
import { unreadable } from './read/unreadable.ts'
import { readDocument } from './sandbox/read-document.ts'
import type { Convert, DocumentReader } from './service.ts'
import { chooseReader } from './sniff/choose-reader.ts'
import { sniff } from './sniff/sniff.ts'
import { threads } from './threads/index.ts'
import { readTask } from './threads/tasks.ts'
import { readWritten } from './threads/written-converted.ts'

/** A document that another process has read is that process's words alone. */
const NOTHING = new Uint8Array()

/**
 * Weir's own converter. What a page or document is, its bytes tell before its server does; what runs in a process of
 * its own reads it there; the formats are made on a thread, so that nobody else waits meanwhile.
 */
export const createConvert =
  (readers: readonly DocumentReader[]): Convert =>
  async (source, options, context = {}) => {
    const permit = permitFor(context)
    const sniffed: Sniffed = { ...source, ...sniff(source.body, source.headers.get('content-type'), source.url) }
    const reader = chooseReader(readers, sniffed)
    const named = reader?.parserName ? { ...sniffed, parserName: reader.parserName } : sniffed
    if (reader === undefined)
      return readWritten(await threads.run(() => readTask({ source: sniffed, options }), permit))
    if ('refusal' in reader) throw unreadable(reader.refusal.reason, reader.refusal.message)
    const { module } = reader
    if (reader.runs === 'on-thread') {
      const task = () => readTask({ source: named, options, by: { module: module.href } })
      return readWritten(await threads.run(task, permit))
    }
    const hints = { mime: sniffed.mime, url: sniffed.url.href, maxPages: options.pdfPages }
    const document = { module, bytes: sniffed.body, hints }
    return readDocument(document, permit, async (written, release) => {
      const task = () => readTask({ source: { ...named, body: NOTHING }, options, by: { written } })
      return readWritten(await threads.run(task, permit, release))
    })
  }
