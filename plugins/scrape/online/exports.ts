import { ApiError, isApiError } from 'weirjs'
import { fileNameOf } from '../../content/service.ts'
import type { OnlineAnswer } from './ask.ts'
import type { OnlinePage, OnlineRequest } from './online-page.ts'

/** Hosts to which a document redirects if reading it requires a sign-in. */
const signIn =
  /^(?:accounts\.google\.com|login\.(?:microsoftonline\.(?:com|us)|live\.com|windows\.net)|account\.live\.com)$/
const signInPath =
  /^\/(?:ServiceLogin|v3\/signin|_forms\/default\.aspx|_layouts\/15\/(?:Authenticate|AccessDenied)\.aspx)/i
/** The sign-in form of a page that asks for it directly. */
const signInForm = /\saction="?https:\/\/(?:accounts\.google\.com|login\.microsoftonline\.com)\//i
/** The most characters of a sign-in page that are searched for its form. */
const FORM_CHARS = 200_000

export interface ExportChoice {
  /**
   * The URLs of the document as a file, the most complete format first; the next one is tried if a file is
   * unavailable or unreadable.
   */
  exports: readonly URL[]
  /** Finds the URL that really has the file, if the response only leads to it. */
  leadsOn?(answer: OnlineAnswer): Promise<URL | undefined>
  /** Whether the file has the name by which its readers know the document. */
  isNamed?: boolean
}

/**
 * Reads an online document from the URL that returns it as a file. Throws 400 `invalid_url` with reason
 * `authentication_required` for a document that is not public.
 */
export async function readExport(
  { exports, leadsOn, isNamed }: ExportChoice,
  { page, content, ask, context, converter }: OnlineRequest,
): Promise<OnlinePage> {
  const notPublic = () =>
    new ApiError(
      'invalid_url',
      'The document is not public: share it with everyone who has the link, or send `headers` or `authentication` that may read it',
      { url: page.url.href, reason: 'authentication_required' },
    )
  const onRedirect = (to: URL) => {
    if (signIn.test(to.hostname) || signInPath.test(to.pathname)) throw notPublic()
  }

  const get = async (url: URL): Promise<OnlinePage> => {
    let answer = await ask(url, { onRedirect })
    const further = answer.status < 400 ? await leadsOn?.(answer) : undefined
    if (further) answer = await ask(further, { onRedirect })
    const { status, headers, body } = answer
    if (status === 401 || status === 403 || asksToSignIn(answer)) throw notPublic()
    await context.yieldToEventLoop?.()
    const converted = await converter.convert({ url: page.url, headers, body }, content, context)
    const { metadata } = converted
    const name = status < 400 ? fileTitle(headers) : null
    metadata.title = isNamed ? (name ?? metadata.title) : (metadata.title ?? name)
    return { status, headers, converted }
  }

  /** Why a more complete format could not be read. */
  let failure: string | undefined
  const told = (found: OnlinePage): OnlinePage =>
    failure === undefined || found.status >= 400 ? found : { ...found, warnings: [lacking(failure)] }

  const last = exports.length - 1
  for (const url of exports.slice(0, last)) {
    try {
      const found = await get(url)
      // A document that does not exist is unavailable in every format; one too large to export may be available in
      // another.
      if (found.status < 400 || found.status === 404 || found.status === 410 || found.status === 429) return told(found)
      failure ??= `status ${found.status}`
    } catch (error) {
      if (!isApiError(error) || error.code !== 'scraping_failed' || error.details.reason === 'blocked') throw error
      failure ??= error.message
    }
  }
  return told(await get(exports[last]!))
}

const lacking = (why: string) =>
  `The document could not be read in its most complete format (${why}): parts of it may be missing`

const asksToSignIn = ({ headers, body }: OnlineAnswer): boolean =>
  /html/i.test(headers.get('content-type') ?? '') &&
  signInForm.test(Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, FORM_CHARS)).toString('latin1'))

/** The name of a file that is sent for saving, without its extension. */
const fileTitle = (headers: Headers): string | null =>
  fileNameOf(headers)
    ?.replace(/\.[a-z\d]{1,5}$/i, '')
    .trim() || null
