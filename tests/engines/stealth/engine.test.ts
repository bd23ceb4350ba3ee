import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { engineConformance } from 'weirjs/testing'
import { createSiteMemory, levelsFor } from '../../../engines/stealth/escalation.ts'
import stealth from '../../../engines/stealth/index.ts'
import { installed } from '../installed.ts'
import { type OpenEngine, openEngine, rejection } from '../playwright/open-engine.ts'
import { commandOf, descendants } from '../playwright/processes.ts'

const runs = await installed(stealth)

describe.skipIf(!runs)('engine stealth', () => engineConformance(stealth, { config: { sandbox: 'on' } }))

const page = (title: string, body: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`
const html = (text: string, status = 200, headers: Record<string, string> = {}) =>
  new Response(text, { status, headers: { 'content-type': 'text/html', ...headers } })
const challenge = (script = '') =>
  html(
    page('Just a moment...', `<p>Checking your browser</p><script>window._cf_chl_opt = {}; ${script}</script>`),
    403,
    { 'cf-mitigated': 'challenge' },
  )

/** A page that records the signs of automation that its own script can see. */
const marks = `<p id="out"></p><script>(async () => {
  const names = [...Object.getOwnPropertyNames(window), ...Object.getOwnPropertyNames(document), ...document.documentElement.getAttributeNames()]
  const found = names.filter((name) => /__playwright|__pw|^cdc_|webdriver|selenium|puppeteer|domAutomation|_phantom/i.test(name))
  if (navigator.webdriver) found.push('navigator.webdriver')
  if (/headless/i.test(navigator.userAgent)) found.push('userAgent')
  const hints = navigator.userAgentData && [navigator.userAgentData.brands, await navigator.userAgentData.getHighEntropyValues(['fullVersionList', 'platform'])]
  if (/headless/i.test(JSON.stringify(hints ?? ''))) found.push('client hints')
  const frame = document.createElement('iframe'); document.body.append(frame)
  if (frame.contentWindow.navigator.webdriver) found.push('webdriver in a frame')
  const worker = new Worker(URL.createObjectURL(new Blob(['postMessage([navigator.userAgent, navigator.language, navigator.webdriver])'])))
  const [agent, language, driver] = await new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data) })
  if (agent !== navigator.userAgent) found.push('another user agent in a worker')
  if (language !== navigator.language) found.push('another language in a worker')
  if (driver) found.push('webdriver in a worker')
  if (!window.chrome) found.push('no window.chrome')
  if (navigator.plugins.length === 0) found.push('no plugins')
  if (navigator.languages.length === 0) found.push('no languages')
  if (screen.width < innerWidth || screen.width === 800) found.push('a screen of ' + screen.width)
  if (outerWidth === 0) found.push('no outer size')
  let stackRead = false
  const trap = new Error('x'); Object.defineProperty(trap, 'stack', { get() { stackRead = true; return '' } }); console.debug(trap)
  if (stackRead) found.push('a debugger that reads the console')
  document.getElementById('out').textContent = 'MARKS=[' + found.join(', ') + '] END'
})()</script>`

describe.skipIf(!runs)('a site that doubts its visitor', () => {
  let open: OpenEngine
  const seen: { path: string; agent: string; headers: Headers }[] = []
  const site = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname } = new URL(request.url)
      const agent = request.headers.get('user-agent') ?? ''
      seen.push({ path: pathname, agent, headers: request.headers })
      const cleared = /clearance=ok/.test(request.headers.get('cookie') ?? '')
      if (pathname === '/challenge')
        return cleared
          ? html(page('Passed', '<p>PASSED</p>'))
          : challenge('setTimeout(() => { document.cookie = "clearance=ok; path=/"; location.reload() }, 300)')
      if (pathname === '/pointer')
        return cleared
          ? html(page('Passed', '<p>PASSED</p>'))
          : challenge(
              'onmousemove = (event) => { if (event.isTrusted) { document.cookie = "clearance=ok; path=/"; location.reload() } }',
            )
      if (pathname === '/remembers') return html(page('Remembers', '<script>document.cookie = "been=here"</script>'))
      if (pathname === '/hard') return challenge()
      if (pathname === '/endless') return html(page('Endless', '<script>for (;;);</script>'))
      if (pathname === '/drop')
        return new Response(new ReadableStream({ pull: (controller) => controller.error(new Error('dropped')) }))
      if (pathname === '/forbidden') return html(page('Forbidden', '<h1>Forbidden</h1>'), 403)
      if (pathname === '/marks') return html(page('Marks', marks))
      return html(page('Plain', '<p>PLAINMARK</p>'))
    },
  })
  const at = (path: string) => new URL(path, site.url)
  const levels = (trace: readonly { level?: string; reason: string | null }[] = []) =>
    trace.filter(({ reason }) => reason !== 'redirect').map(({ level, reason }) => `${level} ${reason}`)

  beforeAll(async () => {
    open = await openEngine(stealth, {
      allow: `127.0.0.1:${site.port},localhost:${site.port}`,
      config: { sandbox: 'on' },
    })
  })
  afterAll(async () => {
    await open.close()
    site.stop(true)
  }, 120_000)

  test('is visited without a browser if that is enough, even after a visit that asked for one', async () => {
    await open.get(at('/plain'), { stealth: 'advanced', timeout: 60_000 })
    expect(seen.at(-1)?.agent).toContain('X11; Linux')
    const { text, trace } = await open.get(at('/plain'), { stealth: 'basic' })
    expect(text).toContain('PLAINMARK')
    expect(trace).toEqual([])
    const { headers, agent } = seen.at(-1)!
    expect(agent).toMatch(/Windows NT.* Chrome\/\d+\.0\.0\.0 Safari/)
    expect([
      headers.get('sec-fetch-mode'),
      headers.get('sec-fetch-dest'),
      headers.get('upgrade-insecure-requests'),
    ]).toEqual(['navigate', 'document', '1'])
  }, 120_000)

  test('is reported as blocked if the time is too short to convince it', async () => {
    const error = await rejection(open.get(at('/hard'), { stealth: 'basic', timeout: 3000 }))
    expect(error).toMatchObject({ details: { reason: 'blocked', vendor: 'cloudflare' } })
  }, 120_000)

  test('is reported as a timeout if its page does not end in time', async () => {
    const error = await rejection(open.get(at('/endless'), { stealth: 'advanced', timeout: 3000 }))
    expect(error).toMatchObject({ status: 500, code: 'timeout', details: { timeout: 3000 } })
  }, 120_000)

  test('gets a browser after its challenge, and directly the next time', async () => {
    const first = await open.get(at('/challenge'), { stealth: 'basic' })
    expect(first.text).toContain('PASSED')
    expect(first.status).toBe(200)
    expect(levels(first.trace)).toEqual(['basic blocked'])
    const again = await open.get(at('/challenge'), { stealth: 'basic' })
    expect(again.text).toContain('PASSED')
    expect(levels(again.trace)).toEqual([])
  }, 120_000)

  test.concurrent('gets movements of the pointer if a browser alone is not enough', async () => {
    const url = at('/pointer')
    url.hostname = 'localhost'
    const { text, trace } = await open.get(url, { stealth: 'basic', timeout: 40_000 })
    expect(text).toContain('PASSED')
    expect(levels(trace)).toEqual(['basic blocked', 'advanced blocked'])
  }, 120_000)

  test.concurrent('that cannot be convinced is reported as blocked, with its vendor', async () => {
    const error = await rejection(open.get(at('/hard'), { stealth: 'basic', timeout: 15_000 }))
    expect(error).toMatchObject({
      status: 500,
      code: 'scraping_failed',
      details: { reason: 'blocked', vendor: 'cloudflare' },
    })
  }, 120_000)

  test('that refuses everybody gives its refusal', async () => {
    const { status, text } = await open.get(at('/forbidden'), { stealth: 'basic' })
    expect(status).toBe(403)
    expect(text).toContain('Forbidden')
  }, 120_000)

  test('is visited by one browser at the highest level too, without cookies of the visit before', async () => {
    const programs = async () =>
      (await descendants(process.pid))
        .map(({ pid }) => ({ pid, command: commandOf(pid) }))
        .filter(({ command }) => /chrom/.test(command) && !/^\/bin\/sh|--type=|crashpad/.test(command))
        .map(({ pid }) => pid)
    const visit = () => open.get(at('/remembers'), { stealth: 'maximum' })
    await visit()
    const before = await programs()
    expect(before.length).toBeGreaterThan(0)
    await visit()
    expect(await programs()).toEqual(before)
    expect(seen.filter(({ path }) => path === '/remembers').map(({ headers }) => headers.get('cookie'))).toEqual([
      null,
      null,
    ])
  }, 120_000)

  test('finds no sign of automation', async () => {
    const { text } = await open.get(at('/marks'), { stealth: 'advanced', waitForSelector: '#out:not(:empty)' })
    expect(/MARKS=\[.*?\] END/.exec(text)?.[0]).toBe('MARKS=[] END')
    for (const { headers } of seen)
      for (const name of ['user-agent', 'sec-ch-ua', 'sec-ch-ua-full-version-list'])
        expect(headers.get(name) ?? '').not.toMatch(/headless|playwright|patchright/i)
  }, 120_000)
})

describe('the levels of stealth', () => {
  const request = { url: new URL('https://example.com/'), timeout: 1, maxBytes: 1 }

  test('begin at the given one, and not below what the request or the site needs', () => {
    expect(levelsFor(request, undefined)).toEqual(['basic', 'advanced', 'maximum'])
    expect(levelsFor({ ...request, stealth: 'advanced' }, undefined)).toEqual(['advanced', 'maximum'])
    expect(levelsFor({ ...request, screenshot: 'viewport' }, undefined)).toEqual(['advanced', 'maximum'])
    expect(levelsFor(request, 'maximum')).toEqual(['maximum'])
  })

  test('are remembered for an hour, for a thousand sites', () => {
    let now = 1000
    const sites = createSiteMemory(() => now)
    sites.required('a.test', 'advanced')
    expect(sites.level('a.test')).toBe('advanced')
    now = 61 * 60_000
    expect(sites.level('a.test')).toBeUndefined()
    for (let i = 0; i < 1001; i++) sites.required(`${i}.test`, 'maximum')
    expect([sites.level('0.test'), sites.level('1.test'), sites.level('1000.test')]).toEqual([
      undefined,
      'maximum',
      'maximum',
    ])
  })
})
