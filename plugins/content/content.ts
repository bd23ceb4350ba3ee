import { permitFor } from 'weirjs'
import { lookAt, MAX_BYTES, SHOWN } from './app-shell/is-script-shell.ts'
import { FIRST_BYTES, showsText } from './app-shell/survey-page.ts'
import { createConvert } from './convert.ts'
import type { Content, Convert, Converter, DocumentReader } from './service.ts'
import { threads } from './threads/index.ts'
import { captionsTask, lookTask } from './threads/tasks.ts'
import { readWritten } from './threads/written-converted.ts'
import { addTranscript } from './transcript/add-transcript.ts'
import { checkSelectors } from './view/selectors.ts'

/** Bytes to formats, by these readers and converters, first those that come first. */
export function createContent(readers: readonly DocumentReader[], converters: readonly Converter[] = []): Content {
  const convert = converters.reduceRight<Convert>(
    (next, converter) =>
      (source, options, context = {}) =>
        converter.convert(source, options, context, next),
    createConvert(readers),
  )

  return {
    convert,

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
