import { afterAll, beforeAll, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { testIn } from '../../browsers.ts'
import { type Dashboard, PATIENCE, startDashboard } from './browser.ts'

const test = await testIn('chromium')

let dashboard: Dashboard
beforeAll(async () => {
  dashboard = await startDashboard({
    WEIR_PLUGINS: 'dashboard,scrape,webhooks,content,admin',
    WEIR_ENGINES: 'lightweight',
  })
}, PATIENCE)
afterAll(() => dashboard.close(), PATIENCE)

/** The text of the focused element, once there is one. */
async function focused(page: Page): Promise<string> {
  await page.waitForFunction(() => document.activeElement !== document.body)
  return page.evaluate(() => document.activeElement?.textContent ?? '')
}

test(
  'the focus moves to a nearby element if the pressed one is removed',
  async () => {
    const { session } = await dashboard.weir.user()
    const made = await dashboard.weir.post('/v1/auth/api-keys', { name: 'laptop' }, { key: session })
    expect(made.status).toBe(201)
    const { page, open, complaints, close } = await dashboard.visit({ token: session })
    await open('/keys')
    await page.getByRole('button', { name: 'Revoke laptop' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Revoke key', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('laptop was revoked').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('tr:has-text("laptop") :focus').waitFor()

    await open('/keys/new')
    await page.getByLabel('Name').fill('phone')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'phone was created' }).waitFor()
    expect(await focused(page)).toBe('phone was created')

    await page.route('**/v1/scrape', () => {})
    await open('/playground/scrape')
    await page.getByRole('button', { name: 'Scrape', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Cancelled' }).waitFor()
    expect(await focused(page)).toStartWith('Cancelled')
    expect(complaints).toEqual([])
    await close()
  },
  PATIENCE,
)

test(
  'a dialog stays open while text in it is selected beyond its edge, and closes with a click outside',
  async () => {
    const { session } = await dashboard.weir.user()
    const { page, open, close } = await dashboard.visit({ token: session })
    await open('/webhooks')
    await page.getByRole('button', { name: 'Send a test' }).first().click()
    const field = page.getByLabel('Receiver')
    await field.fill('https://example.com/hooks')
    const box = (await field.boundingBox())!
    await page.mouse.move(box.x + 80, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(5, 5, { steps: 4 })
    await page.mouse.up()
    expect(await field.inputValue()).toBe('https://example.com/hooks')
    await page.mouse.click(5, 5)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await close()
  },
  PATIENCE,
)

test(
  'a password that is shown once stays when the user clicks outside',
  async () => {
    const { id } = await dashboard.weir.user()
    const { page, open, close } = await dashboard.visit({ token: await dashboard.adminToken() })
    await open(`/admin/users/${id}`)
    await page.getByRole('button', { name: 'New password' }).click()
    await page.getByRole('button', { name: 'Create a new password' }).click()
    await page.getByText('It is shown only once').waitFor()
    await page.mouse.click(5, 5)
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await close()
  },
  PATIENCE,
)
