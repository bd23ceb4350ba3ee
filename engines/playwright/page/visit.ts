import type { Page as BrowserPage } from 'playwright-core'
import {
  ApiError,
  blocked,
  EgressFailure,
  type EngineKit,
  endOnAbort,
  findBlock,
  type Page,
  type PageRequest,
  sleep,
} from 'weirjs'
import { BrowserGone, isGone, isNavigated, ScriptFailed } from '../errors.ts'
import { inTime } from '../time-limit.ts'
import { performActions, runScript } from './actions.ts'
import { isPage, originalBytes } from './document.ts'
import { toPageError } from './failures.ts'
import { loadPage, RESERVE, waitUntilIdle } from './load-page.ts'
import { rereadAsUtf8 } from './misread-text.ts'
import { trackNavigation } from './navigation.ts'
import { watchNetwork } from './network-idle.ts'
import { countPages } from './printed-pages.ts'
import { headersOf } from './response-headers.ts'
import { takeScreenshot } from './screenshot.ts'
import { MAX_PRINTED_PAGES, type Tab } from './tab.ts'

/** A page that goes elsewhere while it is read is read again, so often. */
const MAX_READINGS = 5
/** The same for one whose scripts ask for something while it is read. */
const MAX_BUSY_READINGS = 2
/** Milliseconds that reading a page may take as long as it can be tried again. */
const READING_TIME = 3000
const STEP = 50
/** Milliseconds between looks at a challenge. */
const CHALLENGE_STEP = 300
/** Milliseconds that a page may take to say whether it has an element. */
const LOOKING_TIME = 1000
/** Milliseconds kept for saying that an element has not come, before all of the time is over. */
const TELLING_TIME = 300
/** Windows that a page may open; more are closed as they come. */
const MAX_POPUPS = 2

export interface VisitOptions {
  /** Names the engine in the trace. */
  engine: string
  kit: Pick<EngineKit, 'fetch'>
  signal: AbortSignal
  challenge?: ChallengeOptions
}

/** What to do about a bot challenge in place of the page. Without it: nothing, the registry refuses such a page. */
export interface ChallengeOptions {
  /** Milliseconds that a challenge may take to let the browser pass, of what is left of the request's time. */
  wait(left: number): number
  /** What a visitor would do meanwhile. */
  meanwhile?(page: BrowserPage, signal: AbortSignal): Promise<void>
}

/**
 * Gets a page in a tab, and does there what the request asks for. Throws ApiError, the signal's reason, or
 * BrowserGone.
 */
export async function visit(tab: Tab, request: PageRequest, options: VisitOptions): Promise<Page> {
  const { engine, kit, signal, challenge } = options
  const ends = performance.now() + request.timeout
  const left = () => Math.max(1, ends - performance.now())
  const navigation = trackNavigation(tab.page)
  const network = watchNetwork(tab.page, { told: tab.idle !== undefined })
  let doubt: ApiError | undefined
  limitPopups(tab)
  try {
    return await endOnAbort(Promise.race([work(), navigation.broken]), signal)
  } catch (error) {
    // That the site had doubts says more than that the time was over.
    if (signal.aborted) throw (isTimeout(signal.reason) ? doubt : undefined) ?? signal.reason
    if (isGone(error)) throw new BrowserGone('the page ended before its time', { cause: error })
    throw toPageError(error, {
      requested: request.url,
      current: navigation.url ?? request.url,
      pageProxy: tab.pageProxy,
      signal,
    })
  }

  async function work(): Promise<Page> {
    await tab.prepare(request)
    const shown = await loadPage(tab, request, navigation, { network, left, signal })
    if (!shown) {
      if (request.actions?.length) throw notAPage()
      return {
        ...(await originalBytes(tab, request, { navigation, fetch: kit.fetch, signal })),
        ...(request.executeJS && {
          warnings: ['executeJS did not run: the URL leads to a file, which runs no script'],
        }),
        trace: navigation.redirects(engine),
      }
    }
    if (challenge) await waitOutChallenge(challenge)
    if (request.waitForSelector) await waitFor(tab, request.waitForSelector, left() - TELLING_TIME)
    if (request.waitFor) await sleep(request.waitFor, signal)
    const settle = () => waitUntilIdle(tab, { network, left, signal })
    const actions = request.actions?.length
      ? await performActions(tab, request.actions, { signal, left, settle })
      : undefined
    if (actions) await settle()
    const script = request.executeJS ? await executeScript(tab, request.executeJS) : undefined
    if (request.executeJS) await settle()
    const screenshot = request.screenshot ? await takeScreenshot(tab.page, request.screenshot, left()) : undefined
    const pdf = request.pdf ? await tab.print() : undefined
    const warnings = [
      ...(screenshot?.isCut ? ['The screenshot is cut: the page is larger than a picture may be'] : []),
      ...(pdf && countPages(pdf) >= MAX_PRINTED_PAGES
        ? [`The PDF ends with page ${MAX_PRINTED_PAGES}, the last that is printed`]
        : []),
    ]
    const exchanges = request.keepExchanges ? await navigation.exchanges(signal) : undefined
    return {
      exchanges,
      ...(await whenStable(read)),
      ...(screenshot && { screenshot: screenshot.png }),
      ...(pdf && { pdf }),
      warnings,
      ...(actions && { actions }),
      ...(request.executeJS && { script }),
      trace: navigation.redirects(engine),
    }
  }

  /**
   * Waits until a challenge has given way to the page. Throws `scraping_failed` with reason `blocked` when it does
   * not.
   */
  async function waitOutChallenge({ wait, meanwhile }: ChallengeOptions): Promise<void> {
    const ends = performance.now() + wait(left())
    for (;;) {
      const block = findBlock(await whenStable(read))
      doubt = block && blocked(request.url, block, request.stealth)
      if (!doubt) return
      if (performance.now() > ends) throw doubt
      await meanwhile?.(tab.page, signal)
      await sleep(CHALLENGE_STEP, signal)
      await waitUntilIdle(tab, { network, left, signal })
    }
  }

  /** Reads again where the page went elsewhere meanwhile; a browser may then give nothing, or never answer. */
  async function whenStable<T>(reading: () => Promise<T | undefined>): Promise<T> {
    for (let tries = 1; ; tries++) {
      const { documents } = navigation
      const { started } = network
      const attempt = reading().catch((error: unknown) => {
        if (isNavigated(error)) return undefined
        throw error
      })
      const late = tries < MAX_READINGS ? sleep(READING_TIME, signal).then(() => undefined) : attempt
      const result = await Promise.race([attempt, late])
      const still = navigation.documents === documents
      // Scripts that ask for more while the page is read have more to show; a page that never ceases to is taken as
      // it is.
      if (result !== undefined && still && (network.started === started || tries > MAX_BUSY_READINGS)) return result
      if (tries === MAX_READINGS) throw new Error('the page does not stay')
      await sleep(STEP, signal)
      await waitUntilIdle(tab, { network, left, signal })
    }
  }

  /**
   * The document as it is at the end, wherever scripts and actions have led; undefined while it is just beginning.
   */
  async function read(): Promise<ReadPage | undefined> {
    const reading = tab.html(request.maxBytes)
    // What is no page may have no HTML, and nobody waits for it then.
    reading.catch(() => {})
    const { type, url, state, encoding } = (await tab.run(documentStateExpression)) as DocumentState
    const { response } = navigation
    const at = URL.parse(url)
    const isWeb = at !== null && /^https?:$/.test(at.protocol)
    // A page that was refused shows an empty document, or the browser's own page about it.
    const refusal = isWeb ? tab.pageProxy?.failure(at, request.url) : undefined
    if (refusal && (!response || response.status() === 502)) throw refusal
    if (at?.protocol === 'chrome-error:') throw new Error('net::ERR_FAILED')
    if (!response) throw new Error('the page has no answer')
    if (!isPage(type)) return originalBytes(tab, request, { navigation, fetch: kit.fetch, signal })
    const html = await reading
    if (typeof html === 'number') throw new EgressFailure('too_large')
    if (html === '' || (state === 'loading' && left() > RESERVE)) return undefined
    const headers = headersOf(await response.headersArray())
    // What is given is not what was sent, but what became of it.
    headers.set('content-type', 'text/html; charset=utf-8')
    return {
      url: isWeb ? at : new URL(response.url()),
      status: response.status(),
      headers,
      redirectHeaders: await navigation.earlierHeaders(),
      body: new TextEncoder().encode(await rereadAsUtf8(html, { encoding, response, signal })),
    }
  }
}

