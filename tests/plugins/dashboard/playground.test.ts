import { afterAll, afterEach, beforeAll, describe, expect, test as testAnywhere } from 'bun:test'
import type { Page } from 'playwright-core'
import { hasBrowser } from '../../browsers.ts'
import { type Dashboard, PATIENCE, startDashboard, type Visit } from './browser.ts'
import { expectQuiet, lookAtAllSizes } from './looks.ts'

const hasChromium = await hasBrowser('chromium')
const test = testAnywhere.skipIf(!hasChromium)

const pages: Record<string, string> = {
  '/': `<title>Kettles</title><h1>Kettles</h1><p>Good tea needs a kettle. <a href="/care">Care</a></p><img src="/kettle.png" alt="A kettle"><script>window.top.pwned = 1</script>`,
  '/care': '<title>Care</title><h1>Care</h1><p>Descale it.</p><table><tr><th>Price</th><td>24.50</td></tr></table>',
}

let site: ReturnType<typeof Bun.serve>
let dashboard: Dashboard
let token: string
/** A browser's page in which all tests look at their own page of the dashboard. */
let visit: Visit
beforeAll(async () => {
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) => {
      const body = pages[new URL(url).pathname]
      return new Response(body ?? 'nothing', { status: body ? 200 : 404, headers: { 'content-type': 'text/html' } })
    },
  })
  dashboard = await startDashboard()
  token = await dashboard.adminToken()
  if (!hasChromium) return
  visit = await dashboard.visit({ token })
  await visit.open('/profile')
}, PATIENCE)
afterEach(async () => {
  visit.complaints.length = 0
  await visit.page.unrouteAll()
})
afterAll(async () => {
  await dashboard.close()
  site.stop(true)
}, PATIENCE)

/** Shows a page as if it were opened anew: without the input and the result of the one before. */
const show = async (path: string) => {
  await visit.go('/nowhere')
  await visit.go(path)
}

const link = (operation: string, body: object) =>
  `/playground/${operation}?${new URLSearchParams({ body: JSON.stringify(body) })}`

/** The HTML that shows a scraped page in its frame. */
async function expectKettles(page: Page) {
  const frame = page.frameLocator('iframe.sandbox')
  expect(await frame.locator('h1').textContent()).toBe('Kettles')
  expect(await frame.locator('a').getAttribute('href')).toBe(`${site.url.href}care`)
  expect(await frame.locator('.picture').textContent()).toBe('A kettle')
}

test(
  'each operation works, and no request goes to another host',
  async () => {
    const { page } = visit
    const url = site.url.href
    const press = async (name: string, done: string) => {
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByText(done, { exact: false }).first().waitFor()
    }

    await show(link('scrape', { url, formats: ['markdown', 'html', 'text', 'links', 'screenshot'] }))
    await press('Scrape', 'Answered in')
    await expectKettles(page)
    await lookAtAllSizes(visit, 'playground-scrape')
    for (const [tab, shown] of [
      ['Markdown', '# Kettles'],
      ['HTML', '<h1>'],
      ['Text', 'Good tea'],
      ['Links (1)', 'care'],
    ] as const) {
      await page.getByRole('tab', { name: tab, exact: true }).click()
      expect(await page.locator('.playground-outcome [role=tabpanel]').first().textContent()).toContain(shown)
    }
    await page.getByRole('tab', { name: 'Screenshot' }).click()
    await page.getByAltText('The page as the browser drew it').waitFor()
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.picture-frame img')?.naturalWidth)
    await lookAtAllSizes(visit, 'playground-screenshot')

    await show(link('crawl', { url, maxPages: 5 }))
    await press('Start crawl', '2 of 2 pages')
    await page.getByRole('button', { name: /care/ }).click()
    await page.frameLocator('iframe.sandbox').locator('h1', { hasText: 'Care' }).waitFor()
    await lookAtAllSizes(visit, 'playground-crawl')

    await show(link('map', { url }))
    await press('Map site', `${url}care`)
    expect(await page.locator('td[data-title="Status"]').allTextContents()).toEqual(['200', '200'])
    await lookAtAllSizes(visit, 'playground-map')

    await show(link('search', { query: 'kettle' }))
    await press('Search', 'Answered in')
    await page.locator('.hits h3').first().waitFor()
    await lookAtAllSizes(visit, 'playground-search')

    await show(link('search', { query: 'kettle', scrapeResults: true }))
    await press('Search', 'Answered in')
    await page.locator('.hits h3').first().waitFor()
    const addresses = await page
      .locator('.hits li > a')
      .evaluateAll((links) => links.map((each) => each.getAttribute('href')))
    expect(addresses).toContain(url)

    const schema = { type: 'object', properties: { price: { type: 'number' } } }
    await show(link('extract', { url: `${url}care`, schema, agent: { model: 'structured' } }))
    await press('Extract', 'Answered in')
    expect(await page.locator('.json').first().textContent()).toContain('24.5')
    await lookAtAllSizes(visit, 'playground-extract')

    expect(await page.evaluate(() => (window as { pwned?: number }).pwned)).toBeUndefined()
    expectQuiet(visit)
  },
  PATIENCE * 4,
)

test(
  'the input of an operation is kept for a return to it',
  async () => {
    const { page, complaints } = visit
    const shown = async () => JSON.parse(new URL(page.url()).searchParams.get('body') ?? 'null')
    const go = (name: string) =>
      page.getByRole('navigation', { name: 'Operations' }).getByRole('link', { name, exact: true }).click()
    await show(link('scrape', { url: `${site.url}care`, formats: ['text'] }))
    const url = page.locator('[name=url]')
    await go('Search')
    const query = page.locator('[name=query]')
    // Its own example, and nothing of the previous operation.
    expect(await query.inputValue()).not.toBe('')
    expect(await page.locator('.playground-outcome').textContent()).not.toContain('care')
    await query.fill('copper kettle')
    await go('Scrape')
    expect(await url.inputValue()).toBe(`${site.url}care`)
    expect(await shown()).toEqual({ url: `${site.url}care`, formats: ['text'] })
    await url.fill(site.url.href)
    await go('Search')
    expect(await query.inputValue()).toBe('copper kettle')
    await go('Scrape')
    expect(await url.inputValue()).toBe(site.url.href)
    expect(complaints).toEqual([])
  },
  PATIENCE,
)

