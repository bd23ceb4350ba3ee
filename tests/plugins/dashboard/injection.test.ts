import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type BrowserName, type Dashboard, PATIENCE, startDashboard, type Visit } from './browser.ts'
import { payloads } from './payloads.ts'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** As text that becomes markdown, in attributes, and as markup. */
const partOf = (payload: string) => `<section><h2>${escaped(payload)}</h2>
<p>${escaped(payload)}</p><p><a href="${escaped(payload)}" title="${escaped(payload)}">${escaped(payload)}</a></p>
<p><img src="/none.png" alt="${escaped(payload)}"></p><pre>${escaped(payload)}</pre>
<table><tr><th>${escaped(payload)}</th></tr><tr><td>${escaped(payload)}</td></tr></table></section>`

/** So many are on one page: a browser needs its time for each page. */
const TOGETHER = 8
const groups = Array.from({ length: Math.ceil(payloads.length / TOGETHER) }, (_, at) =>
  payloads.slice(at * TOGETHER, (at + 1) * TOGETHER),
)

/** All texts come first: a piece of markup may swallow what follows it. */
const pageOf = (group: readonly string[]) => `<!doctype html><html><head><title>${escaped(group.join(' '))}</title>
<meta name="description" content="${escaped(group.join(' '))}"></head><body><h1>Attempts</h1>
${group.map(partOf).join('')}${group.map((payload) => `<div>${payload}</div>`).join('')}</body></html>`

let site: ReturnType<typeof Bun.serve>
let dashboard: Dashboard
beforeAll(async () => {
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const group = groups[Number(new URL(request.url).pathname.slice(1))]
      return new Response(pageOf(group ?? []), { headers: { 'content-type': 'text/html; charset=utf-8' } })
    },
  })
  dashboard = await startDashboard({ WEIR_ENGINES: 'lightweight' })
}, PATIENCE)
afterAll(async () => {
  await dashboard.close()
  site.stop(true)
}, PATIENCE)

/** What ran, was tried, or went out. */
const harm = async ({ page, complaints, elsewhere }: Visit) => ({
  handlers: await page.evaluate(() => {
    const all = [...document.querySelectorAll('#app *')]
    return all.filter((it) => [...it.attributes].some(({ name }) => name.startsWith('on'))).map((it) => it.outerHTML)
  }),
  scripts: await page.locator('#app script, #app style, #app object, #app embed').count(),
  complaints: complaints.splice(0),
  elsewhere: elsewhere.splice(0),
})
const NONE = { handlers: [], scripts: 0, complaints: [], elsewhere: [] }

test('there are more than sixty', () => {
  expect(new Set(payloads).size).toBeGreaterThan(60)
})

const tabs = ['Rendered', 'Markdown', 'HTML', 'Text', 'JSON']
test.each<[BrowserName]>([['chromium'], ['firefox']])(
  'nothing of a page that was scraped runs or loads, in %s',
  async (browser) => {
    const visit = await dashboard.visit({ browser, token: await dashboard.adminToken() })
    const { page, open } = visit
    const body = { url: site.url.href, formats: ['markdown', 'html', 'rawHtml', 'text', 'links', 'json'] }
    await open(`/playground/scrape?${new URLSearchParams({ body: JSON.stringify(body) })}`)
    const field = page.getByLabel('URL', { exact: true })
    for (const [index, group] of groups.entries()) {
      await field.fill(`${site.url.href}${index}`)
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.url().endsWith('/v1/scrape')),
        field.press('Enter'),
      ])
      expect([group, answer.status()]).toEqual([group, 200])
      await page.getByText('Answered in').waitFor()
      await page
        .frameLocator('iframe.sandbox')
        .locator('h2')
        .nth(group.length - 1)
        .waitFor()
      for (const name of tabs) await page.getByRole('tab', { name, exact: true }).click()
      expect([group, await harm(visit)]).toEqual([group, NONE])
    }
    await visit.close()
  },
  PATIENCE * 8,
)

test(
  'nor of names, questions, results and errors',
  async () => {
    const user = await dashboard.weir.user()
    const visit = await dashboard.visit({ token: user.session })
    const { page, open } = visit
    for (const payload of payloads) {
      const fullName = payload.slice(0, 200)
      await dashboard.weir.call('PUT', '/v1/users/profile', { fullName }, { key: user.session })
      await dashboard.weir.post('/v1/auth/api-keys', { name: payload.slice(0, 100) }, { key: user.session })
    }
    const { body } = await dashboard.weir.get('/v1/auth/api-keys?limit=100', { key: user.session })
    expect(body.data.keys.length).toBeGreaterThan(60)
    for (const path of ['/', '/keys', '/profile']) {
      await open(path)
      expect([path, await harm(visit)]).toEqual([path, NONE])
    }
    await open('/playground/search')
    const field = page.getByLabel('Query')
    for (const payload of groups.map(([first]) => first as string)) {
      await field.fill(payload)
      await Promise.all([
        page.waitForResponse((response) => response.url().endsWith('/v1/search')),
        page.getByRole('button', { name: 'Search', exact: true }).click(),
      ])
      expect([payload, await harm(visit)]).toEqual([payload, NONE])
    }
    // A link that somebody sends, an address that there is not, and what the service says of a bad value.
    for (const payload of groups.map(([, second]) => second as string)) {
      const body = JSON.stringify({ url: payload, engine: payload, formats: [payload] })
      await open(`/playground/scrape?${new URLSearchParams({ body })}#${encodeURIComponent(payload)}`)
      await page.getByRole('button', { name: 'Scrape', exact: true }).click()
      await page.getByRole('alert').waitFor()
      await open(`/${encodeURIComponent(payload)}`)
      expect([payload, await harm(visit)]).toEqual([payload, NONE])
    }
    await visit.close()
  },
  PATIENCE * 8,
)
