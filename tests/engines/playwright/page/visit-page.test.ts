import { describe, expect, test } from 'bun:test'
import { ApiError, type PageRequest } from 'weirjs'
import { BrowserGone, ScriptFailed } from '../../../../engines/playwright/errors.ts'
import { visit } from '../../../../engines/playwright/page/visit.ts'
import { rejection } from '../open-engine.ts'
import { type ShownAnswer, shownTab } from './shown-tab.ts'

const site = 'https://site.test/'

function open(answers?: readonly ShownAnswer[]) {
  const shown = shownTab(site, answers)
  const controller = new AbortController()
  const get = async (more: Partial<PageRequest> = {}) => {
    const request = { url: new URL(site), timeout: 5000, maxBytes: 10_000, ...more }
    const kit = { fetch: () => Promise.reject(new Error('nothing is fetched beside the browser')) }
    const page = await visit(shown.asTab, request, { engine: 'browser', kit, signal: controller.signal })
    return { ...page, text: new TextDecoder().decode(page.body as Uint8Array) }
  }
  return { ...shown, controller, get }
}

describe('a page', () => {
  test('is given in its final state, with its answer, under its final address', async () => {
    const { get, shown, asked } = open([{ status: 404, headers: { 'content-type': 'text/plain', 'x-a': 'b' } }])
    shown.url = 'https://site.test/there'
    const page = await get()
    expect([page.url.href, page.status, page.text]).toEqual(['https://site.test/there', 404, '<p>Page</p>'])
    expect([...page.headers]).toEqual([
      ['content-type', 'text/html; charset=utf-8'],
      ['x-a', 'b'],
    ])
    expect([page.trace, page.actions, page.exchanges, 'script' in page, 'screenshot' in page, 'pdf' in page]).toEqual([
      [],
      undefined,
      undefined,
      false,
      false,
      false,
    ])
    expect(asked).toEqual([`goto ${site}`])
  })

  test('that navigates by itself has the headers of the earlier answers', async () => {
    const { get } = open([{ url: 'https://site.test/first', headers: { 'set-cookie': 'a=1' } }, {}])
    expect((await get()).redirectHeaders?.map((headers) => headers.get('set-cookie'))).toEqual(['a=1'])
  })

  test('without an HTTP address has that of its answer', async () => {
    const { get, shown } = open([{ url: 'https://site.test/answered' }])
    shown.url = 'about:srcdoc'
    expect((await get()).url.href).toBe('https://site.test/answered')
    // A page can replace itself by a document that it has made.
    const made = open([{ url: 'blob:https://site.test/d78a3311-38cd-4849-a694-50511a542035' }])
    made.shown.url = 'blob:https://site.test/d78a3311-38cd-4849-a694-50511a542035'
    expect((await made.get()).url.href).toBe(site)
  })

  test('gives the value of its script, its picture and its print', async () => {
    const { get, asked } = open()
    const page = await get({ executeJS: '5', screenshot: {} as never, pdf: {} as never })
    expect([page.script, page.screenshot, page.pdf]).toEqual([5, new Uint8Array([1]), new Uint8Array([2])])
    expect(asked).toEqual([`goto ${site}`, 'script'])
  })

  test('reports the results of the actions, which come before the script', async () => {
    const { get, asked } = open()
    const page = await get({ actions: [{ type: 'press', key: 'Tab' }], executeJS: '5' })
    expect([page.actions?.length, asked]).toEqual([1, [`goto ${site}`, 'press Tab', 'script']])
  })

  test('is read again if it was only beginning, or navigated meanwhile', async () => {
    const { get, shown, tab, page } = open()
    let reads = 0
    tab.html = async () => {
      reads++
      if (reads === 1) return ''
      if (reads === 2) throw new Error('Execution context was destroyed')
      if (reads === 3) page.answer({ status: 203 })
      return shown.html
    }
    expect([(await get()).status, reads]).toEqual([203, 4])
  })

  test('that is still loading is waited for', async () => {
    const { get, shown, tab } = open()
    shown.state = 'loading'
    let reads = 0
    tab.html = async () => {
      if (++reads === 2) shown.state = 'interactive'
      return `reading ${reads}`
    }
    expect((await get()).text).toBe('reading 2')
  })

  test('that has little time left is taken as far as it has loaded, with a warning', async () => {
    const { get, shown } = open()
    expect((await get({ timeout: 1500 })).warnings).toEqual([])
    shown.state = 'loading'
    const page = await get({ timeout: 1500 })
    expect([page.text, page.warnings]).toEqual(['<p>Page</p>', [expect.stringContaining('still loading')]])
    expect('isLoading' in page).toBe(false)
  })

  test('whose scripts never stop requesting more is taken at the third reading', async () => {
    const { get, tab, page } = open()
    let reads = 0
    tab.html = async () => {
      const request = { redirectedFrom: () => null, resourceType: () => 'fetch', isNavigationRequest: () => false }
      page.emit('request', request)
      page.emit('requestfinished', request)
      return `reading ${++reads}`
    }
    expect((await get()).text).toBe('reading 3')
  })

  test('that keeps navigating fails after five readings', async () => {
    const { get, tab, page } = open()
    let reads = 0
    tab.html = async () => {
      reads++
      page.answer({})
      return '<p>'
    }
    expect(await rejection(get())).toMatchObject({ code: 'scraping_failed', details: { reason: 'browser' } })
    expect(reads).toBe(5)
  })

  test('that opens window after window has two of them', async () => {
    const { get, context, page, tab } = open()
    const closed: number[] = []
    tab.prepare = async () => {
      context.emit('page', page)
      for (let i = 1; i <= 3; i++) context.emit('page', { close: async () => void closed.push(i) })
    }
    await get()
    expect(closed).toEqual([2, 3])
  })
})

