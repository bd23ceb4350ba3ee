import { afterAll, beforeAll, expect } from 'bun:test'
import { testIn } from '../../browsers.ts'
import { type Receivers, startReceivers, status } from '../webhooks/receivers.ts'
import { type Dashboard, PATIENCE, startDashboard } from './browser.ts'
import { expectQuiet, lookAtPages } from './looks.ts'

const test = await testIn('chromium')

let dashboard: Dashboard
let receivers: Receivers
beforeAll(async () => {
  receivers = await startReceivers()
  dashboard = await startDashboard({ WEIR_PLUGINS: 'dashboard,webhooks,account,jobs', WEIR_ENGINES: 'lightweight' })
}, PATIENCE)
afterAll(async () => {
  await dashboard.close()
  receivers.stop()
}, PATIENCE)

test(
  'a test is sent from an empty page with the keyboard, its attempts are listed, and it is sent again',
  async () => {
    const { session } = await dashboard.weir.user()
    const url = receivers.make(status(500))
    const visit = await dashboard.visit({ token: session })
    const { page } = visit
    await visit.open('/webhooks')
    await page.getByText('No deliveries yet').waitFor()
    await page.getByRole('button', { name: 'Send a test' }).first().focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Receiver').fill('http://10.0.0.1/')
    await page.keyboard.press('Enter')
    await page.locator('.field-error').waitFor()
    await page.getByLabel('Receiver').fill(url)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'webhook.test' }).waitFor()
    await page.getByRole('table', { name: 'Attempts' }).getByText('500').first().waitFor()
    await page.getByText('This is a test of your webhook receiver.').waitFor()
    receivers.change(url, status(204))
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('delivered', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'All deliveries' }).click()
    await page.getByRole('link', { name: 'webhook.test' }).waitFor()
    await page.getByLabel('Status').selectOption('failed')
    await page.getByText('No deliveries match').waitFor()
    expect(page.url()).toEndWith('?status=failed')
    expectQuiet(visit)
    await visit.close()
  },
  PATIENCE * 2,
)

test(
  'the secret is shown on request, and replaced after a confirmation that explains the effect',
  async () => {
    const { session, key } = await dashboard.weir.user()
    const { secret } = (await dashboard.weir.get('/v1/webhooks/secret', { key })).body.data
    const visit = await dashboard.visit({ token: session })
    const { page } = visit
    await visit.open('/webhooks')
    expect(await page.content()).not.toContain(secret)
    await page.getByRole('button', { name: 'Show secret' }).click()
    await page.getByText(secret).waitFor()
    await page.getByRole('button', { name: 'Rotate…' }).click()
    await page.getByText('For 24 hours the current one signs too').waitFor()
    await page.getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByText('The previous one signs too until').waitFor()
    expect(await page.locator('.secret code').textContent()).not.toBe(secret)
    await page.getByRole('button', { name: 'Hide' }).click()
    expect(await page.locator('.secret').count()).toBe(0)
    expectQuiet(visit)
    await visit.close()
  },
  PATIENCE * 2,
)

test(
  'webhooks fit phones, tablets and desktops, light and dark',
  async () => {
    const { session: token } = await dashboard.weir.user()
    const sent = await dashboard.weir.post('/v1/webhooks/test', { url: receivers.make() }, { key: token })
    await lookAtPages(dashboard, token, [
      {
        path: '/webhooks',
        name: 'webhooks',
        ready: async (page) => {
          await page.getByRole('button', { name: 'Show secret' }).click()
          await page.locator('.secret').waitFor()
        },
      },
      {
        path: `/webhooks/${sent.body.data.id}`,
        name: 'delivery',
        ready: (page) => page.getByText('delivered', { exact: true }).waitFor(),
      },
    ])
  },
  PATIENCE * 4,
)

test(
  'typing in the search for a job adds one history entry, not one per letter',
  async () => {
    const { session } = await dashboard.weir.user()
    await dashboard.weir.post('/v1/webhooks/test', { url: receivers.make() }, { key: session })
    const visit = await dashboard.visit({ token: session })
    const { page } = visit
    await visit.open('/profile')
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('link', { name: 'webhook.test' }).waitFor()
    await page.getByLabel('Job', { exact: true }).pressSequentially('job_1')
    await page.getByText('No deliveries match').waitFor()
    expect(page.url()).toEndWith('?job=job_1')
    await page.goBack()
    await page.getByRole('heading', { name: 'Profile' }).waitFor()
    expectQuiet(visit)
    await visit.close()
  },
  PATIENCE,
)
