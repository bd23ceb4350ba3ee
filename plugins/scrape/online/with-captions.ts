import { type EngineContext, type GuardedFetch, isApiError, type PageRequest } from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import type { CaptionFile, Captions, Content, Converted } from '../../content/service.ts'
import { createOnlineSession } from './ask.ts'
import { chooseLanguage } from './choose-language.ts'

interface Context {
  request: PageRequest
  content: ContentOptions
  converter: Content
  fetch: GuardedFetch
  engine: EngineContext
}

/** The most bytes of captions: those of ten hours take less than 2 MB. */
export const MAX_CAPTIONS_BYTES = 4 * 1024 * 1024
/** The most milliseconds for captions, so that a page does not wait for a mere addition. */
const CAPTIONS_TIME = 10_000

/** Adds the captions of its video to a page, if it names any. */
export async function withCaptions(
  converted: Converted,
  context: Context,
): Promise<{ converted: Converted; warnings: string[] }> {
  const { content, converter, request, engine } = context
  const files = converted.captions ?? []
  if (converted.parserName !== 'html' || files.length === 0) return { converted, warnings: [] }
  const asked = request.location?.languages ?? []
  const byDefault = [...files].sort((a, b) => Number(b.isDefault) - Number(a.isDefault))
  const file = chooseLanguage(byDefault, ({ language }) => language, asked)!
  try {
    return await converter.addCaptions(converted, await getFile(file, context), content, engine)
  } catch (error) {
    if (!isApiError(error) || engine.signal.aborted) throw error
    const why = `The captions of the page's video could not be fetched: ${error.message}`
    return { converted: { ...converted, transcriptAvailable: false }, warnings: [why] }
  }
}

async function getFile({ url, language }: CaptionFile, context: Context): Promise<Captions> {
  const { request, fetch, engine } = context
  const timeout = Math.min(request.timeout, CAPTIONS_TIME)
  const signal = AbortSignal.any([engine.signal, AbortSignal.timeout(timeout)])
  const { ask } = createOnlineSession({ fetch, page: { ...request, timeout }, signal, service: 'captions' })
  const { status, headers, body } = await ask(new URL(url), { maxBytes: MAX_CAPTIONS_BYTES })
  return { body: status < 400 ? body : new Uint8Array(), type: headers.get('content-type'), language }
}
