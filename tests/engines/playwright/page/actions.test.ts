import { expect, test } from 'bun:test'
import type { Action } from 'weirjs'
import { ScriptFailed } from '../../../../engines/playwright/errors.ts'
import { performActions, runScript } from '../../../../engines/playwright/page/actions.ts'
import type { Tab } from '../../../../engines/playwright/page/tab.ts'
import { rejection } from '../open-engine.ts'

/** A page that does what the test says, and records it. */
function open({ left = 8000, run = async (_: string): Promise<unknown> => ({ value: '1' }) } = {}) {
  const did: unknown[][] = []
  const tell =
    (name: string) =>
    async (...given: unknown[]) => {
      did.push([name, ...given])
    }
  const locator = (selector: string) => ({
    scrollIntoViewIfNeeded: tell(`into view ${selector}`),
    evaluate: async (_: unknown, by: unknown, options: unknown) => void did.push([`scroll ${selector}`, by, options]),
  })
  const page = {
    ...Object.fromEntries(
      ['click', 'fill', 'hover', 'selectOption', 'press', 'waitForSelector'].map((name) => [name, tell(name)]),
    ),
    keyboard: { press: tell('keyboard') },
    screenshot: async (options: unknown) => {
      did.push(['screenshot', options])
      return new Uint8Array([1])
    },
    locator,
  }
  const ran: string[] = []
  const tab = {
    page,
    run: (expression: string) => {
      ran.push(expression)
      return run(expression)
    },
  } as unknown as Tab
  const controller = new AbortController()
  const perform = (...actions: Action[]) =>
    performActions(tab, actions, {
      signal: controller.signal,
      left: () => left,
      settle: async () => void did.push(['settle']),
    })
  return { did, ran, tab, page, controller, perform }
}

test('each action is performed, and those that change the page are waited for', async () => {
  const { did, perform } = open()
  const results = await perform(
    { type: 'click', selector: '#a' },
    { type: 'input', selector: '#b', text: 'words' },
    { type: 'hover', selector: '#c' },
    { type: 'select', selector: '#d', value: 'v' },
    { type: 'press', selector: '#e', key: 'Enter' },
    { type: 'press', key: 'Tab' },
    { type: 'wait', selector: '#f' },
    { type: 'wait', selector: '#g', milliseconds: 70 },
    { type: 'wait', milliseconds: 1 },
    { type: 'screenshot' },
    { type: 'executeJavascript', value: '1' },
    { type: 'click', selector: '#last' },
  )
  const options = { timeout: 4000 }
  expect(did).toEqual([
    ['click', 'css=#a', options],
    ['settle'],
    ['fill', 'css=#b', 'words', options],
    ['settle'],
    ['hover', 'css=#c', options],
    ['selectOption', 'css=#d', 'v', options],
    ['settle'],
    ['press', 'css=#e', 'Enter', options],
    ['settle'],
    ['keyboard', 'Tab'],
    ['settle'],
    ['waitForSelector', 'css=#f', { state: 'attached', ...options }],
    ['waitForSelector', 'css=#g', { state: 'attached', timeout: 70 }],
    ['screenshot', { type: 'png', timeout: 8000 }],
    ['click', 'css=#last', options],
  ])
  expect(results.map(({ type }) => type)).toEqual([
    ...(['click', 'input', 'hover', 'select', 'press', 'press', 'wait', 'wait', 'wait'] as const),
    ...(['screenshot', 'executeJavascript', 'click'] as const),
  ])
  expect(results[9]!.screenshot).toEqual(new Uint8Array([1]))
  expect(results[10]!.value).toBe(1)
})

test('all matches of a selector are clicked in their order, the first fifty that are still there', async () => {
  const clickAll = async (count: number, gone: number[] = []) => {
    const { did, page, perform } = open()
    const clicked: number[] = []
    const element = (i: number) => ({
      evaluate: async (look: (node: { isConnected: boolean }) => boolean) => look({ isConnected: !gone.includes(i) }),
      click: async (options: unknown) => {
        expect(options).toEqual({ timeout: 4000 })
        clicked.push(i)
      },
    })
    const find = async (selector: string) => {
      did.push(['find', selector])
      return Array.from({ length: count }, (_, i) => element(i))
    }
    Object.assign(page, { $$: find })
    await perform({ type: 'click', selector: '.a', all: true })
    expect(did).toEqual([
      ['waitForSelector', 'css=.a', { state: 'attached', timeout: 4000 }],
      ['find', 'css=.a'],
    ])
    return clicked
  }
  expect(await clickAll(3)).toEqual([0, 1, 2])
  expect(await clickAll(3, [0, 2])).toEqual([1])
  expect(await clickAll(51)).toEqual(Array.from({ length: 50 }, (_, i) => i))
})

