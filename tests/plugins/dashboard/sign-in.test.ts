import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type BrowserName, type Dashboard, PATIENCE, startDashboard } from './browser.ts'

let dashboard: Dashboard
beforeAll(async () => {
  dashboard = await startDashboard({ WEIR_PLUGINS: 'dashboard', WEIR_ENGINES: 'lightweight' })
}, PATIENCE)
afterAll(async () => {
  await dashboard.close()
}, PATIENCE)

describe.each<[BrowserName]>([['chromium'], ['firefox']])('signing in with %s', (browser) => {
  test(
    'by password leads to the page that was asked for, and out again',
    async () => {
      const { page, open, audit, shot, complaints, elsewhere, close } = await dashboard.visit({ browser })
      await open('/')
      await shot(`sign-in-${browser}`)
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
      await shot(`home-${browser}`)
      expect(await audit()).toEqual([])
      // Another tab is signed in too, and out with this one.
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
})
