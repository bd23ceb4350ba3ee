import { afterAll, beforeAll, expect } from 'bun:test'
import { testIn } from '../../browsers.ts'
import { type Dashboard, PATIENCE, startDashboard } from './browser.ts'
import { expectQuiet, lookAtAllSizes } from './looks.ts'
import { fillNewKey, press, revokeKey } from './steps.ts'

const test = await testIn('chromium')

let dashboard: Dashboard
beforeAll(async () => {
  dashboard = await startDashboard({ WEIR_PLUGINS: 'dashboard,scrape,billing', WEIR_ENGINES: 'lightweight' })
}, PATIENCE)
afterAll(async () => {
  await dashboard.close()
}, PATIENCE)

test(
  'keys are created with the keyboard, shown once with a working command, and revoked',
  async () => {
    const { weir } = dashboard
    const user = await weir.user('enterprise')
    const visit = await dashboard.visit({ token: user.session })
    const { page, open } = visit
    await open('/keys/new')
    expect(await page.title()).toBe('Create a key · Weir')
    await lookAtAllSizes(visit, 'keys-new')

    await fillNewKey(page, 'laptop')
    await page.getByLabel('Requests per hour').focus()
    await page.keyboard.type('20')
    await page.getByLabel('Allowed IP addresses').focus()
    await page.keyboard.type('127.0.0.0/8')
    await page.getByRole('button', { name: 'Create key' }).focus()
    await press(page, 'Enter')

    await page.getByRole('heading', { name: 'laptop was created' }).waitFor()
    await lookAtAllSizes(visit, 'keys-shown')
    const key = (await page.getByRole('region', { name: 'key', exact: true }).locator('code').textContent()) ?? ''
    expect(key).toMatch(/^wr_\w{46}$/)
    const line = (await page.getByRole('region', { name: 'curl command' }).locator('code').textContent()) ?? ''
    expect(line).toContain(`curl ${dashboard.origin}/v1/scrape`)
    const target = dashboard.origin
    const sent = Bun.spawn(['sh', '-c', line.replace('https://example.com', `${target}/docs`)], {
      stdout: 'pipe',
      stderr: 'ignore',
    })
    expect(JSON.parse(await new Response(sent.stdout).text()).success).toBe(true)

    await page.getByRole('link', { name: 'I have saved it' }).focus()
    await press(page, 'Enter')
    const row = page.getByRole('row', { name: /laptop/ })
    await row.waitFor()
    for (const shown of [key.slice(0, 8), 'scrape', '20 requests per hour', 'from 127.0.0.0/8', 'active'])
      expect(await row.textContent()).toContain(shown)
    expect(await page.content()).not.toContain(key)
    await lookAtAllSizes(visit, 'keys')

    await revokeKey(page, 'laptop', async () => {
      await visit.shot('keys-revoke')
      expect(await visit.audit()).toEqual([])
    })
    expect((await weir.get('/v1/auth/validate', { key })).body.error.code).toBe('key_revoked')
    expectQuiet(visit)
    await visit.close()
  },
  PATIENCE * 3,
)

test(
  'features that the plan lacks are shown with the plan that has them',
  async () => {
    const { weir } = dashboard
    const account = { email: 'grace@example.com', password: 'correct horse battery' }
    await weir.post('/v1/admin/users', { ...account, plan: 'free' })
    const { body } = await weir.post('/v1/auth/login', account, { key: null })
    const visit = await dashboard.visit({ token: body.data.token })
    const { page, open } = visit
    await open('/keys')
    await page.getByRole('heading', { name: 'No keys yet' }).waitFor()
    await lookAtAllSizes(visit, 'keys-none')
    await page.getByRole('link', { name: 'Create key' }).first().click()
    await page.getByText('pro plan', { exact: true }).waitFor()
    await page.getByText('enterprise plan', { exact: true }).waitFor()
    expect(await page.getByLabel('Read only').isDisabled()).toBe(true)
    expect(await page.getByRole('link', { name: 'Change the plan' }).first().getAttribute('href')).toBe(
      '/dashboard/billing',
    )
    await lookAtAllSizes(visit, 'keys-gated')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('heading', { name: 'API key was created' }).waitFor()
    expectQuiet(visit)
    await visit.close()
  },
  PATIENCE * 2,
)

test(
  'changes of the profile are saved',
  async () => {
    const { session } = await dashboard.weir.user('free')
    const visit = await dashboard.visit({ token: session })
    const { page, open } = visit
    await open('/profile')
    await lookAtAllSizes(visit, 'profile')
    await page.getByLabel('Name').fill('Ada Lovelace')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    await page.reload()
    await page.locator('.account-name').getByText('Ada Lovelace').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Ada Lovelace')
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in to Weir' }).waitFor()
    expectQuiet(visit)
    await visit.close()
  },
  PATIENCE * 2,
)

test(
  'the password is changed with the current one, and the user stays signed in',
  async () => {
    const { weir } = dashboard
    const { email, password, session } = await weir.user('free')
    const { page, open, close } = await dashboard.visit({ token: session })
    await open('/profile')
    const change = async (current: string) => {
      await page.getByLabel('Current password').fill(current)
      await page.getByLabel('New password').fill('another horse battery staple')
      await page.getByRole('button', { name: 'Change password' }).click()
    }
    await page.getByLabel('Name').fill('Ada Lovelace')
    await change('a guess')
    await page.getByText('currentPassword is wrong').first().waitFor()
    await change(password)
    await page.getByText('Your password was changed').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Ada Lovelace')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    const login = (typed: string) => weir.post('/v1/auth/login', { email, password: typed }, { key: null })
    expect((await login(password)).status).toBe(401)
    expect((await login('another horse battery staple')).status).toBe(200)
    await close()
  },
  PATIENCE * 2,
)

test(
  'keys of an administrator are shown as administrative unless they are restricted',
  async () => {
    const { session } = await dashboard.weir.user('pro')
    const hints: (string | null)[] = []
    for (const token of [await dashboard.adminToken(), session]) {
      const { page, open, close } = await dashboard.visit({ token })
      await open('/keys/new')
      hints.push(await page.getByText('Otherwise the key may do everything').textContent())
      await close()
    }
    expect(hints).toEqual([
      'Otherwise the key may do everything that you may, including administration.',
      'Otherwise the key may do everything that you may.',
    ])
    const made = await dashboard.weir.post('/v1/auth/api-keys', {})
    expect((await dashboard.weir.get('/v1/admin/stats', { key: made.body.data.key })).status).toBe(200)
  },
  PATIENCE,
)
