import { afterAll, beforeAll, expect } from 'bun:test'
import { testIn } from '../../browsers.ts'
import { type Dashboard, PATIENCE, startDashboard } from './browser.ts'
import { client, type Issuer, startIssuer } from './issuer.ts'

const test = await testIn('chromium')

let dashboard: Dashboard
let issuer: Issuer
beforeAll(async () => {
  issuer = await startIssuer('admin@example.com')
  dashboard = await startDashboard({
    WEIR_PLUGINS: 'dashboard',
    WEIR_ENGINES: 'lightweight',
    WEIR_OIDC_ISSUER: issuer.url,
    WEIR_OIDC_AUDIENCE: client.id,
    WEIR_OIDC_CLIENT_ID: client.id,
    WEIR_OIDC_CLIENT_SECRET: client.secret,
  })
}, PATIENCE)
afterAll(async () => {
  await dashboard.close()
  issuer.stop()
}, PATIENCE)

test(
  'signing in by password leads to the requested page, and out again',
  async () => {
    const { page, open, audit, shot, complaints, elsewhere, close } = await dashboard.visit()
    await open('/')
    await shot('sign-in')
    expect(await page.title()).toBe('Sign in · Weir')
    expect(await audit()).toEqual([])
    await page.getByLabel('E-mail address').fill('admin@example.com')
    await page.getByLabel('Password').fill('wrong password')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('The e-mail address or the password is wrong')
    await page.getByLabel('Password').fill('correct horse battery')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await shot('home')
    // Another tab is signed in and out with this one.
    const second = await page.context().newPage()
    await second.goto(page.url())
    await second.getByRole('heading', { name: 'Home' }).waitFor()
    await page.locator('summary').click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in to Weir' }).waitFor()
    await second.getByRole('heading', { name: 'Sign in to Weir' }).waitFor()
    expect([complaints, elsewhere]).toEqual([[], []])
    await close()
  },
  PATIENCE * 2,
)

test(
  'signing in by the identity provider leads to the requested page',
  async () => {
    const { page, open, complaints, elsewhere, close } = await dashboard.visit()
    await open('/?mark=1')
    await page.getByRole('button', { name: `Sign in with ${new URL(issuer.url).host}` }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    expect(page.url()).toBe(`${dashboard.origin}/dashboard/?mark=1`)
    expect(complaints).toEqual([])
    // The browser itself goes there, with only the parameters of the request.
    expect(elsewhere.map((url) => new URL(url).pathname)).toEqual(['/authorize'])
    await close()
  },
  PATIENCE * 2,
)

test(
  'signing in again by the identity provider keeps what was written',
  async () => {
    const { page, open, complaints, close } = await dashboard.visit({ token: await dashboard.adminToken() })
    await open('/profile')
    await page.getByRole('textbox', { name: /^Name/ }).fill('Written')
    const key = await page.evaluate(() => localStorage.getItem('weir.session'))
    await dashboard.weir.post('/v1/auth/logout', undefined, { key })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('status').getByText('Your session has ended').waitFor()
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: `Sign in with ${new URL(issuer.url).host}` }).click()
    const other = await opened
    if (!other.isClosed()) await other.waitForEvent('close')
    await page.getByRole('heading', { name: 'Sign in to Weir' }).waitFor({ state: 'detached' })
    expect(await page.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('Written')
    expect(complaints).toEqual([])
    await close()
  },
  PATIENCE * 2,
)

test(
  'signing in by the link of the first start needs nothing more, and leaves no code in the address',
  async () => {
    const { page, complaints, close } = await dashboard.visit()
    const link = `${dashboard.origin}${await dashboard.weir.weir.opening()}`
    await page.goto(link)
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    expect(page.url()).toBe(`${dashboard.origin}/dashboard`)
    await page.evaluate(() => localStorage.clear())
    await page.goto(link)
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('used already')
    expect(page.url()).not.toContain('code')
    expect(complaints).toEqual([])
    await close()
  },
  PATIENCE * 2,
)

test(
  'the next user in the same tab sees nothing of the previous one, however that session ended',
  async () => {
    const { session } = await dashboard.weir.user()
    const { page, open, close } = await dashboard.visit({ token: await dashboard.adminToken() })
    await open('/keys')
    await page.getByText('Administrator').waitFor()
    const second = await page.context().newPage()
    await second.goto(`${dashboard.origin}/dashboard`)
    // From here on responses are late, so that the state before them can be read.
    const held = new Set<() => void>()
    await page.route('**/v1/auth/api-keys*', async (route) => {
      await new Promise<void>((resolve) => held.add(resolve))
      await route.continue()
    })
    const keep = (token: string | null) =>
      second.evaluate(
        (value) =>
          value === null ? localStorage.removeItem('weir.session') : localStorage.setItem('weir.session', value),
        token,
      )
    await keep(null)
    await page.getByRole('heading', { name: 'Sign in to Weir' }).waitFor()
    await keep(session)
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
    expect(await page.getByText('Administrator').count()).toBe(0)
    for (const release of held) release()
    await close()
  },
  PATIENCE * 2,
)
