import { afterAll, beforeAll, describe, expect } from 'bun:test'
import { testIn } from '../../browsers.ts'
import { type Dashboard, PATIENCE, startDashboard, type Theme, type Width } from './browser.ts'

const test = await testIn('chromium')

let site: ReturnType<typeof Bun.serve>
let dashboard: Dashboard
beforeAll(async () => {
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) =>
      url.endsWith('/slow')
        ? new Promise<Response>(() => {})
        : new Response('<title>Kettles</title><h1>Kettles</h1>', { headers: { 'content-type': 'text/html' } }),
  })
  dashboard = await startDashboard({ WEIR_ENGINES: 'lightweight' })
}, PATIENCE)
afterAll(async () => {
  await dashboard.close()
  site.stop(true)
}, PATIENCE)

test(
  'a new user scrapes a first page with the keyboard',
  async () => {
    const { session } = await dashboard.weir.user('starter')
    const visit = await dashboard.visit({ token: session })
    const { page, open, complaints, elsewhere, close } = visit
    await open('/')
    // The first stop skips the navigation.
    await page.keyboard.press('Tab')
    await page.locator(':focus', { hasText: 'Skip to the content' }).waitFor()
    const playground = page.locator('h1:focus', { hasText: 'Playground' })
    // The second key must follow shortly, for which a busy machine may be too slow.
    do {
      await page.keyboard.press('g')
      await page.keyboard.press('t')
    } while (
      !(await playground.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      ))
    )
    const field = page.getByLabel('URL', { exact: true })
    await field.waitFor()
    for (let stops = 0; !(await field.evaluate((it) => it === document.activeElement)); stops++) {
      expect(stops).toBeLessThan(12)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Control+A')
    await page.keyboard.type(site.url.href)
    await page.keyboard.press('Enter')
    await page.getByText('Answered in').waitFor()
    expect(await page.frameLocator('iframe.sandbox').locator('h1').textContent()).toBe('Kettles')
    // A shared link has the request.
    expect(new URL(page.url()).searchParams.get('body')).toContain(site.url.href)
    await page.keyboard.press('Escape')
    await page.locator('h1').focus()
    await page.keyboard.press('/')
    await page.locator('input[role=combobox]:focus').waitFor()
    await page.keyboard.type('home')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'What to do next' }).waitFor()
    await page.getByText('Done:').first().waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect([complaints, elsewhere]).toEqual([[], []])
    await close()
  },
  PATIENCE * 2,
)

test(
  'a page that opens takes the focus at once, and does not take it from a user who has moved on to a field',
  async () => {
    const { session } = await dashboard.weir.user()
    const { page, open, complaints, close } = await dashboard.visit({ token: session })
    await open('/')
    await page.evaluate(() => {
      const seen = document as unknown as { seen: [first: string | undefined, later: string] | undefined }
      new MutationObserver((_, observer) => {
        const field = document.querySelector<HTMLInputElement>('input[type=url]')
        if (!field) return
        observer.disconnect()
        const first = document.activeElement?.tagName
        field.focus()
        setTimeout(() => {
          seen.seen = [first, document.activeElement?.tagName ?? '']
        }, 1000)
      }).observe(document.body, { childList: true, subtree: true })
    })
    await page.getByRole('link', { name: 'Monitors' }).first().click()
    await page.getByRole('link', { name: 'Watch a page' }).click()
    const seen = await page.waitForFunction(() => (document as unknown as { seen?: unknown }).seen)
    expect(await seen.jsonValue()).toEqual(['H1', 'INPUT'])
    expect(complaints).toEqual([])
    await close()
  },
  PATIENCE,
)

test(
  'an error is shown beside its field with the allowed values, and the input is kept',
  async () => {
    const token = await dashboard.adminToken()
    const { page, open, audit, complaints, close } = await dashboard.visit({ token })
    await open(`/playground/scrape?${new URLSearchParams({ body: JSON.stringify({ url: 'no address', timeout: 5 }) })}`)
    await page.getByRole('button', { name: 'Scrape', exact: true }).click()
    await page.getByRole('alert').waitFor()
    const field = page.getByLabel('URL', { exact: true })
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    const words = await page.locator('.field-error').first().textContent()
    expect(await page.getByRole('alert').textContent()).toContain(words!)
    expect(await field.inputValue()).toBe('no address')
    await field.fill(site.url.href)
    await page.keyboard.press('Enter')
    // The field is among the folded options, which are opened.
    const timeout = page.getByLabel('Timeout', { exact: true })
    await page.locator('.field-error', { hasText: 'timeout' }).waitFor()
    expect(await timeout.isVisible()).toBe(true)
    expect(await audit()).toEqual([])
    await timeout.fill('')
    await page.keyboard.press('Enter')
    await page.getByText('Answered in').waitFor()
    expect(complaints).toEqual([])
    await close()
  },
  PATIENCE * 2,
)

