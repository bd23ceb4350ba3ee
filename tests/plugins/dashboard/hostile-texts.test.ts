import { afterAll, beforeAll, describe, expect } from 'bun:test'
import { testIn } from '../../browsers.ts'
import { YEARLY } from '../monitors/open.ts'
import { type Receivers, startReceivers, status } from '../webhooks/receivers.ts'
import { type BrowserName, type Dashboard, PATIENCE, startDashboard, type Visit } from './browser.ts'
import { payloads } from './hostile-texts.ts'
import { openResults, type Shown } from './open-results.ts'

const test = await testIn('chromium')

/** For places that show a text unchanged, where any of them is sufficient. */
const some = payloads.filter((_, at) => at % 4 === 0)
/** Each is a page of markdown; of elements, which become text there whatever they are, each sixth. */
const written = payloads.filter((payload, at) => at % 6 === 0 || !payload.startsWith('<'))
/** Lines that a watched page gets. */
const added = payloads.filter((_, at) => at % 3 > 0)
/** The number of payloads on one HTML page, whose results are then opened in all of their tabs. */
const TOGETHER = 13
const groups = Array.from({ length: Math.ceil(payloads.length / TOGETHER) }, (_, at) =>
  payloads.slice(at * TOGETHER, (at + 1) * TOGETHER),
)

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const partOf = (payload: string) => `<section><h2>${escaped(payload)}</h2><p title="${escaped(payload)}">
${escaped(payload)}</p><p><a href="${escaped(payload)}">link</a> <img src="/none.png" alt="${escaped(payload)}"></p>
<pre>${escaped(payload)}</pre><table><tr><th>${escaped(payload)}</th></tr></table></section>`
/** Payloads as text, in attributes, and finally as markup, which may swallow what follows. */
const hostilePage = (group: readonly string[]) => `<!doctype html><title>${escaped(group.join(' '))}</title>
<meta name=description content="${escaped(group.join(' '))}"><main><h1>Page</h1>
${group.map(partOf).join('')}${group.map((payload) => `<div>${payload}</div>`).join('')}</main>`
const ofLines = (lines: readonly string[]) =>
  `<!doctype html><title>Lines</title><main><h1>Lines</h1>${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}</main>`

/** HTML pages with several payloads each, Markdown pages with one each, and a monitored page. */
let lines: readonly string[] = added.map((_, at) => `line ${at} as it was`)
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    const [, kind, at] = new URL(request.url).pathname.split('/')
    const answer = (body: string, type: string) =>
      new Response(body, { headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' } })
    if (kind === 'html') return answer(hostilePage(groups[Number(at)] ?? []), 'text/html')
    if (kind === 'markdown') return answer(written[Number(at)] ?? '', 'text/markdown')
    return answer(ofLines(lines), 'text/html')
  },
})
const siteUrl = (path: string) => `${site.url.origin}/${path}`

let dashboard: Dashboard
let receivers: Receivers
let user: Awaited<ReturnType<Dashboard['weir']['user']>>
const jobs = { html: '', markdown: '', broken: '' }
let diffMonitor = ''

beforeAll(async () => {
  receivers = await startReceivers()
  const WEIR_PLANS = JSON.stringify({ enterprise: { callsPerMinute: null } })
  dashboard = await startDashboard({ WEIR_ENGINES: 'lightweight', WEIR_PLANS })
  user = await dashboard.weir.user()
  const { session: key } = user
  const post = async (path: string, body: object) => {
    const { status, text, body: answer } = await dashboard.weir.post(path, body, { key })
    if (status >= 300) throw new Error(`${path} ${text}`)
    return answer.data
  }
  const scrape = async (urls: string[], formats: string[]) => {
    const { jobId } = await post('/v1/scrape', { urls, formats, webhook: receivers.make() })
    await dashboard.weir.ended(jobId, { key })
    return jobId
  }
  jobs.html = await scrape(
    groups.map((_, at) => siteUrl(`html/${at}`)),
    ['markdown', 'html', 'rawHtml', 'text', 'json', 'structured', 'links'],
  )
  jobs.markdown = await scrape(
    written.map((_, at) => siteUrl(`markdown/${at}`)),
    ['markdown'],
  )
  jobs.broken = await scrape(
    some.slice(0, 10).map((payload) => `http://10.0.0.1/?${encodeURIComponent(payload)}`),
    ['markdown'],
  )
  for (const payload of some) {
    const about = { url: siteUrl(`?${encodeURIComponent(payload)}`), schedule: YEARLY, status: 'paused' }
    await post('/v1/monitors', { ...about, name: payload, tags: [payload.slice(0, 100)] })
    await post('/v1/auth/api-keys', { name: payload.slice(0, 100) })
    await post('/v1/webhooks/test', { url: `${receivers.make(status(500))}?${encodeURIComponent(payload)}` })
  }
  const watched = { url: siteUrl('lines'), name: 'Lines', schedule: YEARLY, options: { ignore: ['never there'] } }
  diffMonitor = (await post('/v1/monitors', watched)).monitorId
  for (const next of [lines, added.map((payload, at) => `line ${at} ${payload}`)]) {
    lines = next
    await dashboard.weir.ended((await post(`/v1/monitors/${diffMonitor}/run`, {})).jobId, { key })
  }
}, PATIENCE * 4)
afterAll(async () => {
  await dashboard.close()
  receivers.stop()
  site.stop(true)
}, PATIENCE)

