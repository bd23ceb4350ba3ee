import { afterAll, beforeAll, expect } from 'bun:test'
import { testIn } from '../../browsers.ts'
import { type Dashboard, PATIENCE, startDashboard } from './browser.ts'
import { expectQuiet, lookAtAllSizes } from './looks.ts'

const test = await testIn('chromium')

let dashboard: Dashboard
beforeAll(async () => {
  dashboard = await startDashboard({
    WEIR_PLUGINS: 'dashboard,admin,billing,analytics,scrape,search',
    WEIR_ENGINES: 'lightweight',
  })
}, PATIENCE)
afterAll(async () => {
  await dashboard.close()
}, PATIENCE)

test(
  'users are added, found, changed, suspended and reactivated, and the audit log has it all',
  async () => {
    const { weir } = dashboard
    const visit = await dashboard.visit({ token: await dashboard.adminToken() })
    const { page, open } = visit
    const email = 'ada@example.com'
    const dialog = page.getByRole('dialog')

    await open('/admin/users')
    expect(await page.title()).toBe('Users · Weir')
    await page.getByRole('link', { name: 'Add user' }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('E-mail address').focus()
    await page.keyboard.type(email)
    await page.getByLabel('Plan').selectOption('pro')
    await lookAtAllSizes(visit, 'admin-user-new')
    await page.getByRole('button', { name: 'Add user' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `${email} was added` }).waitFor()
    await lookAtAllSizes(visit, 'admin-user-added')
    const password = (await page.getByRole('region', { name: 'password' }).locator('code').textContent()) ?? ''
    const signIn = (with_: string) => weir.post('/v1/auth/login', { email, password: with_ }, { key: null })
    const session = (await signIn(password)).body.data.token
    await weir.post('/v1/auth/api-keys', { name: 'laptop', permissions: ['scrape'] }, { key: session })

    await page.getByRole('link', { name: 'All users' }).click()
    await page.getByLabel('Search', { exact: true }).fill('ada')
    await page.getByLabel('Search', { exact: true }).press('Enter')
    await page.waitForURL(/search=ada/)
    await page.getByLabel('Plan').selectOption('pro')
    await page.getByRole('link', { name: email }).waitFor()
    await page.getByRole('link', { name: 'admin@example.com' }).waitFor({ state: 'detached' })
    await lookAtAllSizes(visit, 'admin-users')
    await page.getByLabel('Status').selectOption('suspended')
    await page.getByRole('heading', { name: 'No users match' }).waitFor()
    await page.getByRole('button', { name: 'Show all users' }).click()
    await page.getByRole('link', { name: email }).click()

    await page.getByRole('heading', { name: email }).waitFor()
    await page.getByRole('row', { name: /laptop/ }).waitFor()
    await lookAtAllSizes(visit, 'admin-user')
    await page.getByLabel('Credits per month').fill('777')
    await page.getByLabel('Requests per hour').fill('42')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('of 777 used').waitFor()
    await page.getByRole('button', { name: 'Suspend' }).click()
    await page.getByRole('button', { name: 'Suspend user' }).click()
    await page.getByRole('button', { name: 'Activate' }).waitFor()
    expect((await weir.get('/v1/users/profile', { key: session })).status).toBe(403)
    await page.getByRole('button', { name: 'Activate' }).click()
    await page.getByRole('button', { name: 'Suspend' }).waitFor()
    expect((await signIn(password)).status).toBe(200)
    await page.getByRole('button', { name: 'New password' }).click()
    await page.getByRole('button', { name: 'Create a new password' }).click()
    const region = dialog.getByRole('region', { name: 'password' })
    const renewed = (await region.locator('code').textContent()) ?? ''
    expect([(await signIn(password)).status, (await signIn(renewed)).status]).toEqual([401, 200])
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByRole('button', { name: 'Revoke laptop' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page
      .getByRole('row', { name: /laptop/ })
      .getByText('revoked')
      .waitFor()

    await page.getByRole('link', { name: 'Audit log' }).last().click()
    await page.getByRole('button', { name: 'user.suspended' }).waitFor()
    const changed = page.getByRole('row', { name: /monthlyCredits/ }).first()
    expect(await changed.textContent()).toContain('777')
    expect(await page.content()).not.toContain(renewed)
    await lookAtAllSizes(visit, 'admin-audit')
    await page.getByRole('button', { name: 'user.suspended' }).click()
    await page.waitForURL(/action=user\.suspended/)
    await page.getByRole('row').nth(2).waitFor({ state: 'detached' })
    expect(await page.getByRole('row').nth(1).textContent()).toContain(email)
    expectQuiet(visit)
    await visit.close()
  },
  PATIENCE * 4,
)

test(
  'requests for plans are approved and declined',
  async () => {
    const { weir } = dashboard
    const visit = await dashboard.visit({ token: await dashboard.adminToken() })
    const { page, open } = visit
    const [first, second] = [await weir.user('free'), await weir.user('free')]
    for (const { key } of [first, second])
      await weir.post('/v1/billing/checkout', { plan: 'starter', billingPeriod: 'monthly' }, { key })
    await open('/admin/overview')
    await page.getByRole('link', { name: /Review/ }).click()
    await page.getByRole('heading', { name: 'Approvals' }).waitFor()
    await page.getByRole('button', { name: `Approve starter for ${first.email}` }).waitFor()
    await lookAtAllSizes(visit, 'admin-approvals')
    await page.getByRole('button', { name: `Approve starter for ${first.email}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('button', { name: `Approve starter for ${first.email}` }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Decline starter for ${second.email}` }).click()
    await page.getByLabel('Reason').fill('The invoice was not paid')
    expect(await visit.audit()).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
    await page.getByRole('heading', { name: 'No requests are waiting' }).waitFor()
    await page.getByLabel('Status').selectOption('declined')
    await page.getByText('The invoice was not paid').first().waitFor()
    const plans = await Promise.all([first, second].map(({ key }) => weir.get('/v1/users/profile', { key })))
    expect(plans.map(({ body }) => body.data.plan)).toEqual(['starter', 'free'])
    expectQuiet(visit)
    await visit.close()
  },
  PATIENCE * 3,
)

test(
  'the overview shows the state of the service, the owners of queued jobs, and remedies for engines',
  async () => {
    const { weir } = dashboard
    const user = await weir.user('free')
    const { body } = await weir.post('/v1/scrape', { urls: [`${dashboard.origin}/health`] }, { key: user.key })
    const ended = await weir.ended(body.data.jobId, { key: user.key })
    expect(ended).toMatchObject({ status: 'completed', failed: 0 })
    const visit = await dashboard.visit({ token: await dashboard.adminToken() })
    const { page, open, go } = visit
    await open('/admin/overview')
    await page
      .getByRole('region', { name: 'Health' })
      .getByText(/healthy|degraded/)
      .waitFor()
    await page
      .getByRole('row', { name: /Store/ })
      .getByText(/A write takes/)
      .waitFor()
    await page
      .getByRole('row', { name: /Disk/ })
      .getByText(/ free of /)
      .waitFor()
    await lookAtAllSizes(visit, 'admin-overview')

    await go('/admin/queues?status=completed')
    const job = page.getByRole('row', { name: new RegExp(body.data.jobId) })
    await job.getByText('completed').waitFor()
    await lookAtAllSizes(visit, 'admin-queues')
    // At widths between those, columns that do not fit can be scrolled to.
    const frame = page.locator('.table-frame')
    expect(await frame.evaluate((element) => getComputedStyle(element).overflowX)).toBe('auto')
    await job.getByRole('link', { name: user.email }).click()
    await page.getByRole('heading', { name: user.email }).waitFor()

    await go('/admin/engines')
    await page
      .getByRole('row', { name: /lightweight/ })
      .getByText('ready')
      .waitFor()
    const brave = page.getByRole('row', { name: /brave/ })
    await brave.getByText('not ready', { exact: true }).waitFor()
    await brave
      .getByText(/WEIR_BRAVE_API_KEY/)
      .first()
      .waitFor()
    await lookAtAllSizes(visit, 'admin-engines')
    expectQuiet(visit)
    await visit.close()
  },
  PATIENCE * 3,
)

test(
  'users who are not administrators get a message, and do not see the pages',
  async () => {
    const { session } = await dashboard.weir.user('free')
    const visit = await dashboard.visit({ token: session })
    const { page, open, go } = visit
    await open('/profile')
    for (const path of ['overview', 'users', 'users/usr_1', 'queues', 'engines', 'approvals', 'audit']) {
      await go(`/admin/${path}`)
      await page.getByRole('heading', { name: 'This page is for administrators' }).waitFor()
    }
    expect(await page.getByRole('navigation').getByText('Administration').count()).toBe(0)
    await lookAtAllSizes(visit, 'admin-forbidden')
    expectQuiet(visit)
    await visit.close()
  },
  PATIENCE * 2,
)