describe('a document that is not a page', () => {
  test('is given as its bytes', async () => {
    const { get, shown } = open([{ headers: { 'content-type': 'application/json' } }])
    shown.type = 'application/json'
    expect((await get()).text).toBe('the bytes')
  })
  test('has nothing to act on', async () => {
    const { get, page } = open()
    page.goto = async () => {
      throw new Error('Download is starting')
    }
    expect(await rejection(get({ actions: [{ type: 'press', key: 'Tab' }] }))).toMatchObject({
      code: 'invalid_actions',
      message: 'Action 0: the URL leads to a file, which has nothing to act on',
      details: { index: 0, reason: 'the URL leads to a file, which has nothing to act on' },
    })
  })
})

describe('a page fails', () => {
  const failed = async (more: Partial<PageRequest>, set: (opened: ReturnType<typeof open>) => void) => {
    const opened = open()
    set(opened)
    return rejection(opened.get(more))
  }
  test('if it is larger than allowed', async () =>
    expect(await failed({}, ({ shown }) => (shown.html = 10_001))).toMatchObject({ details: { reason: 'too_large' } }))

  test('if its body was larger than allowed, however little the document shows of it', async () =>
    expect(await failed({}, ({ shown }) => (shown.size = 10_001))).toMatchObject({ details: { reason: 'too_large' } }))

  test('if the browser shows an error page of its own, or nothing was answered', async () => {
    expect(await failed({}, ({ shown }) => (shown.url = 'chrome-error://chromewebdata/'))).toMatchObject({
      details: { reason: 'browser' },
    })
    expect(await failed({}, ({ page }) => (page.goto = async () => {}))).toMatchObject({
      details: { reason: 'browser' },
    })
  })

  test('with the refusal of its proxy, unless the site has answered after all', async () => {
    const refusal = new ApiError('scraping_failed', 'Refused', { reason: 'forbidden_address' })
    const proxy = { failure: () => refusal }
    const by = (answers: readonly ShownAnswer[] | undefined) => {
      const opened = open(answers)
      opened.tab.pageProxy = proxy
      return opened
    }
    expect(await rejection(by([{ status: 502 }]).get())).toBe(refusal)
    expect((await by([{ status: 503 }]).get()).status).toBe(503)
    const elsewhere = by([{ status: 502 }])
    elsewhere.shown.url = 'about:blank'
    expect((await elsewhere.get()).status).toBe(502)
  })

  test('with its browser, so that another may be tried', async () => {
    for (const error of [new BrowserGone('it crashed'), new Error('Target page, context or browser has been closed')]) {
      const gone = await failed({}, ({ tab }) => {
        tab.html = () => Promise.reject(error)
      })
      expect([gone instanceof BrowserGone, (gone as Error).message]).toEqual([true, 'the page ended before its time'])
    }
  })

  test('with the reason of a caller that gives up', async () => {
    const opened = open()
    opened.tab.html = async () => {
      opened.controller.abort(new Error('the caller has gone'))
      return ''
    }
    expect(await rejection(opened.get())).toEqual(new Error('the caller has gone'))
  })
})

describe('an element that is waited for', () => {
  const waits: number[] = []
  const waited = async (error: Error) => {
    const { get, tab, page } = open()
    const { run } = tab
    tab.run = async (expression) => (expression.includes('querySelector') ? false : run(expression))
    Object.assign(page, {
      async waitForSelector(_: string, { timeout }: { timeout: number }) {
        waits.push(timeout)
        throw error
      },
    })
    return rejection(get({ waitForSelector: '#late', timeout: 5000 }))
  }
  test('and does not appear is reported, like an invalid selector', async () => {
    expect(await waited(Object.assign(new Error('late'), { name: 'TimeoutError' }))).toMatchObject({
      code: 'timeout',
      message: 'The page showed no element for #late in time',
      details: { parameter: 'waitForSelector' },
    })
    // Within the time limit of the request, as later nobody would hear of it.
    expect(waits.every((timeout) => timeout > 0 && timeout < 4_900)).toBe(true)
    expect(await waited(new Error('not a selector'))).toMatchObject({
      code: 'invalid_options',
      message: 'waitForSelector must be a CSS selector',
      details: { parameter: 'waitForSelector' },
    })
    expect(await waited(new BrowserGone('it crashed'))).toBeInstanceOf(BrowserGone)
  })
})

describe('a script of the caller', () => {
  const ran = async (error: Error) => {
    const { get, tab } = open()
    const { run } = tab
    tab.run = async (expression) => {
      if (expression.includes('document.contentType')) return run(expression)
      throw error
    }
    return get({ executeJS: 'x' })
  }
  test('that fails is reported, and one that navigates away has no value', async () => {
    expect(await rejection(ran(new ScriptFailed('x is not defined')))).toMatchObject({
      code: 'invalid_options',
      message: 'executeJS failed: x is not defined',
      details: { parameter: 'executeJS', reason: 'x is not defined' },
    })
    expect((await ran(new Error('Execution context was destroyed'))).script).toBe(null)
    expect(await rejection(ran(new Error('net::ERR_CONNECTION_RESET')))).toMatchObject({ details: { reason: 'reset' } })
  })
})
