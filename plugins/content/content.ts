import { permitFor } from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import { lookAt, MAX_BYTES, SHOWN } from './app-shell/is-script-shell.ts'
import { FIRST_BYTES, showsText } from './app-shell/survey-page.ts'
import type { Sniffed } from './converted.ts'
import type { ReadBy, readPacked } from './read/read.ts'
import { unreadable } from './read/unreadable.ts'
import { readDocument } from './sandbox/read-document.ts'
import type { Captions, Content, Convert, Converter, DocumentReader } from './service.ts'
import { chooseReader } from './sniff/choose-reader.ts'
import { sniff } from './sniff/sniff.ts'
import { threads } from './threads/index.ts'
import { copyOf, threadTask } from './threads/task.ts'
import { readWritten } from './threads/written-converted.ts'
import { addTranscript } from './transcript/add-transcript.ts'
import type { readCaptionFile } from './transcript/said.ts'
import { checkSelectors } from './view/selectors.ts'

/** A document that another process has read is that process's words alone. */
const NOTHING = new Uint8Array()

/** Bytes to formats, by these readers and converters, first those that come first. */
export function createContent(readers: readonly DocumentReader[], converters: readonly Converter[] = []): Content {
  /**
   * Weir's own converter. What a page or document is, its bytes tell before its server does; what runs in a process
   * of its own reads it there; the formats are made on a thread, so that nobody else waits meanwhile.
   */
  const convertHere: Convert = async (source, options, context = {}) => {
    const permit = permitFor(context)
    const sniffed: Sniffed = { ...source, ...sniff(source.body, source.headers.get('content-type'), source.url) }
    const reader = chooseReader(readers, sniffed)
    if (reader && 'refusal' in reader) throw unreadable(reader.refusal.reason, reader.refusal.message)
    const known = reader?.parserName ? { ...sniffed, parserName: reader.parserName } : sniffed
    const makeFormats = async (source: Sniffed, by?: ReadBy, taken?: () => void) =>
      readWritten(await threads.run(() => readTask(source, options, by), permit, taken))
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

    async look(page, context = {}) {
      // No more than that is a matter of a moment, and what is too long for a shell is not looked at.
      if (page.byteLength <= FIRST_BYTES || page.byteLength > MAX_BYTES) return lookAt(page)
      return showsText(page) ? SHOWN : threads.run(() => lookTask(page), permitFor(context))
    },

    async addCaptions(converted, captions, options, context = {}) {
      const said = await threads.run(() => captionsTask(captions), permitFor(context))
      if (said.isTimed) return { converted: addTranscript(converted, said, options), warnings: said.warnings }
      return { converted: { ...converted, transcriptAvailable: false }, warnings: [] }
    },

    run: (make, context = {}) => threads.run(make, permitFor(context)),

    runConversion: async (make, context = {}) => readWritten(await threads.run(make, permitFor(context))),
  }
}

// What threads run is named by its address: most of what it loads the server's own thread has no use for.
const reading = new URL('./read/read.ts', import.meta.url)
const looking = new URL('./app-shell/is-script-shell.ts', import.meta.url)
const captioning = new URL('./transcript/said.ts', import.meta.url)

function readTask(source: Sniffed, options: ContentOptions, by?: ReadBy) {
  const { url, headers } = source
  const body = copyOf(source.body)
  const given = { options, by, source: { ...source, url: url.href, headers: [...headers], body } }
  return threadTask<typeof readPacked>(reading, 'readPacked', given, [body])
}

function lookTask(page: Uint8Array) {
  const body = copyOf(page)
  return threadTask<typeof lookAt>(looking, 'lookAt', body, [body])
}

function captionsTask(captions: Captions) {
  const body = copyOf(captions.body)
  return threadTask<typeof readCaptionFile>(captioning, 'readCaptionFile', { ...captions, body }, [body])
}
