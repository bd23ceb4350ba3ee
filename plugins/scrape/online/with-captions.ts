import { type EngineContext, type GuardedFetch, isApiError, type PageRequest, permitFor } from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import type { Converted } from '../../content/convert.ts'
import { captionsTask, threads } from '../../content/threads/index.ts'
import { addTranscript } from '../../content/transcript/add-transcript.ts'
import type { CaptionFile } from '../../content/transcript/find-captions.ts'
import { wantsTranscript } from '../../content/transcript/own-transcript.ts'
import type { WrittenSaid } from '../../content/transcript/said.ts'
import { createAsking } from './ask.ts'
import { chooseLanguage } from './choose-language.ts'

interface Context {
  request: PageRequest
  content: ContentOptions
  fetch: GuardedFetch
  engine: EngineContext
}

/** Most bytes of captions: those of ten hours have less than 2 MB. */
const MAX_CAPTIONS_BYTES = 4 * 1024 * 1024
/** Milliseconds for them, so that a page does not wait for what is but an addition. */
const CAPTIONS_TIME = 10_000

/** A page with what is said in its video, where it names captions. */
export async function withCaptions(
  converted: Converted,
  context: Context,
): Promise<{ converted: Converted; warnings: string[] }> {
  const { content, request } = context
  const files = converted.captions ?? []
  if (converted.parserName !== 'html' || files.length === 0 || !wantsTranscript(content)) {
    return { converted, warnings: [] }
  }
  const asked = request.location?.languages ?? []
  const byDefault = [...files].sort((a, b) => Number(b.isDefault) - Number(a.isDefault))
  const file = chooseLanguage(byDefault, ({ language }) => language, asked)!
  try {
    const said = await readFile(file, context)
    if (said.isTimed) return { converted: addTranscript(converted, said, content), warnings: said.warnings }
    return { converted: { ...converted, transcriptAvailable: false }, warnings: [] }
  } catch (error) {
    if (!isApiError(error) || context.engine.signal.aborted) throw error
    const why = `The captions of the page's video could not be had: ${error.message}`
    return { converted: { ...converted, transcriptAvailable: false }, warnings: [why] }
  }
}

async function readFile({ url, language }: CaptionFile, context: Context): Promise<WrittenSaid> {
  const { request, fetch, engine } = context
  const timeout = Math.min(request.timeout, CAPTIONS_TIME)
  const signal = AbortSignal.any([engine.signal, AbortSignal.timeout(timeout)])
  const { ask } = createAsking({ fetch, page: { ...request, timeout }, signal, service: 'captions' })
  const { status, headers, body } = await ask(new URL(url), { maxBytes: MAX_CAPTIONS_BYTES })
  const file = { body: status < 400 ? body : new Uint8Array(), type: headers.get('content-type'), language }
  return threads.run(() => captionsTask(file), permitFor(engine))
}