test('a text without a selector goes to the focused element, and without a focus is an error', async () => {
  const type = async (hasFocus: boolean) => {
    const { page, perform } = open()
    const typed: string[] = []
    Object.assign(page, { evaluate: async () => hasFocus })
    Object.assign(page.keyboard, { insertText: async (text: string) => void typed.push(text) })
    await perform({ type: 'input', text: 'words' })
    return typed
  }
  expect(await type(true)).toEqual(['words'])
  expect(await rejection(type(false))).toMatchObject({
    message: 'Action 0: input failed: nothing has the focus: give a selector, or click first',
  })
})

test('scrape gives the content of a page, and a wait without a time ends at once', async () => {
  const { did, perform, tab, page } = open()
  const asked: number[] = []
  const html = async (maxLength: number) => asked.push(maxLength) && 'h'
  Object.assign(page, { url: () => 'u' })
  Object.assign(tab, { html })
  const scraped = { type: 'scrape' as const, value: { url: 'u', html: 'h' } }
  expect(await perform({ type: 'scrape' })).toEqual([scraped])
  expect(await perform({ type: 'scrape' }, { type: 'scrape' })).toEqual([scraped, scraped])
  expect(asked).toEqual([20 * 1024 * 1024, 10 * 1024 * 1024, 10 * 1024 * 1024])
  Object.assign(tab, { html: async () => 30_000_000 })
  expect(await rejection(perform({ type: 'scrape' }))).toMatchObject({
    message: 'Action 0: scrape failed: the page has 30000000 characters, and at most 20971520 are returned',
  })
  expect(await perform({ type: 'wait' })).toEqual([{ type: 'wait' }])
  expect(did).toEqual([])
})

test('an element is waited for at most five seconds, and half of the remaining time', async () => {
  const timeouts = await Promise.all(
    [60_000, 10_000, 9998, 1, 0].map(async (left) => {
      const { did, perform } = open({ left })
      await perform({ type: 'click', selector: 'a' })
      return (did[0]![2] as { timeout: number }).timeout
    }),
  )
  expect(timeouts).toEqual([5000, 5000, 4999, 1, 1])
})

test('a page is scrolled down by a screen, or as the action says', async () => {
  const { did, perform } = open()
  await perform(
    { type: 'scroll' },
    { type: 'scroll', direction: 'up', pixels: 10 },
    { type: 'scroll', direction: 'left', pixels: 20, selector: '#box' },
    { type: 'scroll', direction: 'right' },
  )
  const options = { timeout: 4000 }
  expect(did).toEqual([
    ['scroll css=:root', [0, 800], options],
    ['settle'],
    ['scroll css=:root', [0, -10], options],
    ['settle'],
    ['into view css=#box', options],
    ['scroll css=#box', [-20, 0], options],
    ['settle'],
    ['scroll css=:root', [800, 0], options],
  ])
})

test('a failed action is reported by its number and the reason', async () => {
  const failures: [unknown, string][] = [
    [new ScriptFailed('ReferenceError: x'), 'the script failed: ReferenceError: x'],
    [
      new Error('page.click: Timeout 5000ms exceeded.\nmore'),
      'click found no element that it can act on for #b in time',
    ],
    [
      new Error('page.click: Timeout 5000ms exceeded.\n - waiting\n - element is not visible\n - retrying'),
      'click of #b found the element to be hidden',
    ],
    [
      new Error('page.click: Timeout 5000ms exceeded.\n - element is not visible\n - performing click action'),
      'click of #b was done, and then the page no longer responded',
    ],
    [
      new Error('page.selectOption: Timeout 5000ms exceeded.\n - did not find some options'),
      'click of #b found no option of this value or label',
    ],
    [new Error('page.click: Element is odd\nmore'), 'click failed: Element is odd'],
    [new Error('page.click: Error: Element is odd\nmore'), 'click failed: Element is odd'],
  ]
  for (const [error, reason] of failures) {
    const { page, perform } = open()
    Object.assign(page, {
      click: async (selector: string) => {
        if (selector === 'css=#b') throw error
      },
    })
    expect(
      await rejection(perform({ type: 'click', selector: '#a' }, { type: 'click', selector: '#b' })),
    ).toMatchObject({
      code: 'invalid_actions',
      message: `Action 1: ${reason}`,
      details: { index: 1, reason },
    })
  }
  const { page, perform } = open()
  Object.assign(page.keyboard, { press: async () => Promise.reject(new Error('Timeout')) })
  expect(await rejection(perform({ type: 'press', key: 'x' }))).toMatchObject({
    details: { index: 0, reason: 'press found no element that it can act on in time' },
  })
})