test(
  'an operation that failed to load is loaded when the user tries again',
  async () => {
    const { page, open } = visit
    await page.route('**/openapi.json', (route) => route.abort(), { times: 1 })
    await open('/playground/map')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Map site', exact: true }).waitFor()
  },
  PATIENCE,
)

describe('typing key by key', () => {
  const bodyOf = (url: string) => JSON.parse(new URL(url).searchParams.get('body') ?? 'null')

  test(
    'enters a fraction and a list of lines as intended',
    async () => {
      const { page, complaints } = visit
      await show(link('extract', { url: site.url.href, agent: { model: 'structured' } }))
      await page.locator('.more-options > summary').click()
      const temperature = page.getByLabel('Temperature')
      await temperature.pressSequentially('0.05')
      expect(await temperature.inputValue()).toBe('0.05')
      const patterns = page.getByLabel('Include patterns')
      await patterns.pressSequentially('/care\n\n/kettle*\n')
      expect(await patterns.inputValue()).toBe('/care\n\n/kettle*\n')
      const { options } = bodyOf(page.url())
      expect(options).toEqual({ temperature: 0.05, includePatterns: ['/care', '/kettle*'] })
      expect(complaints).toEqual([])
    },
    PATIENCE,
  )

  test(
    'sends nothing when Enter is pressed in the search for options, or with invalid JSON',
    async () => {
      const { page, complaints } = visit
      const sent: unknown[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST') sent.push(request.postDataJSON())
      })
      await show(link('extract', { url: `${site.url}care`, agent: { model: 'structured' } }))
      await page.locator('.more-options > summary').click()
      await page.getByLabel('Find an option').fill('temperature')
      await page.keyboard.press('Enter')
      const schema = page.getByLabel('Schema')
      await schema.fill('{"type": "object"')
      await page.locator('[name=url]').press('Enter')
      expect(await schema.evaluate((area) => area === document.activeElement)).toBe(true)
      await page.getByText('This is not valid JSON').waitFor()
      await page.keyboard.press('Control+Enter')
      expect(sent).toEqual([])
      await schema.fill('{"type": "object", "properties": {"price": {"type": "number"}}}')
      await page.keyboard.press('Control+Enter')
      await page.getByText('Answered in').waitFor()
      expect(sent).toHaveLength(1)
      expect(complaints).toEqual([])
    },
    PATIENCE,
  )
})

test(
  'on a phone, the progress and the place of the result are visible',
  async () => {
    const { page } = visit
    await page.setViewportSize({ width: 360, height: 740 })
    await page.route('**/v1/scrape', () => {})
    await show(link('scrape', { url: site.url.href }))
    await page.getByRole('button', { name: 'Scrape', exact: true }).click()
    const status = page.getByRole('status').filter({ hasText: 'Running,' })
    await status.waitFor()
    const top = () => status.evaluate((element) => element.getBoundingClientRect().top)
    await page.waitForFunction(() => scrollY > 0)
    // Not covered by the bar at the top.
    expect(await top()).toBeGreaterThan(40)
    expect(await top()).toBeLessThan(740 / 2)
    await page.setViewportSize({ width: 1440, height: 900 })
  },
  PATIENCE,
)

test(
  'a crawl whose start page fails shows the reason',
  async () => {
    const { page } = visit
    await show(link('crawl', { url: 'http://10.0.0.1/', maxPages: 2 }))
    await page.getByRole('button', { name: 'Start crawl' }).click()
    await page.getByRole('alert').getByText('The start page could not be fetched').waitFor()
  },
  PATIENCE,
)

test(
  'a user who has exceeded a limit is told when to try again',
  async () => {
    const { page } = visit
    const error = { code: 'rate_limited', message: 'Too many requests', details: { retryAfter: 2520, limit: 10 } }
    await page.route('**/v1/scrape', (route) => route.fulfill({ status: 429, json: { success: false, error } }))
    await show(link('scrape', { url: site.url.href }))
    await page.getByRole('button', { name: 'Scrape', exact: true }).click()
    await page.getByRole('alert').getByText('Try again in 42 minutes').waitFor()
  },
  PATIENCE,
)

test(
  'each requested format has a tab',
  async () => {
    const { page, complaints } = visit
    const formats = ['markdown', 'summary', 'images', 'attributes', 'changeTracking']
    const attributes = [{ selector: 'a', attribute: 'href' }]
    await show(link('scrape', { url: site.url.href, formats, attributes }))
    await page.getByRole('button', { name: 'Scrape', exact: true }).click()
    for (const [tab, shown] of [
      ['Summary', 'Good tea'],
      ['Images', 'kettle.png'],
      ['Attributes', '/care'],
      ['Changes', 'changeStatus'],
    ] as const) {
      await page.getByRole('tab', { name: tab, exact: true }).click()
      await page.getByRole('tab', { name: tab, exact: true, selected: true }).waitFor()
      const panel = page.locator('.page-result [role=tabpanel]')
      for (const closed of await panel.locator('details:not([open]) > summary').all()) await closed.click()
      await panel.filter({ hasText: shown }).waitFor()
    }
    expect(complaints).toEqual([])
  },
  PATIENCE,
)
