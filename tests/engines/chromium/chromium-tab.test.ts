import { describe, expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import type { PageProxy, PageRequest } from 'weirjs'
import { chromiumTab, type OpenedChromium } from '../../../engines/chromium/chromium-tab.ts'
import { ScriptFailed } from '../../../engines/playwright/index.ts'

type Answers = Readonly<Record<string, unknown>>

/** Opens a tab whose browser gives these answers, and records what the browser was asked. */
async function open(changes: Partial<OpenedChromium> = {}, answers: Answers = {}) {
  const asked: unknown[][] = []
  const session = Object.assign(new EventEmitter(), {
    async send(method: string, what?: Record<string, unknown>) {
      asked.push([method, what])
      if (answers[method] instanceof Error) throw answers[method]
      return answers[method]
    },
  })
  const page = { name: 'the page' }
  const context = {
    async newCDPSession(of: unknown) {
      expect(of).toBe(page)
      return session
    },
  }
  const opened = { page, context, pageProxy: undefined, proxyAccess: 'open-endpoint', identity: undefined }
  const tab = await chromiumTab({ ...opened, ...changes } as unknown as OpenedChromium)
  return { tab, session, asked, last: () => asked.at(-1) }
}
const pageProxy = { username: 'us', password: 'pw' } as PageProxy
const request = (changes: Partial<PageRequest> = {}) =>
  ({ url: new URL('https://a.example/x?y=*#z'), ...changes }) as PageRequest
const paused = (url: string, resourceType = 'XHR', headers: Record<string, string> = {}) => ({
  requestId: 'r1',
  resourceType,
  request: { url, headers },
})

test('the browser gets all languages of the caller, in their order', async () => {
  const told = async (languages: string | undefined, identity?: OpenedChromium['identity']) =>
    (await open({ languages, identity })).asked
  expect(await told(undefined)).toEqual([])
  expect(await told('fr-FR,fr;q=0.9, nl;q=0.5,*;q=0.1')).toEqual([
    ['Emulation.setUserAgentOverride', { userAgent: '', acceptLanguage: 'fr-FR,fr,nl' }],
  ])
  expect(await told('de', { userAgent: 'Own' } as OpenedChromium['identity'])).toEqual([
    ['Emulation.setUserAgentOverride', { userAgent: 'Own', acceptLanguage: 'de' }],
  ])
})

test('a page is drawn only as far as the request shows it', async () => {
  const viewport = { width: 700, height: 900 }
  const drawn = async (changes: Partial<PageRequest>) => {
    const { tab, asked } = await open({ viewport })
    await tab.prepare(request(changes))
    return asked.map(([method, size]) => (method === 'Emulation.setVisibleSize' ? size : method))
  }
  const point = { width: 1, height: 1 }
  expect(await drawn({ executeJS: '1', actions: [] })).toEqual([point])
  for (const looks of [{ screenshot: 'viewport' }, { pdf: true }, { actions: [{ type: 'scroll' }] }] as const)
    expect(await drawn(looks as Partial<PageRequest>)).toEqual([point, viewport])
  const { tab, asked } = await open()
  await tab.prepare(request({ pdf: true }))
  expect(asked).toEqual([])
})

describe('requests that are intercepted', () => {
  test('are none without a reason', async () => {
    const { tab, asked } = await open()
    await tab.prepare(request())
    expect(asked).toEqual([])
  })

  test('are the document, so that the browser learns the password of the proxy', async () => {
    const { tab, last } = await open({ pageProxy, proxyAccess: 'password' })
    await tab.prepare(request())
    // The `*` of the address is no wildcard, and the fragment is not sent.
    const patterns = [{ urlPattern: 'https://a.example/x\\?y=\\*', resourceType: 'Document' }]
    expect(last()).toEqual(['Fetch.enable', { handleAuthRequests: true, patterns }])
    const without = await open({ proxyAccess: 'password' })
    await without.tab.prepare(request())
    expect(without.asked).toEqual([])
  })

  test('are the document with a known answer, once, after the password was learned', async () => {
    const answer = {
      status: 404,
      headers: new Headers({ 'x-a': 'b', 'content-length': '7' }),
      body: Buffer.from('page'),
    }
    const proxy = { ...pageProxy, server: 'http://127.0.0.1:9' } as PageProxy
    const opened = { pageProxy: proxy, proxyAccess: 'password' } as const
    const show = async (answers: Answers = {}) => {
      const { tab, session, asked } = await open(opened, { 'Runtime.evaluate': { result: {} }, ...answers })
      await tab.prepare(request({ answer }))
      expect(asked.map(([method]) => method)).toEqual(['Fetch.enable', 'Runtime.evaluate', 'Fetch.enable'])
      asked.length = 0
      session.emit('Fetch.requestPaused', paused('https://a.example/x?y=*', 'Document'))
      await Bun.sleep(0)
      return { session, asked }
    }
    const known = { responseCode: 404, responseHeaders: [{ name: 'x-a', value: 'b' }], body: 'cGFnZQ==' }
    const fulfilled = ['Fetch.fulfillRequest', { requestId: 'r1', ...known }]
    const { session, asked } = await show()
    session.emit('Fetch.requestPaused', paused('https://a.example/x?y=*', 'Document'))
    expect(asked).toEqual([fulfilled, ['Fetch.continueRequest', { requestId: 'r1' }]])
    // If the browser refuses the answer, the document is requested.
    const refused = await show({ 'Fetch.fulfillRequest': new Error('Invalid header') })
    expect(refused.asked).toEqual([fulfilled, ['Fetch.continueRequest', { requestId: 'r1' }]])
    // A library that intercepts documents itself does not get the answer.
    const other = await open({ pageProxy: proxy, proxyAccess: 'open-endpoint' })
    await other.tab.prepare(request({ answer }))
    expect(other.asked).toEqual([])
  })

  test('are those to the origin of the page if the caller sends headers', async () => {
    const { tab, last } = await open({ pageProxy })
    await tab.prepare(request({ headers: new Headers({ 'x-a': 'b' }) }))
    expect(last()).toEqual([
      'Fetch.enable',
      { handleAuthRequests: false, patterns: [{ urlPattern: 'https://a.example/*' }] },
    ])
  })

  test('are those that a text does not need', async () => {
    const { tab, last } = await open()
    await tab.prepare(request({ resources: 'text' }))
    const { patterns } = last()![1] as { patterns: unknown[] }
    expect(patterns.slice(0, 3)).toEqual(
      ['Image', 'Font', 'Media'].map((resourceType) => ({ urlPattern: '*', resourceType })),
    )
    expect(patterns).toContainEqual({ urlPattern: '*doubleclick.net/*' })
  })
})

describe('a request', () => {
  const decided = async (changes: Partial<PageRequest>, of: ReturnType<typeof paused>) => {
    const { tab, session, last } = await open()
    await tab.prepare(request(changes))
    session.emit('Fetch.requestPaused', of)
    return last()
  }
  const goesOn = ['Fetch.continueRequest', { requestId: 'r1' }]
  const refused = ['Fetch.failRequest', { requestId: 'r1', errorReason: 'BlockedByClient' }]

  test('for a picture or to a tracker is refused only if a text is wanted', async () => {
    const text = { resources: 'text' } as const
    for (const type of ['Image', 'Font', 'Media'])
      expect(await decided(text, paused('https://b.example/', type))).toEqual(refused)
    for (const host of ['doubleclick.net', 'stats.doubleclick.net'])
      expect(await decided(text, paused(`https://${host}/x`, 'Script'))).toEqual(refused)
    for (const host of ['notdoubleclick.net', 'doubleclick.net.example'])
      expect(await decided(text, paused(`https://${host}/x`, 'Script'))).toEqual(goesOn)
    expect(await decided(text, paused('https://doubleclick.net/', 'Document'))).toEqual(goesOn)
    expect(await decided(text, paused('about:blank', 'Script'))).toEqual(goesOn)
    expect(await decided({}, paused('https://b.example/', 'Image'))).toEqual(goesOn)
  })

  test('to the origin of the page has headers of the caller, and the document has all of them', async () => {
    const headers = new Headers({ 'x-key': 'secret', accept: 'text/x', 'user-agent': 'me' })
    const sent = { Accept: '*/*', 'X-Other': '1' }
    const headersOf = async (url: string, type: string) =>
      ((await decided({ headers }, paused(url, type, sent)))![1] as { headers?: { name: string; value: string }[] })
        .headers
    expect(await headersOf('https://a.example/other', 'Document')).toEqual([
      { name: 'X-Other', value: '1' },
      { name: 'accept', value: 'text/x' },
      { name: 'x-key', value: 'secret' },
    ])
    expect(await headersOf('https://a.example/other', 'Script')).toEqual([
      { name: 'Accept', value: '*/*' },
      { name: 'X-Other', value: '1' },
      { name: 'x-key', value: 'secret' },
    ])
    expect(await headersOf('https://b.example/', 'Document')).toBeUndefined()
    expect(await headersOf('http://a.example/', 'Document')).toBeUndefined()
  })

  test('may end while it is intercepted', async () => {
    const { session } = await open({}, { 'Fetch.continueRequest': new Error('Invalid InterceptionId.') })
    session.emit('Fetch.requestPaused', paused('https://a.example/'))
    await Bun.sleep(1)
  })
})

describe('credentials', () => {
  const answered = async (source: 'Server' | 'Proxy', times = 1, changes: Partial<OpenedChromium> = { pageProxy }) => {
    const { session, last } = await open(changes)
    for (let i = 0; i < times; i++) session.emit('Fetch.authRequired', { requestId: 'r1', authChallenge: { source } })
    return last()
  }
  const none = ['Fetch.continueWithAuth', { requestId: 'r1', authChallengeResponse: { response: 'CancelAuth' } }]
  test('are given to the proxy, once for each request', async () => {
    const authChallengeResponse = { response: 'ProvideCredentials', username: 'us', password: 'pw' }
    expect(await answered('Proxy')).toEqual(['Fetch.continueWithAuth', { requestId: 'r1', authChallengeResponse }])
    expect(await answered('Proxy', 2)).toEqual(none)
  })

  test('are not given to a site, nor without a proxy', async () => {
    expect(await answered('Server')).toEqual(none)
    expect(await answered('Proxy', 1, {})).toEqual(none)
  })
})

describe('code', () => {
  test('runs in the page as if its visitor ran it, and gives the value of its promise', async () => {
    const { tab, asked } = await open({}, { 'Runtime.evaluate': { result: { value: 5 } } })
    expect(await tab.run('1 + 4')).toBe(5)
    const how = { expression: '1 + 4', awaitPromise: true, returnByValue: true, userGesture: true }
    expect(asked).toEqual([['Runtime.evaluate', how]])
  })

  test('that fails gives one line as the reason', async () => {
    const failing = async (exceptionDetails: unknown) =>
      (await open({}, { 'Runtime.evaluate': { result: {}, exceptionDetails } })).tab.run('x')
    const thrown = { text: 'Uncaught', exception: { description: 'Error: no\n    at <anonymous>' } }
    await expect(failing(thrown)).rejects.toThrow(new ScriptFailed('Error: no'))
    await expect(failing({ text: 'Uncaught' })).rejects.toThrow(new ScriptFailed('Uncaught'))
  })
})

test('a page is asked whether it is idle in a world that it cannot see', async () => {
  const answers = { 'Runtime.evaluate': { result: {} } }
  const { tab, last } = await open({ proxyAccess: 'password' }, answers)
  await tab.idle!()
  expect(last()?.[1]).toMatchObject({ expression: expect.stringContaining('requestIdleCallback') })
  expect((await open({ proxyAccess: 'open-endpoint' }, answers)).tab.idle).toBeUndefined()
})

test('the user agent is overridden only if an identity is set', async () => {
  const identity = { userAgent: 'A' } as OpenedChromium['identity']
  expect((await open({ identity })).asked).toEqual([['Emulation.setUserAgentOverride', identity]])
  expect((await open()).asked).toEqual([])
})

test('the document is read in an isolated world', async () => {
  const world = {
    'Page.getFrameTree': { frameTree: { frame: { id: 'f' } } },
    'Page.createIsolatedWorld': { executionContextId: 7 },
  }
  const { tab, asked } = await open({}, { ...world, 'Runtime.evaluate': { result: { value: '<html>' } } })
  expect(await tab.html(99)).toBe('<html>')
  expect(asked[1]).toEqual(['Page.createIsolatedWorld', { frameId: 'f' }])
  expect(asked[2]?.[1]).toEqual({
    ...{ expression: expect.stringContaining('<= 99'), contextId: 7, returnByValue: true },
  })
  const failing = await open({}, { ...world, 'Runtime.evaluate': { result: {}, exceptionDetails: { text: 'gone' } } })
  await expect(failing.tab.html(99)).rejects.toThrow('gone')
})

test('the page is printed on A4 with margins of 1 cm, up to its first 200 pages', async () => {
  const { tab, asked } = await open({}, { 'Page.printToPDF': { data: Buffer.from('%PDF').toString('base64') } })
  expect(Buffer.from(await tab.print()).toString()).toBe('%PDF')
  const { paperWidth, paperHeight, marginTop, marginBottom, marginLeft, marginRight, ...rest } = asked[0]![1] as Record<
    string,
    number
  >
  const centimetres = [paperWidth, paperHeight, marginTop, marginBottom, marginLeft, marginRight].map(
    (inches) => Math.round(inches! * 254) / 100,
  )
  expect(centimetres).toEqual([21, 29.7, 1, 1, 1, 1])
  expect(rest as unknown).toEqual({ printBackground: true, pageRanges: '1-200' })
})