/** Makes a page record the violations of its policy. */
function recordRefused() {
  const refused: string[] = []
  Object.assign(window, { refused })
  document.addEventListener('securitypolicyviolation', (event) =>
    refused.push(`${event.violatedDirective} ${event.blockedURI}`),
  )
}
const visitAs = (browser: BrowserName) => dashboard.visit({ browser, token: user.session, script: recordRefused })

/** Checks that nothing has run, made requests, or was blocked. */
async function expectNothingRan({ page, complaints, elsewhere }: Visit, where: string) {
  const found = await page.evaluate(() => ({
    pwned: 'pwned' in window || 'pwned' in Object.prototype,
    refused: (window as unknown as { refused: string[] }).refused,
    handlers: [...document.querySelectorAll('*')]
      .filter(({ attributes }) => [...attributes].some(({ name }) => name.startsWith('on')))
      .map((element) => element.outerHTML.slice(0, 200)),
    active: document.querySelectorAll('#app :is(script, style, object, embed)').length,
    addresses: [...document.querySelectorAll('a[href]')]
      .map((link) => (link as HTMLAnchorElement).href)
      .filter((href) => !/^(?:https?|blob):/.test(href)),
  }))
  const nothing = { pwned: false, refused: [], handlers: [], active: 0, addresses: [] }
  expect([where, found, complaints, elsewhere]).toEqual([where, nothing, [], []])
}

/** Navigates to pages of the dashboard in turn without reloading it. */
const goTo = (page: Visit['page'], paths: readonly string[]) =>
  page.evaluate(async (paths) => {
    for (const path of paths) {
      history.pushState(null, '', `/dashboard${path}`)
      dispatchEvent(new PopStateEvent('popstate'))
      // The page is loaded and rendered, and has its responses or will soon.
      do await new Promise((resolve) => setTimeout(resolve))
      while (!document.querySelector('h1'))
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve))
    }
  }, paths)

/** Shows a page without anything of the one before. Only for the first one, the dashboard itself is loaded. */
const show = async ({ page, open }: Visit, path: string) => {
  if (!page.url().includes('/dashboard')) return open(path)
  await goTo(page, ['/nowhere', path])
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
}

const cursorsOf = async (path: string, limit: number) => {
  const cursors = ['']
  for (let cursor = ''; ; ) {
    const more = cursor === '' ? '' : `&cursor=${cursor}`
    const { body } = await dashboard.weir.get(`${path}?limit=${limit}${more}`, { key: user.session })
    if (body.data.nextCursor === null) return cursors
    cursor = body.data.nextCursor
    cursors.push(cursor)
  }
}

