import type { Page as BrowserPage } from 'playwright-core'
import { type Action, type ActionResult, ApiError, parseJson, sleep } from 'weirjs'
import { isNavigated, ScriptFailed } from '../errors.ts'
import type { Tab } from './tab.ts'

/** The most time that a missing element is waited for in ms, and never more than half of what is left. */
const MAX_ELEMENT_WAIT = 5000
/**
 * The most characters of a script's result as JSON. The size is checked in the page: what is sent over takes memory
 * here.
 */
const MAX_RESULT = 1024 * 1024
/** The most characters of the pages that all actions `scrape` of a request return. Each has an equal share. */
const MAX_SCRAPED = 20 * 1024 * 1024
/** The most characters of what a script threw. */
const MAX_MESSAGE = 4096
/** The most elements that one action clicks. */
const MAX_CLICKS = 50
/** The default distance of a scroll. */
const SCROLL = 800

export interface ActionsContext {
  signal: AbortSignal
  /** Milliseconds left of the request's time. */
  left(): number
  /** Runs between two actions: waits for what the last one started. */
  settle(): Promise<void>
}

/**
 * Performs the caller's actions on the page in order, and returns the result of each. Throws ApiError 400
 * `invalid_actions` for one that fails, with its number.
 */
export async function performActions(
  tab: Tab,
  actions: readonly Action[],
  context: ActionsContext,
): Promise<ActionResult[]> {
  const results: ActionResult[] = []
  const maxHtml = Math.floor(MAX_SCRAPED / actions.filter(({ type }) => type === 'scrape').length)
  for (const [index, action] of actions.entries()) {
    try {
      results.push({ type: action.type, ...(await act(tab, action, { ...context, maxHtml })) })
    } catch (error) {
      context.signal.throwIfAborted()
      throw refusal(index, action, error)
    }
    if (index < actions.length - 1 && changesPage.has(action.type)) await context.settle()
  }
  return results
}

const changesPage = new Set<Action['type']>(['click', 'press', 'select', 'input', 'scroll'])

/** Only CSS: the library's other languages would interpret some selectors differently. */
const css = (selector: string) => `css=${selector}`

async function act(
  tab: Tab,
  action: Action,
  { signal, left, maxHtml }: ActionsContext & { maxHtml: number },
): Promise<Partial<ActionResult>> {
  const { page } = tab
  const { selector = '', text = '', value = '' } = action
  const options = { timeout: Math.max(1, Math.min(MAX_ELEMENT_WAIT, left() / 2)) }
  switch (action.type) {
    case 'click':
      if (action.all) await clickAll(page, selector, options)
      else await page.click(css(selector), options)
      return {}
    case 'input':
      if (selector) await page.fill(css(selector), text, options)
      else await typeIntoFocused(page, text)
      return {}
    case 'hover':
      await page.hover(css(selector), options)
      return {}
    case 'select':
      await page.selectOption(css(selector), value, options)
      return {}
    case 'press':
      if (selector) await page.press(css(selector), action.key ?? '', options)
      else await page.keyboard.press(action.key ?? '')
      return {}
    case 'wait':
      if (selector)
        await page.waitForSelector(css(selector), {
          state: 'attached',
          ...(action.milliseconds ? { timeout: action.milliseconds } : options),
        })
      else await sleep(action.milliseconds ?? 0, signal)
      return {}
    case 'scroll':
      await scroll(page, action, options)
      return {}
    case 'screenshot':
      return { screenshot: await page.screenshot({ type: 'png', timeout: left() }) }
    case 'scrape':
      return { value: await readPage(tab, maxHtml) }
    case 'executeJavascript':
      return { value: await runScript(tab, value).catch(nothingWhereItWent) }
  }
}

/** Clicks the elements that match at the beginning and are still there at their turn. */
async function clickAll(page: BrowserPage, selector: string, options: { timeout: number }) {
  await page.waitForSelector(css(selector), { state: 'attached', ...options })
  for (const element of (await page.$$(css(selector))).slice(0, MAX_CLICKS))
    if (await element.evaluate((node) => node.isConnected === true)) await element.click(options)
}

async function readPage(tab: Tab, maxLength: number) {
  const html = await tab.html(maxLength)
  if (typeof html === 'number')
    throw new Error(`the page has ${html} characters, and at most ${maxLength} are returned`)
  return { url: tab.page.url(), html }
}

async function typeIntoFocused(page: BrowserPage, text: string) {
  const hasFocus = await page.evaluate(() => ![null, document.body].includes(document.activeElement as HTMLElement))
  if (!hasFocus) throw new Error('nothing has the focus: give a selector, or click first')
  await page.keyboard.insertText(text)
}

