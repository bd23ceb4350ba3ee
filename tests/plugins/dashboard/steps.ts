import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import type { Visit } from './browser.ts'

/** Presses keys one after the other. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Makes a page lose the streams of jobs until its window has `isOnline`. */
export function loseStream(): void {
  const { fetch } = window
  const isLost = (input: unknown) => String(input).endsWith('/stream') && !('isOnline' in window)
  window.fetch = ((input: string, init?: RequestInit) =>
    isLost(input) ? Promise.reject(new TypeError('no network')) : fetch(input, init)) as typeof window.fetch
}

/** Opens a job of two pages whose stream is lost, and is restored before the job ends. The visit has `loseStream`. */
export async function followThroughLostStream(
  { page, open, elsewhere }: Visit,
  jobId: string,
  endJob: () => void,
): Promise<void> {
  await open(`/jobs/${jobId}`)
  await page.getByText('Connection lost').waitFor()
  await page.evaluate(() => Object.assign(window, { isOnline: true }))
  await page.getByText('Connection lost').waitFor({ state: 'detached' })
  endJob()
  await page.getByText('2 of 2 done').waitFor()
  await page.getByRole('status').getByText('completed', { exact: true }).waitFor()
  await page.locator('.result').nth(1).waitFor()
  expect(elsewhere).toEqual([])
}

/** In the form for a new key: names it and permits scraping, with the keyboard. */
export async function fillNewKey(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').focus()
  await page.keyboard.type(name)
  await press(page, 'Tab', 'Tab')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('switch')
  await press(page, 'Space', 'Tab', 'Space')
  expect(await page.getByLabel('Scrape pages').isChecked()).toBe(true)
}

/**
 * Revokes a key with the keyboard in the second attempt; the first one is given up. `asked` checks the confirmation.
 */
export async function revokeKey(page: Page, name: string, asked: () => Promise<void> = async () => {}): Promise<void> {
  await page.getByRole('button', { name: `Revoke ${name}` }).focus()
  await press(page, 'Enter')
  await page.getByRole('dialog').waitFor()
  await asked()
  await press(page, 'Escape')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(`Revoke ${name}`)
  await press(page, 'Enter')
  await page.getByRole('button', { name: 'Revoke key' }).focus()
  await press(page, 'Enter')
  await page.getByRole('row', { name }).getByText('revoked').waitFor()
}