const browsers: [BrowserName, typeof test][] = [
  ['chromium', test],
  ['firefox', await testIn('firefox')],
]
describe.each(browsers)('hostile text never runs in %s', (browser, test) => {
  let opened: Promise<Visit> | undefined
  /** One page for both tests. */
  const visiting = () => (opened ??= visitAs(browser))
  afterAll(async () => (await opened)?.close(), PATIENCE)

  test(
    'in HTML pages',
    async () => {
      const visit = await visiting()
      await show(visit, `/jobs/${jobs.html}`)
      await visit.page.locator('.result').first().waitFor()
      // Two lines, however long the titles are.
      const heights = await visit.page
        .locator('.result-title')
        .evaluateAll((titles) =>
          titles.map((title) => title.clientHeight / Number.parseFloat(getComputedStyle(title).lineHeight)),
        )
      expect(Math.max(...heights)).toBeWithin(1.5, 2.5)
      // The layout may differ between browsers; as text they are the same in both.
      const tabs = browser === 'chromium' ? 'all' : 'first'
      const shown = await visit.page.evaluate(openResults, tabs as 'all' | 'first')
      await expectNothingRan(visit, 'results')
      expect(shown.length).toBe(groups.length)
      for (const { url, texts, faults } of shown) {
        expect([url, faults]).toEqual([url, []])
        const group = groups[Number(url.split('/').at(-1))]!
        if (tabs === 'all') expect([url, texts['Raw HTML']?.trim()]).toEqual([url, hostilePage(group).trim()])
      }
    },
    PATIENCE * 2,
  )

  test(
    'in pages that are rendered from Markdown',
    async () => {
      const visit = await visiting()
      const shown: Shown[] = []
      const cursors = await cursorsOf(`/v1/jobs/${jobs.markdown}/results`, 10)
      // In Firefox the same script converts them to HTML.
      for (const cursor of browser === 'chromium' ? cursors : cursors.slice(0, 1)) {
        await show(visit, `/jobs/${jobs.markdown}?cursor=${cursor}`)
        await visit.page.locator('.result').first().waitFor()
        shown.push(...(await visit.page.evaluate(openResults, 'first' as const)))
        await expectNothingRan(visit, `markdown behind ${cursor}`)
      }
      expect(shown.length).toBe(browser === 'chromium' ? written.length : 10)
      for (const { url, faults } of shown) expect([url, faults]).toEqual([url, []])
    },
    PATIENCE * 5,
  )
})

