/** The dashboard in Firefox, for features that may differ between browsers. All others are tested in Chromium. */
import { afterAll, beforeAll, expect, test as testAnywhere } from 'bun:test'
import type { Page } from 'playwright-core'
import { hasBrowser } from '../../browsers.ts'
import { article, type Site, startSite, YEARLY } from '../monitors/open.ts'
import { type Receivers, startReceivers } from '../webhooks/receivers.ts'
import { type Dashboard, PATIENCE, startDashboard, type Visit } from './browser.ts'
import { expectQuiet } from './looks.ts'
import { fillNewKey, followThroughLostStream, loseStream, press, revokeKey } from './steps.ts'

const hasFirefox = await hasBrowser('firefox')
const test = testAnywhere.skipIf(!hasFirefox)

let dashboard: Dashboard
let site: Site
let receivers: Receivers
let key: string
/** One browser for all tests. Each opens a page of its own in it. */
let visit: Visit
let page: Page
beforeAll(async () => {
  site = startSite()
  receivers = await startReceivers()
  dashboard = await startDashboard({ WEIR_ENGINES: 'lightweight' })
  key = await dashboard.adminToken()
  if (!hasFirefox) return
  visit = await dashboard.visit({ browser: 'firefox', token: key })
  page = visit.page
  // Loaded once: the tests go from page to page like a user.
  await visit.open('/profile')
}, PATIENCE)
afterAll(async () => {
  await dashboard.close()
  site.stop()
  receivers.stop()
}, PATIENCE)

const post = async (path: string, body: object) => {
  const { status, text, body: answer } = await dashboard.weir.post(path, body, { key })
  if (status >= 300) throw new Error(`${path} ${text}`)
  return answer.data
}
const ended = (jobId: string) => dashboard.weir.ended(jobId, { key })

/** Nothing is too wide in the narrowest and the widest view. Letters and fields have other widths here. */
async function expectToFit(name: string) {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
    await visit.shot(`${name}-${width}-firefox`)
    expect({ name, width, wide: await visit.overflows() }).toEqual({ name, width, wide: [] })
  }
}

test(
  'the end of a job is shown live, and a lost connection is shown and restored',
  async () => {
    const held = Promise.withResolvers<void>()
    const slow = site.put('/held', async () => {
      await held.promise
      return new Response('late')
    })
    const { jobId } = await post('/v1/scrape', { urls: [slow, site.put('/quick', article(['Quick']))], maxAge: 0 })
    const looking = await dashboard.visit({ browser: 'firefox', token: key, script: loseStream })
    await followThroughLostStream(looking, jobId, held.resolve)
    await looking.close()
  },
  PATIENCE * 2,
)

test(
  'a key is created with the keyboard, shown once, and revoked',
  async () => {
    await visit.go('/keys/new')
    await expectToFit('keys-new')
    await fillNewKey(page, 'laptop')
    await page.getByRole('button', { name: 'Create key' }).focus()
    await press(page, 'Enter')
    await page.getByRole('heading', { name: 'laptop was created' }).waitFor()
    await page.getByRole('link', { name: 'I have saved it' }).focus()
    await press(page, 'Enter')
    await revokeKey(page, 'laptop')
    expectQuiet(visit)
  },
  PATIENCE * 2,
)

