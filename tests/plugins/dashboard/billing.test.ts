import { afterAll, beforeAll, expect } from 'bun:test'
import { testIn } from '../../browsers.ts'
import { type Dashboard, PATIENCE, startDashboard } from './browser.ts'
import { expectQuiet, lookAtAllSizes } from './looks.ts'

const test = await testIn('chromium')

let dashboard: Dashboard
beforeAll(async () => {
  dashboard = await startDashboard({
    WEIR_PLUGINS: 'dashboard,billing,analytics',
    WEIR_ENGINES: 'lightweight',
    WEIR_PLANS: JSON.stringify({ starter: { price: 19 }, pro: { price: 99.5 } }),
  })
}, PATIENCE)
afterAll(async () => {
  await dashboard.close()
}, PATIENCE)

test(
  'the page shows the plans, requests one, and shows when it is approved, cancelled, and resumed',
  async () => {
    const { weir } = dashboard
    const user = await weir.user('free')
    const visit = await dashboard.visit({ token: user.session })
    const { page, open } = visit
    await open('/billing')
    expect(await page.title()).toBe('Plan and billing · Weir')
    const mine = page.getByRole('region', { name: 'Your plan' })
    await mine.getByText('free plan').waitFor()
    await mine.getByText(/You do not pay for this plan/).waitFor()
    const pro = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'pro' }) })
    await pro.getByText('99.50 per month').waitFor()
    await pro.getByText('50,000 credits per month').waitFor()
    await page.getByLabel('yearly').check()
    await pro.getByText('1,194 per year').waitFor()
    await lookAtAllSizes(visit, 'billing-free')

    await page.getByLabel('monthly').check()
    await pro.getByRole('button', { name: 'Request pro' }).focus()
    await page.keyboard.press('Enter')
    await mine.getByText(/You requested the pro plan, monthly/).waitFor()
    expect(await pro.getByRole('button', { name: 'Requested' }).isDisabled()).toBe(true)
    // The button can no longer have the focus, so its card has it.
    await page.locator('li.plan:focus', { has: page.getByRole('heading', { name: 'pro' }) }).waitFor()
    await lookAtAllSizes(visit, 'billing-asked')

    const { requests } = (await weir.get('/v1/admin/billing/requests')).body.data
    const { sessionId } = requests.find(({ userId }: { userId: string }) => userId === user.id)
    expect((await weir.post(`/v1/admin/billing/requests/${sessionId}/approve`)).status).toBe(200)
    await page.reload()
    await mine.getByText('pro plan').waitFor()
    await mine.getByText(/Paid monthly; renews on/).waitFor()
    await page.locator('.account-plan').getByText(/^pro/).waitFor()

    await mine.getByRole('button', { name: 'Cancel the plan' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the plan' }).click()
    await mine.getByText(/Cancelled\. You keep the plan until/).waitFor()
    await lookAtAllSizes(visit, 'billing-cancelled')
    await mine.getByRole('button', { name: 'Keep the plan' }).click()
    await mine.getByText(/renewed on/).waitFor()
    expectQuiet(visit)
    await visit.close()
  },
  PATIENCE * 3,
)

test(
  'a failed payment has an explanation and a link to the provider, and so has a pending one',
  async () => {
    const user = await dashboard.weir.user('free')
    const visit = await dashboard.visit({ token: user.session })
    const { page, context, open } = visit
    // There is no provider here, so the responses of the API are simulated.
    const data = {
      plan: 'pro',
      status: 'past_due',
      billingPeriod: 'monthly',
      currentPeriodStart: '2026-11-01T00:00:00.000Z',
      currentPeriodEnd: '2026-12-01T00:00:00.000Z',
      credits: { monthly: 50000, used: 0, remaining: 50000 },
      creditsRefillAt: '2026-12-01T00:00:00.000Z',
      provider: 'stripe',
      cancelAtPeriodEnd: false,
      endsAt: '2026-12-15T00:00:00.000Z',
      canBeCancelled: true,
      hasPortal: true,
      pending: null,
    }
    await context.route('**/v1/billing/subscription', (route) => route.fulfill({ json: { success: true, data } }))
    await context.route('**/v1/billing/portal', (route) =>
      route.fulfill({ json: { success: true, data: { url: `${dashboard.origin}/health?portal` } } }),
    )
    await open('/billing')
    const mine = page.getByRole('region', { name: 'Your plan' })
    await mine.getByText('payment failed', { exact: true }).waitFor()
    await mine.getByText(/A payment failed\. You keep the plan until/).waitFor()
    await lookAtAllSizes(visit, 'billing-past-due')
    await mine.getByRole('button', { name: 'Invoices and payment methods' }).click()
    await page.waitForURL(/\/health\?portal/)
    expect(visit.elsewhere).toEqual([])
    await visit.close()
  },
  PATIENCE * 2,
)