// The following places show text as text in any browser.
describe('hostile text is shown', () => {
  test(
    'in addresses of the dashboard itself: paths, queries and fragments',
    async () => {
      const visit = await visitAs('chromium')
      const { page } = visit
      const addresses = (payload: string) => {
        const it = encodeURIComponent(payload)
        const body = encodeURIComponent(JSON.stringify({ url: payload, [payload]: payload }))
        return [
          `/jobs?status=${it}&type=${it}&cursor=${it}#${it}`,
          `/jobs/${it}?cursor=${it}`,
          `/monitors?tag=${it}`,
          `/monitors/new?url=${it}`,
          `/monitors/${it}`,
          `/webhooks?event=${it}&job=${it}`,
          `/webhooks/${it}`,
          `/playground/scrape?body=${body}`,
          `/${it}?${it}=${it}#${it}`,
        ]
      }
      await visit.open('/jobs')
      for (const [at, payload] of some.filter((_, at) => at % 4 === 0).entries()) {
        // Each payload is at a third of the addresses, and the next one at another third.
        await goTo(
          page,
          addresses(payload).filter((_, place) => place % 3 === at % 3),
        )
        await expectNothingRan(visit, payload)
      }
      await goTo(page, ['/jobs/%E0%A4%A', '/%E0%A4%A?%E0%A4%A=%'])
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
      for (const path of addresses(payloads[6]!).filter((_, at) => at % 4 === 0)) {
        await visit.open(path)
        await expectNothingRan(visit, path)
      }
      await visit.close()
    },
    PATIENCE * 5,
  )

  test(
    'in errors of jobs, and in those of webhooks',
    async () => {
      const visit = await visitAs('chromium')
      await visit.open(`/jobs/${jobs.broken}`)
      await visit.page.locator('.result').first().waitFor()
      await visit.page.evaluate(openResults, 'all' as const)
      await visit.page.getByRole('link', { name: 'job.completed' }).click()
      await visit.page.getByRole('region', { name: 'Body' }).waitFor()
      await expectNothingRan(visit, 'job')
      const [first] = (await dashboard.weir.get('/v1/webhooks/deliveries?event=webhook.test', { key: user.session }))
        .body.data.deliveries
      for (const cursor of await cursorsOf('/v1/webhooks/deliveries', 25)) {
        await show(visit, `/webhooks?cursor=${cursor}`)
        await visit.page.locator('td.main a').first().waitFor()
        await expectNothingRan(visit, `webhooks behind ${cursor}`)
      }
      await show(visit, `/webhooks/${first.id}`)
      await visit.page.getByRole('region', { name: 'Body' }).waitFor()
      await expectNothingRan(visit, 'delivery')
      await visit.close()
    },
    PATIENCE * 3,
  )

  test(
    'in names, tags and addresses of monitors, and in names of keys',
    async () => {
      const visit = await visitAs('chromium')
      const names: string[] = []
      for (const cursor of await cursorsOf('/v1/monitors', 25)) {
        await show(visit, `/monitors?cursor=${cursor}`)
        await visit.page.locator('td.main a').first().waitFor()
        names.push(...(await visit.page.locator('td.main a').allTextContents()))
        await expectNothingRan(visit, `monitors behind ${cursor}`)
      }
      expect(names.toSorted()).toEqual([...some, 'Lines'].toSorted())
      const { monitors } = (await dashboard.weir.get('/v1/monitors?limit=6', { key: user.session })).body.data
      for (const { id, name } of monitors.slice(1)) {
        await goTo(visit.page, [`/monitors/${id}`])
        await visit.page.waitForFunction((name) => document.querySelector('h1')?.textContent === name, name)
        await goTo(visit.page, [`/monitors/${id}/edit`])
        const field = visit.page.getByLabel('Name', { exact: true })
        await field.waitFor()
        expect(await field.inputValue()).toBe(name)
        await expectNothingRan(visit, name)
      }
      await show(visit, '/keys')
      for (;;) {
        const more = visit.page.getByRole('button', { name: 'Show more' })
        const before = await visit.page.locator('tbody tr').count()
        if ((await more.count()) === 0) break
        await more.click()
        await visit.page.locator('tbody tr').nth(before).waitFor()
      }
      const text = (await visit.page.locator('main').textContent()) ?? ''
      expect(some.filter((payload) => !text.includes(payload.slice(0, 100)))).toEqual([])
      await expectNothingRan(visit, 'keys')
      await visit.close()
    },
    PATIENCE * 4,
  )

  test(
    'in diffs and snapshots, side by side and inline',
    async () => {
      const { history } = (await dashboard.weir.get(`/v1/monitors/${diffMonitor}/history`, { key: user.session })).body
        .data
      const newLines = history[0].diff.split('\n').filter((line: string) => /^\+(?!\+\+ )/.test(line))
      expect(newLines.length).toBeGreaterThanOrEqual(60)
      const visit = await visitAs('chromium')
      await visit.open(`/monitors/${diffMonitor}`)
      for (const width of [1440, 360]) {
        await visit.page.setViewportSize({ width, height: 900 })
        await visit.page
          .locator(width === 360 ? '.diff-line.added' : '.diff-row')
          .first()
          .waitFor()
        const shown = await visit.page.locator('.diff ins').allTextContents()
        expect(shown).toEqual(newLines.map((line: string) => line.slice(1) || ' '))
        await expectNothingRan(visit, `diff at ${width}`)
      }
      await visit.page.getByRole('button', { name: 'Show the content as it was' }).first().click()
      await visit.page.getByRole('region', { name: 'The content as it was' }).waitFor()
      await expectNothingRan(visit, 'snapshot')
      await visit.close()
    },
    PATIENCE * 2,
  )

  test(
    'in the name of the user, and in what was requested, found and refused',
    async () => {
      const visit = await visitAs('chromium')
      const { page } = visit
      const few = some.filter((_, at) => at % 12 === 0)
      const changed = (fullName: string) =>
        dashboard.weir.call('PUT', '/v1/users/profile', { fullName }, { key: user.session })
      for (const payload of few) {
        await changed(payload.slice(0, 100))
        await visit.open('/')
        await expectNothingRan(visit, `home of ${payload}`)
        await visit.go('/profile')
        await expectNothingRan(visit, `the profile of ${payload}`)
      }
      await changed('Ada')
      const body = JSON.stringify({ query: 'Page', limit: 20 })
      await show(visit, `/playground/search?${new URLSearchParams({ body })}`)
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await page.locator('.hits li').first().waitFor()
      await expectNothingRan(visit, 'search')
      for (const payload of few) {
        await page.getByLabel('Query').fill(payload)
        await Promise.all([
          page.waitForResponse((response) => response.url().endsWith('/v1/search')),
          page.getByRole('button', { name: 'Search', exact: true }).click(),
        ])
        await expectNothingRan(visit, `search for ${payload}`)
      }
      // A link from somebody else, and the errors of the API about its invalid values.
      for (const payload of few) {
        const body = JSON.stringify({ url: payload, engine: payload, formats: [payload] })
        await show(visit, `/playground/scrape?${new URLSearchParams({ body })}`)
        await page.getByRole('button', { name: 'Scrape', exact: true }).click()
        await page.getByRole('alert').waitFor()
        await expectNothingRan(visit, `refusal of ${payload}`)
      }
      await visit.close()
    },
    PATIENCE * 4,
  )
})