/** A page can put anything in the place of these, or throw it, and all of it would be sent over. */
const documentStateExpression = `(() => {
  const short = (read) => {
    try {
      const text = read()
      return typeof text === 'string' && text.length < 200 ? text : ''
    } catch {
      return ''
    }
  }
  return {
    type: short(() => document.contentType),
    url: location.href,
    state: short(() => document.readyState),
    encoding: short(() => document.characterSet),
  }
})()`
interface DocumentState {
  type: string
  url: string
  state: DocumentReadyState
  encoding: string
}

interface ReadPage extends Pick<Page, 'url' | 'status' | 'headers' | 'redirectHeaders' | 'exchanges'> {
  body: Uint8Array
}

async function waitFor(tab: Tab, selector: string, left: number): Promise<void> {
  if (await isThere(tab, selector)) return
  try {
    await tab.page.waitForSelector(`css=${selector}`, { state: 'attached', timeout: Math.max(1, left) })
  } catch (cause) {
    if (isGone(cause)) throw cause
    if ((cause as Error).name === 'TimeoutError')
      throw new ApiError(
        'timeout',
        `The page showed no element for ${selector} in time`,
        { parameter: 'waitForSelector' },
        { cause },
      )
    throw new ApiError(
      'invalid_options',
      'waitForSelector must be a CSS selector',
      { parameter: 'waitForSelector' },
      { cause },
    )
  }
}

/**
 * Whether the page says that it has an element. What it does not know, the library finds out, in shadow trees too,
 * for which it loads 340 KB of script into the page, twice.
 */
async function isThere(tab: Tab, selector: string): Promise<boolean> {
  let found: unknown
  const query = `document.querySelector(${JSON.stringify(selector)})`
  // What a page throws may be long.
  const look = tab.run(`(() => { try { return ${query} !== null } catch { return false } })()`).then((said) => {
    found = said
  })
  await inTime(look, LOOKING_TIME)
  return found === true
}

async function executeScript(tab: Tab, code: string): Promise<unknown> {
  try {
    return await runScript(tab, code)
  } catch (cause) {
    if (isNavigated(cause)) return null
    if (!(cause instanceof ScriptFailed)) throw cause
    throw new ApiError(
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
    if (popup !== page && popups > MAX_POPUPS) void popup.close().catch(() => {})
  })
}

const isTimeout = (reason: unknown) => reason instanceof Error && reason.name === 'TimeoutError'

const notAPage = () => {
  const reason = 'the URL leads to a file, which has nothing to act on'
  return new ApiError('invalid_actions', `Action 0: ${reason}`, { index: 0, reason })
}