test(
  'a request that takes too long can be cancelled',
  async () => {
    const { page, open, complaints, close } = await dashboard.visit({ token: await dashboard.adminToken() })
    await open(`/playground/scrape?${new URLSearchParams({ body: JSON.stringify({ url: `${site.url.href}slow` }) })}`)
    await page.getByRole('button', { name: 'Scrape', exact: true }).click()
    await page.getByText('Running,').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('The request was stopped').waitFor()
    await page.getByLabel('URL', { exact: true }).fill(site.url.href)
    await page.keyboard.press('Enter')
    await page.getByText('Answered in').waitFor()
    expect(complaints).toEqual([])
    await close()
  },
  PATIENCE * 2,
)

const views: [Width, Theme][] = [
  [360, 'light'],
  [1440, 'dark'],
]
test.each(views)(
  'home, the menu and a missing page, at %d pixels, %s',
  async (width, theme) => {
    const { session } = await dashboard.weir.user('pro')
    const visit = await dashboard.visit({ width, theme, token: session })
    const { page, open, audit, overflows, shot, complaints, elsewhere, close } = visit
    const look = async (name: string) => {
      await shot(`${name}-${width}-${theme}`)
      expect([name, await overflows(), await audit()]).toEqual([name, [], []])
      if (width < 1440) return
      await page.setViewportSize({ width: 768, height: 900 })
      expect([name, await overflows()]).toEqual([name, []])
      await page.setViewportSize({ width, height: 900 })
    }
    await open('/')
    await page.getByRole('heading', { name: 'What to do next' }).waitFor()
    await page.getByText('No jobs yet').waitFor()
    await look('home')
    if (width === 360) {
      await page.getByRole('button', { name: 'Menu' }).click()
      await look('menu')
    }
    await page.locator('summary').click()
    await page.getByLabel(theme === 'dark' ? 'light' : 'dark').check()
    await look('account-menu')
    const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    await page.getByLabel('system').check()
    // Painted again with the chosen theme.
    await page.waitForFunction(
      (before) => getComputedStyle(document.documentElement).backgroundColor !== before,
      background,
    )
    await open('/nowhere')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await look('nowhere')
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    expect([complaints, elsewhere]).toEqual([[], []])
    await close()
  },
  PATIENCE * 2,
)

test(
  'home shows what failed to load, and does not wait for responses that never come',
  async () => {
    const { session } = await dashboard.weir.user()
    const { page, open, close } = await dashboard.visit({ token: session })
    await page.route('**/v1/auth/api-keys', (route) => route.fulfill({ status: 500, body: 'gone' }), { times: 1 })
    await open('/')
    await page.getByRole('alert').getByText('The server answered 500').waitFor()
    await page.getByText('No jobs yet').waitFor()
    expect(await page.locator('.skeleton').count()).toBe(0)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'What to do next' }).waitFor()
    await close()
  },
  PATIENCE,
)

test(
  'a page whose script no longer exists shows a message, and reloads the dashboard',
  async () => {
    const { session } = await dashboard.weir.user()
    const { page, open, close } = await dashboard.visit({ token: session })
    await open('/')
    // As after an update of the server, where the files that this tab knows are gone.
    await page.route('**/assets/monitor-list-*.js', (route) => route.fulfill({ status: 404, body: '{}' }), { times: 1 })
    await page.getByRole('link', { name: 'Monitors' }).first().click()
    await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor()
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { name: 'Monitors', exact: true }).waitFor()
    await close()
  },
  PATIENCE,
)

test(
  'the menu on a phone closes with Escape, and when the current page is chosen',
  async () => {
    const { session } = await dashboard.weir.user()
    const { page, open, close } = await dashboard.visit({ token: session, width: 360 })
    await open('/keys')
    const menu = page.getByRole('button', { name: 'Menu' })
    const link = page.getByRole('link', { name: 'API keys' })
    await menu.click()
    await link.click()
    await link.waitFor({ state: 'hidden' })
    await menu.click()
    await link.focus()
    await page.keyboard.press('Escape')
    await link.waitFor({ state: 'hidden' })
    expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true)
    await close()
  },
  PATIENCE,
)

