import { ApiError, isApiError } from 'weirjs'
import { copyOf, threadTask } from '../../../content/service.ts'
import type { OnlineRequest } from '../online-page.ts'
import { takenForProgram } from '../taken-for-program.ts'
import { CONSENT_HOST, type readWatchPage, type WatchFacts } from './read-watch-page.ts'

/** The page of a video, and what it contains. */
export interface WatchPage extends WatchFacts {
  headers: Headers
  body: Uint8Array
}

/** The most bytes of a video's page, which has some 1.5 MB. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024

const watchPageTask = (page: Uint8Array) => {
  const body = copyOf(page)
  const module = new URL('./read-watch-page.ts', import.meta.url)
  return threadTask<typeof readWatchPage>(module, 'readWatchPage', body, [body])
}

/**
 * Fetches the page of a video. If YouTube asks for consent first, gives the minimal consent and fetches the page
 * again.
 */
export async function getWatchPage({ ask, page, context, converter }: OnlineRequest, watch: URL): Promise<WatchPage> {
  const consentWanted = () =>
    new ApiError('scraping_failed', 'YouTube asks for consent to cookies before it shows the video', {
      url: page.url.href,
      reason: 'consent',
    })
  const onRedirect = ({ hostname }: URL) => {
    if (hostname === CONSENT_HOST) throw consentWanted()
  }
  const get = async (headers: Record<string, string> = {}) => {
    const answer = await ask(watch, {
      headers: { 'accept-language': 'en-US', ...headers },
      onRedirect,
      maxBytes: MAX_PAGE_BYTES,
    })
    return { ...answer, ...(await converter.run(() => watchPageTask(answer.body), context)) }
  }
  const first = await get().catch((error) => {
    if (isApiError(error) && error.details.reason === 'consent') return undefined
    throw error
  })
  const isAsked = first === undefined || first.wantsConsent
  const found = isAsked ? await get({ cookie: `SOCS=CAI; CONSENT=YES+${first?.consent ?? ''}` }) : first
  if (isAsked && found.wantsConsent) throw consentWanted()
  if (found.hasCaptcha || found.status === 429) throw takenForProgram(page.url, { vendor: 'google' })
  return found
}