test('a caller that has gone ends the actions with its own reason', async () => {
  const { page, controller, perform } = open()
  const reason = new Error('gone')
  Object.assign(page, {
    click: async () => {
      controller.abort(reason)
      throw new Error('Timeout')
    },
  })
  expect(await rejection(perform({ type: 'click', selector: 'a' }))).toBe(reason)
})

test('a script is an expression, or otherwise the body of a function, and gives its value', async () => {
  const { ran, tab } = open({
    run: async (expression) => {
      if (expression.includes('(return 5')) throw new ScriptFailed('SyntaxError: Unexpected token')
      return { value: '{"a":5}' }
    },
  })
  expect(await runScript(tab, 'return 5')).toEqual({ a: 5 })
  expect(ran.map((each) => each.includes('async () => {return 5\n}'))).toEqual([false, true])
  for (const [given, value] of [
    [{ value: null }, null],
    [{ value: '0' }, 0],
    [{}, null],
    [undefined, null],
  ] as const)
    expect(await runScript(open({ run: async () => given }).tab, '1')).toBe(value)
})

test.each(['document.title', ' document.title; ', 'document.title;\n;', 'return document.title;'])(
  'an expression has a result, also with a semicolon after it: %j',
  async (code) => {
    const run = async (wrapped: string) => {
      try {
        return await new Function('document', `return ${wrapped}`)({ title: 'A page' })
      } catch (cause) {
        throw new ScriptFailed(String(cause))
      }
    }
    expect(await runScript(open({ run }).tab, code)).toBe('A page')
  },
)

test('a script that throws or gives too much fails, and one that cannot run at all is not tried again', async () => {
  const failing = (outcome: unknown) => rejection(runScript(open({ run: async () => outcome }).tab, 'x'))
  expect(await failing({ error: 'Error: no' })).toMatchObject({ name: 'ScriptFailed', message: 'Error: no' })
  expect(await failing({ size: 0 })).toMatchObject({
    message: 'the result has 0 characters as JSON, and at most 1048576 are returned: return less of it',
  })
  // A page may have replaced what writes the JSON.
  for (const value of [`${'['.repeat(200_000)}${']'.repeat(200_000)}`, 'no JSON'])
    expect(await failing({ value })).toMatchObject({
      name: 'ScriptFailed',
      message: 'the result is not JSON, or nests too deep: return plain data',
    })
  for (const error of [new ScriptFailed('Error: a'), new Error('SyntaxError')]) {
    const { ran, tab } = open({ run: async () => Promise.reject(error) })
    expect(await rejection(runScript(tab, 'x'))).toBe(error)
    expect(ran).toHaveLength(1)
  }
})

test('a script that navigates away has no value, and any other failure is an error', async () => {
  const failing = (message: string) => open({ run: async () => Promise.reject(new Error(message)) })
  const [result] = await failing('Execution context was destroyed').perform({ type: 'executeJavascript', value: 'x' })
  expect(result).toEqual({ type: 'executeJavascript', value: null })
  expect(await rejection(failing('other').perform({ type: 'executeJavascript', value: 'x' }))).toMatchObject({
    message: 'Action 0: executeJavascript failed: other',
  })
})

test('the value of a script is measured and written as JSON where the script runs', async () => {
  const given = async (code: string) => {
    const { ran, tab } = open()
    await runScript(tab, code)
    // biome-ignore lint/security/noGlobalEval: it is what a page would run
    return eval(ran[0]!)
  }
  expect(await given('({ a: 1 })')).toEqual({ value: '{"a":1}' })
  expect(await given('undefined')).toEqual({ value: null })
  expect(await given('"x".repeat(1048574)')).toEqual({ value: JSON.stringify('x'.repeat(1_048_574)) })
  expect(await given('"x".repeat(1048575)')).toEqual({ size: 1_048_577 })
  expect(await given('Promise.reject(new Error("no"))')).toEqual({ error: 'Error: no' })
  expect(await given('Promise.reject("x".repeat(4096))')).toEqual({ error: 'x'.repeat(4096) })
  expect(await given('Promise.reject("x".repeat(4097))')).toEqual({ error: 'it threw something very long' })
})