test(
  'a user who has crawled is not advised to, even after much other work',
  async () => {
    const { session } = await dashboard.weir.user()
    const { weir } = dashboard
    const jobOf = async (path: string, body: object) => {
      const { jobId, data } = (await weir.post(path, body, { key: session })).body
      await weir.ended(jobId ?? data.jobId, { key: session })
    }
    const url = site.url.href
    await jobOf('/v1/crawl', { url, maxPages: 1 })
    for (let done = 0; done < 20; done++) await jobOf('/v1/scrape', { urls: [url, `${url}?${done}`] })
    const { page, open, close } = await dashboard.visit({ token: session })
    await open('/')
    const step = page.getByRole('listitem').filter({ hasText: 'Crawl a site' })
    await step.getByText('Done:').waitFor()
    expect(await page.getByRole('table', { name: 'Your latest jobs' }).locator('tbody tr').count()).toBe(5)
    await close()
  },
  PATIENCE,
)

test(
  'headings skip no level, and each column of a table has one',
  async () => {
    const { session } = await dashboard.weir.user()
    const { page, open, go, close } = await dashboard.visit({ token: session })
    await open('/profile')
    for (const path of ['/', '/playground', '/keys', '/nowhere', '/monitors', '/jobs']) {
      await go(path)
      const levels = await page
        .locator('main :is(h1, h2, h3)')
        .evaluateAll((all) => all.map(({ tagName }) => tagName[1]))
      expect([path, levels.some((level, at) => Number(level) > Number(levels[at - 1] ?? 0) + 1)]).toEqual([path, false])
      expect(await page.locator('th').evaluateAll((all) => all.filter((th) => th.textContent === '').length)).toBe(0)
    }
    await close()
  },
  PATIENCE,
)

describe('a session that ends', () => {
  test(
    'leads to the sign-in, and back to the open page and what was written there, unless another user signs in',
    async () => {
      const { email, password, session } = await dashboard.weir.user('free')
      const { page, open, complaints, close } = await dashboard.visit({ token: session })
      // By their roles: the fields of the page that waits are hidden, but there.
      const signIn = async (who: { email: string; password: string }) => {
        await page.getByRole('textbox', { name: 'E-mail address' }).fill(who.email)
        await page.getByRole('textbox', { name: 'Password' }).fill(who.password)
        await page.getByRole('textbox', { name: 'Password' }).press('Enter')
      }
      const written = page.getByLabel('Name', { exact: true })
      const create = page.getByRole('button', { name: 'Create monitor' })
      await open('/monitors/new')
      await page.getByLabel('Page', { exact: true }).fill('https://example.com/')
      await written.fill('Written')
      await dashboard.weir.post('/v1/auth/logout', undefined, { key: session })
      await create.click()
      await page.getByRole('heading', { name: 'Sign in to Weir' }).waitFor()
      await page.getByRole('status').getByText('Your session has ended').waitFor()
      expect(await create.isVisible()).toBe(false)
      // A palette that opened behind would block the sign-in.
      await page.keyboard.press('Control+k')
      await signIn({ email, password })
      await create.waitFor()
      expect([await written.inputValue(), await page.title()]).toEqual(['Written', 'Watch a page · Weir'])
      const end = async () => {
        const key = await page.evaluate(() => localStorage.getItem('weir.session'))
        await dashboard.weir.post('/v1/auth/logout', undefined, { key })
      }
      // Another tab may notice it first.
      const second = await page.context().newPage()
      await end()
      await second.goto(page.url())
      await page.getByRole('status').getByText('Your session has ended').waitFor()
      await signIn({ email, password })
      await create.waitFor()
      expect(await written.inputValue()).toBe('Written')
      await end()
      await create.click()
      await page.getByRole('status').getByText('Your session has ended').waitFor()
      await signIn(await dashboard.weir.user('free'))
      await create.waitFor()
      expect(await written.inputValue()).toBe('')
      await page.locator('summary').first().click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Sign in to Weir' }).waitFor()
      expect(await page.getByText('Your session has ended').count()).toBe(0)
      expect(complaints).toEqual([])
      await close()
    },
    PATIENCE * 2,
  )
})

test(
  'a page that cannot be drawn says so, and all others can still be opened',
  async () => {
    const { session } = await dashboard.weir.user('starter')
    const { page, open, complaints, close } = await dashboard.visit({ token: session })
    await page.route('**/v1/jobs?*', (route) =>
      route.fulfill({ json: { success: true, data: { jobs: [null], nextCursor: null } } }),
    )
    await open('/jobs')
    await page.getByRole('heading', { name: 'This page cannot be shown' }).waitFor()
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.locator('h1', { hasText: 'Webhooks' }).waitFor()
    await page.unroute('**/v1/jobs?*')
    await page.getByRole('link', { name: 'Jobs' }).click()
    await page.getByText('No jobs yet').waitFor()
    expect(complaints.length).toBeGreaterThan(0)
    await close()
  },
  PATIENCE * 2,
)
