import { afterAll, beforeAll, expect } from 'bun:test'
import { testIn } from '../../browsers.ts'
import { type Dashboard, PATIENCE, startDashboard } from './browser.ts'
import { expectQuiet, lookAtAllSizes } from './looks.ts'

const test = await testIn('chromium')

const DAY = 86_400_000
const DAYS = 12
/** The delay of the server's clock in milliseconds, while past data are created. */
let behind = DAYS * DAY

let dashboard: Dashboard
let user: { id: string; email: string; password: string }
beforeAll(async () => {
  dashboard = await startDashboard(
    { WEIR_PLUGINS: 'dashboard,scrape,analytics,billing', WEIR_ENGINES: 'lightweight' },
    { clock: { now: () => Date.now() - behind } },
  )
  const made = await dashboard.weir.user('enterprise')
  user = made
  // 4 days without a request, then more of them each day. Two fail.
  for (let day = 4; day <= DAYS; day++) {
    behind = (DAYS - day) * DAY
    for (let time = 0; time < day; time++) {
      const url = `${dashboard.origin}/health?${day}-${time}`
      const answer = await dashboard.weir.post('/v1/scrape', { url, onlyMainContent: false }, { key: made.key })
      expect(answer.status).toBe(200)
    }
  }
  for (const port of [1, 2])
    await dashboard.weir.post('/v1/scrape', { url: `http://127.0.0.1:${port}9/`, maxAge: 0 }, { key: made.key })
}, PATIENCE * 2)
afterAll(async () => {
  await dashboard.close()
}, PATIENCE)

const sessionOf = async ({ email, password }: { email: string; password: string }) =>
  (await dashboard.weir.post('/v1/auth/login', { email, password }, { key: null })).body.data.token as string

test(
  'usage is shown over time beside the previous period, with tables of its numbers',
  async () => {
    const visit = await dashboard.visit({ token: await sessionOf(user) })
    const { page, open } = visit
    await open('/usage?period=7d')
    expect(await page.title()).toBe('Usage · Weir')
    const figures = page.locator('.figures')
    await figures.getByText('Credits used').waitFor()
    const { body } = await dashboard.weir.get(`/v1/users/usage?period=7d&account=${user.id}`)
    expect(body.data.creditsUsed).toBeGreaterThan(50)
    const shown = figures.locator('div').filter({ hasText: 'Credits used' })
    expect(await shown.locator('.figure-value').textContent()).toBe(String(body.data.creditsUsed))
    await shown.getByText(/^\+\d/).waitFor()
    await page.locator('.chart-before').first().waitFor()

    // The table of a chart has all of its points, and their sum is the total.
    const chart = page.getByRole('figure', { name: 'Credits used' })
    await chart.getByText('As a table').focus()
    await page.keyboard.press('Enter')
    const cells = await chart.locator('tbody td:nth-child(2)').allTextContents()
    expect(cells.map(Number).reduce((sum, value) => sum + value)).toBe(body.data.creditsUsed)
    await page.getByRole('row', { name: /scrape/ }).waitFor()

    // The selection is in the address, and is kept when the page is reloaded.
    await page.getByLabel('Period', { exact: true }).selectOption('90d')
    await page.getByLabel('By', { exact: true }).selectOption('week')
    await page.waitForURL(/period=90d&granularity=week$/)
    await page.reload()
    await page.getByRole('figure', { name: 'Credits used' }).waitFor()
    expect(await page.getByLabel('By', { exact: true }).inputValue()).toBe('week')
    // The usage of other accounts is only for administrators.
    expect(await page.getByRole('combobox', { name: 'Account' }).count()).toBe(0)
    expectQuiet(visit)
    await visit.close()
  },
  PATIENCE * 3,
)

test(
  'an administrator sees the usage of all accounts, and goes from there to one of them',
  async () => {
    const visit = await dashboard.visit({ token: await dashboard.adminToken() })
    const { page, open } = visit
    await open('/usage?period=7d')
    await page.getByRole('heading', { name: 'No requests in this period' }).or(page.locator('.table')).first().waitFor()
    await page.getByRole('combobox', { name: 'Account' }).selectOption('all')
    const link = page.getByRole('link', { name: user.email })
    await link.waitFor()
    // It has all that the page of one account has.
    await page.locator('.chart-before').first().waitFor()
    await lookAtAllSizes(visit, 'usage-all')
    await link.click()
    await page.waitForURL(new RegExp(`account=${user.id}`))
    expect(await page.getByRole('combobox', { name: 'Account' }).inputValue()).toBe(user.id)
    await page.goBack()
    await link.waitFor()
    expectQuiet(visit)
    await visit.close()
  },
  PATIENCE * 2,
)

test(
  'the mean of an isolated period is a dot, as there is no line to it',
  async () => {
    const visit = await dashboard.visit({ token: await sessionOf(user) })
    const { page, open } = visit
    await open('/usage?period=24h')
    for (const name of ['Success rate', 'Response time'])
      await page.getByRole('figure', { name }).locator('.chart-dot').first().waitFor()
    expectQuiet(visit)
    await visit.close()
  },
  PATIENCE,
)
