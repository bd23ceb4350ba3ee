import { ApiError, type EngineKit, endOnAbort, type Page, type PageRequest } from 'weirjs'
import { perform, runScript } from './actions.ts'
import { headersOf, isPage, original } from './document.ts'
import { isGone, toPageError } from './failures.ts'
import { pause } from './in-time.ts'
import { follow, type Navigation } from './navigation.ts'
import { picture, print } from './pictures.ts'
import { type Quiet, watchQuiet } from './settle.ts'
import { BrowserGone, ScriptFailed, type Tab } from './tab.ts'

/** Milliseconds kept for reading the page, when its time is nearly up and some part of it still loads. */
const RESERVE = 1500
/** Windows that a page may open; more are closed as they come. */
const MOST_POPUPS = 2

export interface VisitOptions {
  /** Names the engine in the trace. */
  engine: string
  kit: Pick<EngineKit, 'fetch'>
  signal: AbortSignal
}

/** Gets a page in a tab, and does there what the request asks for. Throws ApiError, the signal's reason, or BrowserGone. */
export async function visit(tab: Tab, request: PageRequest, { engine, kit, signal }: VisitOptions): Promise<Page> {
  const ends = performance.now() + request.timeout
  const left = () => Math.max(1, ends - performance.now())
  const navigation = follow(tab.page)
  const quiet = watchQuiet(tab.page)
  limitPopups(tab)
  try {
    return await endOnAbort(work(), signal)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (isGone(error)) throw new BrowserGone('the page ended before its time', { cause: error })
    throw toPageError(error, { asked: request.url, at: navigation.url ?? request.url, way: tab.way, signal })
  }

  async function work(): Promise<Page> {
    await tab.prepare(request)
    const shown = await load(tab, request, navigation, { quiet, left, signal })
    if (!shown) {
      if (request.actions?.length) throw notAPage()
      return {
        ...(await original(tab, request, { navigation, fetch: kit.fetch, signal })),
        trace: navigation.redirects(engine),
      }
    }
    if (request.waitForSelector) await waitFor(tab, request.waitForSelector, left())
    if (request.waitFor) await pause(request.waitFor, signal)
    const settle = async () => {
      await loaded(tab, left())
      await quiet.wait(signal)
    }
    const actions = request.actions?.length ? await perform(tab, request.actions, { signal, left, settle }) : undefined
    if (actions) await settle()
    const script = request.executeJS ? await execute(tab, request.executeJS) : undefined
    if (request.executeJS) await settle()
    const pictures = {
      ...(request.screenshot && { screenshot: await picture(tab.page, request.screenshot, left()) }),
      ...(request.pdf && { pdf: await print(tab.page) }),
    }
    return {
      ...(await read()),
      ...pictures,
      ...(actions && { actions }),
      ...(request.executeJS && { script }),
      trace: navigation.redirects(engine),
    }
  }

  /** The document as it is at the end, wherever scripts and actions have led. */
  async function read(): Promise<Pick<Page, 'url' | 'status' | 'headers' | 'body'>> {
    const { type, url } = (await tab.run('({ type: document.contentType, url: location.href })')) as {
      type: string
      url: string
    }
    const { response } = navigation
    const at = URL.parse(url)
    // A page that was refused shows an empty document, or the browser's own page about it.
    const refusal = at && /^https?:$/.test(at.protocol) ? tab.way?.failure(at, request.url) : undefined
    if (refusal && (!response || response.status() === 502)) throw refusal
    if (at?.protocol === 'chrome-error:') throw new Error('net::ERR_FAILED')
    if (!response) throw new Error('the page has no answer')
    if (!isPage(type)) return original(tab, request, { navigation, fetch: kit.fetch, signal })
    const headers = headersOf(await response.headersArray())
    // What is given is not what was sent, but what became of it.
    headers.set('content-type', 'text/html; charset=utf-8')
    const body = new TextEncoder().encode(await tab.html())
    return {
      url: at && /^https?:$/.test(at.protocol) ? at : new URL(response.url()),
      status: response.status(),
      headers,
      body,
    }
  }
}

interface LoadOptions {
  quiet: Quiet
  left(): number
  signal: AbortSignal
}

/** Goes to the URL and waits until the page has loaded. False where the browser shows nothing: a file, or no content at all. */
async function load(
  tab: Tab,
  { url }: PageRequest,
  navigation: Navigation,
  { quiet, left, signal }: LoadOptions,
): Promise<boolean> {
  if (!/^https?:$/.test(url.protocol)) throw new Error('net::ERR_UNKNOWN_URL_SCHEME')
  try {
    await tab.page.goto(url.href, { waitUntil: 'commit', timeout: 0 })
  } catch (error) {
    const status = navigation.response?.status()
    // Browsers call it an abort when an answer shows nothing, and some when it wants a name and a password.
    const shownElsewhere =
      /Download is starting|ERR_ABORTED|NS_BINDING_ABORTED|ERR_INVALID_AUTH_CREDENTIALS|ERR_HTTP_RESPONSE_CODE_FAILURE/
    const message = (error as Error).message
    if (
      /Download is starting|ERR_INVALID_AUTH_CREDENTIALS/.test(message) ||
      (status !== undefined && shownElsewhere.test(message))
    )
      return false
    throw error
  }
  await tab.page.waitForLoadState('domcontentloaded', { timeout: 0 })
  await loaded(tab, left())
  await quiet.wait(signal)
  return true
}

/** Waits for pictures and frames too, but not for ever: one that never comes should not cost the page. */
async function loaded({ page }: Tab, left: number): Promise<void> {
  await page.waitForLoadState('load', { timeout: Math.max(1, left - RESERVE) }).catch((error: Error) => {
    if (error.name !== 'TimeoutError') throw error
  })
}

async function waitFor({ page }: Tab, selector: string, left: number): Promise<void> {
  try {
    await page.waitForSelector(`css=${selector}`, { state: 'attached', timeout: left })
  } catch (cause) {
    if (isGone(cause)) throw cause
    if ((cause as Error).name === 'TimeoutError')
      throw new ApiError(
        500,
        'timeout',
        `The page showed no element for ${selector} in time`,
        { parameter: 'waitForSelector' },
        { cause },
      )
    throw new ApiError(
      400,
      'invalid_options',
      'waitForSelector must be a CSS selector',
      { parameter: 'waitForSelector' },
      { cause },
    )
  }
}

async function execute(tab: Tab, code: string): Promise<unknown> {
  try {
    return await runScript(tab, code)
  } catch (cause) {
    if (!(cause instanceof ScriptFailed)) throw cause
    throw new ApiError(
      400,
      'invalid_options',
      `executeJS failed: ${cause.message}`,
      { parameter: 'executeJS', reason: cause.message },
      { cause },
    )
  }
}

function limitPopups({ context, page }: Tab): void {
  let popups = 0
  context.on('page', (popup) => {
    popups += 1
    if (popup !== page && popups > MOST_POPUPS) void popup.close().catch(() => {})
  })
}

const notAPage = () => {
  const reason = 'the URL leads to a file, which has nothing to act on'
  return new ApiError(400, 'invalid_actions', `Action 0: ${reason}`, { index: 0, reason })
}
