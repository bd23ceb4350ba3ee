import type { Page as BrowserPage } from 'playwright-core'
import { ApiError, blocked, type EngineKit, endOnAbort, findBlock, type Page, type PageRequest, sleep } from 'weirjs'
import { BrowserGone, isGone, isNavigated, ScriptFailed } from '../errors.ts'
import { inTime } from '../time-limit.ts'
import { performActions, runScript } from './actions.ts'
import { originalBytes } from './document.ts'
import { toPageError } from './failures.ts'
import { loadPage, waitUntilIdle } from './load-page.ts'
import { trackNavigation } from './navigation.ts'
import { watchNetwork } from './network-idle.ts'
import { countPages } from './printed-pages.ts'
import { readWhenStable, type Visited } from './read-document.ts'
import { takeScreenshot } from './screenshot.ts'
import { MAX_PRINTED_PAGES, type Tab } from './tab.ts'

/** Milliseconds between two checks of a challenge. */
const CHALLENGE_STEP = 300
/** Milliseconds that a page may take to report whether it has an element. */
const LOOKING_TIME = 1000
/** Milliseconds reserved for reporting a missing element before all of the time is up. */
const TELLING_TIME = 300
/** The most windows that a page may open; further ones are closed as they come. */
const MAX_POPUPS = 2

export interface VisitOptions {
  /** The engine's name in the trace. */
  engine: string
  kit: Pick<EngineKit, 'fetch'>
  signal: AbortSignal
  challenge?: ChallengeOptions
}

/** How to handle a bot challenge instead of the page. Default: not at all, and the registry refuses such a page. */
export interface ChallengeOptions {
  /** Milliseconds of the remaining time that a challenge may take to let the browser pass. */
  wait(left: number): number
  /** What a visitor would do meanwhile. */
  meanwhile?(page: BrowserPage, signal: AbortSignal): Promise<void>
}

/**
 * Visits a page in a tab, and does what the request asks for. Throws ApiError, the signal's reason, or BrowserGone.
 */
export async function visit(
  tab: Tab,
  request: PageRequest,
  { engine, kit, signal, challenge }: VisitOptions,
): Promise<Page> {
  const ends = performance.now() + request.timeout
  const left = () => Math.max(1, ends - performance.now())
  const navigation = trackNavigation(tab.page)
  const network = watchNetwork(tab.page, { reportsIdle: tab.idle !== undefined })
  const visited: Visited = { tab, request, navigation, network, fetch: kit.fetch, left, signal }
  limitPopups(tab)
  try {
    return await endOnAbort(Promise.race([getPage(visited, engine, challenge), navigation.broken]), signal)
  } catch (error) {
    // That the site was suspicious says more than that the time was up.
    if (signal.aborted) throw (isTimeout(signal.reason) ? visited.doubt : undefined) ?? signal.reason
    if (isGone(error)) throw new BrowserGone('the page ended before its time', { cause: error })
    throw toPageError(error, {
      requested: request.url,
      current: navigation.url ?? request.url,
      pageProxy: tab.pageProxy,
      signal,
    })
  }
}

/** Loads the page, does what the request asks for, and reads the result. */
async function getPage(visited: Visited, engine: string, challenge: ChallengeOptions | undefined): Promise<Page> {
  const { tab, request, navigation, left, signal } = visited
  await tab.prepare(request)
  if (!(await loadPage(tab, request, navigation, visited))) return getFile(visited, engine)
  if (challenge) await waitOutChallenge(visited, challenge)
  if (request.waitForSelector) await waitFor(tab, request.waitForSelector, left() - TELLING_TIME)
  if (request.waitFor) await sleep(request.waitFor, signal)
  const settle = () => waitUntilIdle(tab, visited)
  const actions = request.actions?.length
    ? await performActions(tab, request.actions, { signal, left, settle })
    : undefined
  if (actions) await settle()
  const script = request.executeJS ? await executeScript(tab, request.executeJS) : undefined
  if (request.executeJS) await settle()
  const screenshot = request.screenshot ? await takeScreenshot(tab.page, request.screenshot, left()) : undefined
  const pdf = request.pdf ? await tab.print() : undefined
  const exchanges = request.keepExchanges ? await navigation.exchanges(signal) : undefined
  const { isLoading, ...read } = await readWhenStable(visited)
  return {
    exchanges,
    ...read,
    ...(screenshot && { screenshot: screenshot.png }),
    ...(pdf && { pdf }),
    warnings: [
      ...(isLoading ? ['The page was still loading when its time was nearly up: parts of it may be missing'] : []),
      ...(screenshot?.isCut ? ['The screenshot was cut: the page is larger than a screenshot may be'] : []),
      ...(pdf && countPages(pdf) >= MAX_PRINTED_PAGES
        ? [`The PDF ends with page ${MAX_PRINTED_PAGES}, the last that is printed`]
        : []),
    ],
    ...(actions && { actions }),
    ...(request.executeJS && { script }),
    trace: navigation.redirects(engine),
  }
}

/** The response of a URL for which the browser shows nothing. */
async function getFile({ tab, request, navigation, fetch, signal }: Visited, engine: string): Promise<Page> {
  if (request.actions?.length) throw notAPage()
  return {
    ...(await originalBytes(tab, request, { navigation, fetch, signal })),
    ...(request.executeJS && {
      warnings: ['executeJS did not run: the URL leads to a file, which runs no script'],
    }),
    trace: navigation.redirects(engine),
  }
}

/** Waits until a challenge has given way to the page. Throws `scraping_failed`, reason `blocked`, if it does not. */
async function waitOutChallenge(visited: Visited, { wait, meanwhile }: ChallengeOptions): Promise<void> {
  const { tab, request, left, signal } = visited
  const ends = performance.now() + wait(left())
  for (;;) {
    const block = findBlock(await readWhenStable(visited))
    visited.doubt = block && blocked(request.url, block, request.stealth)
    if (!visited.doubt) return
    if (performance.now() > ends) throw visited.doubt
    await meanwhile?.(tab.page, signal)
    await sleep(CHALLENGE_STEP, signal)
    await waitUntilIdle(tab, visited)
  }
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
 * Whether the page has an element, asked in the page first. Otherwise the library looks, also into shadow trees, for
 * which it loads 340 KB of script into the page, twice.
 */
async function isThere(tab: Tab, selector: string): Promise<boolean> {
  let found: unknown
  const query = `document.querySelector(${JSON.stringify(selector)})`
  // An error thrown by a page may be long.
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
