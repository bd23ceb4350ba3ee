import { permitFor } from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import { inspect } from './app-shell/inspect.ts'
import type { Sniffed } from './converted.ts'
import type { ReadBy, readPacked } from './read/read.ts'
import { readWritten } from './read/written-converted.ts'
import { readDocument } from './sandbox/read-document.ts'
import type { Content, Convert, Converter, DocumentReader } from './service.ts'
import { chooseReader } from './sniff/choose-reader.ts'
import { sniff } from './sniff/sniff.ts'
import { threads } from './threads/index.ts'
import { LeftBehind } from './threads/left-behind.ts'
import { copyOf, threadTask } from './threads/task.ts'
import { addCaptions } from './transcript/add-captions.ts'
import { unreadable } from './unreadable.ts'
import { checkSelectors } from './view/compile-selector.ts'

/** Once another process has read a document, only that process's output is used, not the bytes. */
const NOTHING = new Uint8Array()

/** Creates the content service with these readers and converters; earlier ones take precedence. */
export function createContent(readers: readonly DocumentReader[], converters: readonly Converter[] = []): Content {
  const leftBehind = new LeftBehind()

  /**
   * Weir's own converter. The bytes of a page or document decide its type before the server's headers do. In-process
   * readers run in a process of their own. The formats are made on a thread, so that the event loop stays free.
   */
  const convertHere: Convert = async (source, options, context = {}) => {
    const permit = permitFor(context)
    const sniffed: Sniffed = { ...source, ...sniff(source) }
    const reader = chooseReader(readers, sniffed)
    if (reader && 'refusal' in reader) throw unreadable(reader.refusal.reason, reader.refusal.message)
    const known = reader?.parserName ? { ...sniffed, parserName: reader.parserName } : sniffed
    const makeFormats = async (source: Sniffed, by?: ReadBy, taken?: () => void) => {
      const written = await threads.run(() => readTask(source, options, by), permit, taken)
      leftBehind.add(source.body.byteLength)
      return readWritten(written)
    }
    if (reader === undefined) return makeFormats(known)
    const { module, runs } = reader
    if (runs === 'on-thread') return makeFormats(known, { module: module.href })
    const hints = { mime: known.mime, url: known.url.href, maxPages: options.pdfPages }
    return readDocument({ module, bytes: known.body, hints }, permit, (written, release) =>
      makeFormats({ ...known, body: NOTHING }, { written }, release),
    )
  }

  return {
    convert: converters.reduceRight<Convert>(
      (next, converter) =>
        (source, options, context = {}) =>
          converter.convert(source, options, context, next),
      convertHere,
    ),

    checkSelectors,
    inspect,
    addCaptions,
    run: (make, context = {}) => threads.run(make, permitFor(context)),
    runConversion: async (make, context = {}) => readWritten(await threads.run(make, permitFor(context))),
  }
}

// Tasks on threads are named by their module's URL: the server's own thread needs little of what they load.
const reading = new URL('./read/read.ts', import.meta.url)

function readTask(source: Sniffed, options: ContentOptions, by?: ReadBy) {
  const { url, headers } = source
  const body = copyOf(source.body)
  const given = { options, by, source: { ...source, url: url.href, headers: [...headers], body } }
  return threadTask<typeof readPacked>(reading, 'readPacked', given, by?.written ? [body, by.written] : [body])
}