async function scroll(
  page: BrowserPage,
  { selector, direction = 'down', pixels = SCROLL }: Action,
  options: { timeout: number },
) {
  const [x, y] = { up: [0, -pixels], down: [0, pixels], left: [-pixels, 0], right: [pixels, 0] }[direction] ?? [
    0,
    pixels,
  ]
  const target = page.locator(css(selector ?? ':root'))
  if (selector) await target.scrollIntoViewIfNeeded(options)
  await target.evaluate(
    (element, [dx, dy]) => {
      const box = element === document.documentElement ? (document.scrollingElement ?? element) : element
      box.scrollBy({ left: dx, top: dy, behavior: 'instant' })
    },
    [x, y] as [number, number],
    options,
  )
}

/** Code that navigates the page has no value there. */
function nothingWhereItWent(error: unknown): null {
  if (isNavigated(error)) return null
  throw error
}

/**
 * Runs a caller's code in the page: an expression, or the body of an async function. Returns its value as JSON.
 * Throws ScriptFailed, also if the result is too large or nests too deep.
 */
export async function runScript(tab: Tab, code: string): Promise<unknown> {
  // An error of the code is returned as a value: if the call itself fails, the code has not run at all.
  const guarded = (inner: string) => `(async () => {
    try {
      const text = JSON.stringify(await ${inner}) ?? null
      if (text === null || (typeof text === 'string' && text.length <= ${MAX_RESULT})) return { value: text }
      return { size: typeof text === 'string' ? text.length : 0 }
    } catch (error) {
      const said = String(error)
      return { error: typeof said === 'string' && said.length <= ${MAX_MESSAGE} ? said : 'it threw something very long' }
    }
  })()`
  const outcome = (await tab.run(guarded(`(async () => (${withoutSemicolons(code)}\n))()`)).catch((error: unknown) => {
    if (!(error instanceof ScriptFailed) || !/SyntaxError/.test(error.message)) throw error
    return tab.run(guarded(`(async () => {${code}\n})()`))
  })) as { value?: string | null; error?: string; size?: number } | undefined
  if (outcome?.error !== undefined) throw new ScriptFailed(outcome.error)
  if (outcome?.size !== undefined)
    throw new ScriptFailed(
      `the result has ${outcome.size} characters as JSON, and at most ${MAX_RESULT} are returned: return less of it`,
    )
  if (!outcome?.value) return null
  const value = parseJson(outcome.value)
  if (value === undefined) throw new ScriptFailed('the result is not JSON, or nests too deep: return plain data')
  return value
}

/** Many write an expression as a statement; as one, it would have no result. */
function withoutSemicolons(code: string): string {
  let text = code.trimEnd()
  while (text.endsWith(';')) text = text.slice(0, -1).trimEnd()
  return text
}

/** Phrases of the library's log about an element it waited for, and what they mean. */
const obstacles: readonly [RegExp, string][] = [
  [/performing \w+ action/, 'was done, and then the page no longer responded'],
  [/did not find some options/, 'found no option of this value or label'],
  [/option being selected is not enabled/, 'found the option to be disabled'],
  [/element is not visible/, 'found the element to be hidden'],
  [/element is not enabled/, 'found the element to be disabled'],
  [/element is not editable/, 'found the element to be read-only'],
  [/intercepts pointer events/, 'found the element to be covered by another'],
]

/** Why an element could not be acted on in time: the last obstacle. */
function obstacleOf(log: string): string | undefined {
  for (const line of log.split('\n').reverse()) {
    const known = obstacles.find(([pattern]) => pattern.test(line))
    if (known) return known[1]
  }
  return undefined
}

function refusal(index: number, { type, selector }: Action, cause: unknown): ApiError {
  const reason = reasonOf(type, selector, cause)
  return new ApiError('invalid_actions', `Action ${index}: ${reason}`, { index, reason }, { cause })
}

function reasonOf(type: Action['type'], selector: string | undefined, cause: unknown): string {
  const { message } = cause as Error
  const said = message.split('\n', 1)[0] ?? ''
  if (cause instanceof ScriptFailed) return `the script failed: ${said}`
  if (!/Timeout/.test(said)) return `${type} failed: ${said.replace(/^(?:[\w.]+: )+/, '')}`
  const obstacle = obstacleOf(message)
  if (obstacle) return selector ? `${type} of ${selector} ${obstacle}` : `${type} ${obstacle}`
  return `${type} found no element that it can act on${selector ? ` for ${selector}` : ''} in time`
}