test(
  'the focus stays near a button that can no longer have it',
  async () => {
    await visit.go('/billing')
    await page.getByRole('button', { name: 'Request pro' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText(/You requested the pro plan, monthly/).waitFor()
    await page.locator('li.plan:focus', { has: page.getByRole('heading', { name: 'pro' }) }).waitFor()
    await expectToFit('billing-asked')
    expectQuiet(visit)
  },
  PATIENCE * 2,
)

test(
  'a page is scraped, and shown in a frame that runs nothing',
  async () => {
    const kettles = site.put(
      '/kettles',
      '<title>Kettles</title><h1>Kettles</h1><a href="/care">Care</a><script>window.top.pwned = 1</script>',
    )
    const body = JSON.stringify({ url: kettles, formats: ['markdown', 'html'] })
    await visit.go(`/playground/scrape?${new URLSearchParams({ body })}`)
    await page.getByRole('button', { name: 'Scrape', exact: true }).click()
    await page.getByText('Answered in').waitFor()
    const frame = page.frameLocator('iframe.sandbox')
    expect(await frame.locator('h1').textContent()).toBe('Kettles')
    expect(await frame.locator('a').getAttribute('href')).toBe(site.url('/care'))
    await expectToFit('playground-scrape')
    expect(await page.evaluate(() => (window as { pwned?: number }).pwned)).toBeUndefined()
    expectQuiet(visit)
  },
  PATIENCE * 2,
)

test(
  'the menu on a phone opens, and a theme is chosen',
  async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await visit.go('/nowhere')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.locator('summary').click()
    const background = () => getComputedStyle(document.documentElement).backgroundColor
    const light = await page.evaluate(background)
    // Painted again with the chosen theme.
    const until = (isLight: boolean) =>
      page.waitForFunction(
        ({ light, isLight }) => (getComputedStyle(document.documentElement).backgroundColor === light) === isLight,
        { light, isLight },
      )
    await page.getByLabel('dark').check()
    await until(false)
    expect(await visit.overflows()).toEqual([])
    await page.getByLabel('light').check()
    await until(true)
    expectQuiet(visit)
  },
  PATIENCE * 2,
)

/** A monitor whose page has changed. */
async function watched(): Promise<string> {
  const url = site.put('/watched', article(['The price is 10 euros', 'Nothing else']))
  const { monitorId } = await post('/v1/monitors', { url, name: 'Prices', schedule: YEARLY, tags: ['shop'] })
  for (const price of [10, 12]) {
    site.put('/watched', article([`The price is ${price} euros`, 'Nothing else']))
    await ended((await post(`/v1/monitors/${monitorId}/run`, {})).jobId)
  }
  return monitorId
}

test(
  'pages fit phones and desktops',
  async () => {
    const monitorId = await watched()
    const urls = [site.put('/good', article(['First words', 'Second words'])), 'http://10.0.0.1/']
    const { jobId } = await post('/v1/scrape', { urls, formats: ['markdown', 'html'], webhook: receivers.make() })
    await ended(jobId)

    await visit.go('/')
    await page.getByRole('heading', { name: 'What to do next' }).waitFor()
    await expectToFit('home')
    // Of lists, and of pages of one thing, one each.
    const shown: [path: string, name: string, is: () => Promise<unknown>][] = [
      [`/monitors/${monitorId}`, 'monitor', () => page.locator('.diff').first().waitFor()],
      ['/monitors/new', 'monitor-new', () => page.locator('.schedule-preview').waitFor()],
      ['/jobs', 'jobs', () => page.locator('td.main a').first().waitFor()],
      [
        `/jobs/${jobId}`,
        'job',
        async () => {
          await page.locator('.result summary').first().click()
          await page.frameLocator('iframe.sandbox').getByText('Second words').waitFor()
          await page.getByRole('table', { name: 'Webhook deliveries' }).waitFor()
        },
      ],
      [
        '/webhooks',
        'webhooks',
        async () => {
          await page.getByRole('button', { name: 'Show secret' }).click()
          await page.locator('.secret').waitFor()
        },
      ],
      [
        '/usage?period=7d',
        'usage',
        async () => {
          const chart = page.getByRole('figure', { name: 'Credits used' })
          await chart.getByText('As a table').focus()
          await page.keyboard.press('Enter')
          await chart.locator('tbody td').first().waitFor()
        },
      ],
      ['/admin/overview', 'admin-overview', () => page.getByRole('row', { name: /Store/ }).waitFor()],
    ]
    for (const [path, name, is] of shown) {
      await visit.go(path)
      await is()
      await expectToFit(name)
    }
    expectQuiet(visit)
  },
  PATIENCE * 3,
)
