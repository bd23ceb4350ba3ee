import { afterAll, beforeAll, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { testIn } from '../../browsers.ts'
import { article, type Site, startSite, YEARLY } from '../monitors/open.ts'
import { type Dashboard, PATIENCE, startDashboard } from './browser.ts'
import { expectQuiet, lookAtPages } from './looks.ts'

const test = await testIn('chromium')

let dashboard: Dashboard
let site: Site
beforeAll(async () => {
  site = startSite()
  dashboard = await startDashboard({ WEIR_ENGINES: 'lightweight' })
}, PATIENCE)
afterAll(async () => {
  await dashboard.close()
  site.stop()
}, PATIENCE)

const run = async (monitorId: string, key: string) => {
  const { body } = await dashboard.weir.post(`/v1/monitors/${monitorId}/run`, {}, { key })
  await dashboard.weir.ended(body.data.jobId, { key })
}

/** A monitor with a baseline, a run without a change, one with a change and one that failed. */
async function watched(key: string, path: string) {
  const url = site.put(path, article(['The price is 10 euros', 'Nothing else', 'The end']))
  const body = { url, name: 'Prices', schedule: YEARLY, tags: ['shop', 'daily'], options: { notifications: {} } }
  const { monitorId } = (await dashboard.weir.post('/v1/monitors', body, { key })).body.data
  await run(monitorId, key)
  await run(monitorId, key)
  await run(monitorId, key)
  site.put(path, article(['The price is 12 euros', 'Nothing else', 'The end', 'And more']))
  await run(monitorId, key)
  site.put(path, () => new Response('broken', { status: 503 }))
  await run(monitorId, key)
  return monitorId as string
}

test(
  'a monitor is created from an empty page, shows its schedule, is run, paused, changed and deleted, with undo',
  async () => {
    const { session, key } = await dashboard.weir.user()
    const url = site.put('/made', article(['One', 'Two']))
    const visit = await dashboard.visit({ token: session })
    const { page } = visit
    await visit.open('/monitors')
    await page.getByText('No monitors yet').waitFor()
    await page.getByRole('link', { name: 'Watch a page' }).click()
    await page.getByLabel('Page', { exact: true }).fill(url)
    await page.getByLabel('Name', { exact: true }).fill('Made here')
    await page.getByLabel('Schedule', { exact: true }).selectOption({ label: 'Another schedule…' })
    await page.getByLabel('Cron expression').fill('30 6 * *')
    await page.getByText('It needs five fields').waitFor()
    await page.getByLabel('Cron expression').fill('30 6 * * 1')
    await page.getByLabel('Time zone').fill('Europe/Berlin')
    await page.getByText('At 06:30, only on Monday').waitFor()
    await page.getByLabel('Ignore').fill('(?=never)')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Create monitor' }).click()
    await page.locator('.field-error').waitFor()
    await page.getByLabel('Ignore').fill('\\d+ visitors')
    await page.getByLabel('Tags').fill('one, two')
    await page.getByRole('button', { name: 'Create monitor' }).click()
    await page.getByRole('heading', { name: 'Made here' }).waitFor()
    await page.getByText('No runs yet').waitFor()
    const made = (await dashboard.weir.get('/v1/monitors', { key })).body.data.monitors[0]
    expect(made).toMatchObject({ url, schedule: '30 6 * * 1', timezone: 'Europe/Berlin', tags: ['one', 'two'] })
    expect(made.options).toMatchObject({ ignore: ['\\d+ visitors'] })
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.locator('.run.baseline').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Made anew')
    await page.getByLabel('Name', { exact: true }).press('Enter')
    await page.getByRole('heading', { name: 'Made anew' }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No monitors yet').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByRole('link', { name: 'Made anew' }).waitFor()
    await page.getByRole('link', { name: 'Made anew' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No monitors yet').waitFor()
    // Leaving the page confirms the deletion.
    await page.goto('about:blank')
    const gone = async () => (await dashboard.weir.get('/v1/monitors', { key })).body.data.monitors.length === 0
    while (!(await gone())) await Bun.sleep(50)
    expectQuiet(visit)
    await visit.close()
  },
  PATIENCE * 3,
)

test(
  'the history of a monitor shows changes by word, separates failures, and is usable with the keyboard',
  async () => {
    const { session, key } = await dashboard.weir.user()
    const monitorId = await watched(key, '/history')
    const visit = await dashboard.visit({ token: session })
    const { page } = visit
    await visit.open(`/monitors/${monitorId}`)
    // Side by side if there is room, or else inline.
    await page.locator('.diff-row').first().waitFor()
    expect(await page.locator('del mark').allTextContents()).toEqual(['10'])
    expect(await page.locator('ins mark').allTextContents()).toEqual(['12'])
    await page.setViewportSize({ width: 360, height: 740 })
    await page.locator('.diff-line.removed').waitFor()
    expect(await page.locator('.diff-row').count()).toBe(0)
    expect(await visit.audit()).toEqual([])
    await page.getByText('2 runs in a row without a change').waitFor()
    // The newest entry is the failure.
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.locator('.run.failed .problem').waitFor()
    await page.getByRole('link', { name: 'Failures' }).click()
    await page.locator('.run.changed').waitFor({ state: 'detached' })
    await page.locator('.run.failed').waitFor()
    expect(await page.locator('.run').count()).toBe(1)
    await page.goBack()
    await page.locator('.run.changed').getByRole('button', { name: 'Show the content as it was' }).click()
    await page.locator('.run.changed pre').getByText('The price is 12 euros').waitFor()
    site.put('/history', article(['One', 'Two']))
    const changes = { options: { selector: '#none' } }
    await dashboard.weir.call('PATCH', `/v1/monitors/${monitorId}`, changes, { key })
    for (let i = 0; i < 3; i++) await run(monitorId, key)
    await page.locator('.run.baseline').getByText('No text was found in what the selectors').first().waitFor()
    await page.getByText(/^2 runs in a row without a change; No text was found/).waitFor()
    expectQuiet(visit)
    await visit.close()
  },
  PATIENCE * 2,
)

test(
  'monitors are filtered by tag, exported and imported',
  async () => {
    const { session, key } = await dashboard.weir.user()
    const make = (name: string, tags: string[]) =>
      dashboard.weir.post('/v1/monitors', { url: site.url('/'), name, schedule: YEARLY, tags }, { key })
    await make('First', ['a'])
    await make('Second', ['b'])
    const visit = await dashboard.visit({ token: session })
    const { page } = visit
    await visit.open('/monitors')
    await page.getByRole('link', { name: 'Only monitors with the tag a' }).click()
    await page.getByRole('link', { name: 'Second' }).waitFor({ state: 'detached' })
    expect(page.url()).toEndWith('?tag=a')
    await page.getByRole('link', { name: 'Show all' }).click()
    const exported = (await dashboard.weir.get('/v1/monitors/export', { key })).body.data
    const file = {
      name: 'monitors.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(exported)),
    }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('2 monitors were imported').waitFor()
    await page.getByRole('link', { name: 'First' }).nth(1).waitFor()
    await page.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from('no JSON') })
    await page.getByText('is not JSON').waitFor()
    expectQuiet(visit)
    await visit.close()
  },
  PATIENCE * 2,
)

test(
  'monitors fit phones, tablets and desktops, light and dark',
  async () => {
    const { session: token, key } = await dashboard.weir.user()
    const monitorId = await watched(key, '/views')
    const pages = [
      { path: '/monitors', name: 'monitors', shown: 'td.main a' },
      { path: `/monitors/${monitorId}`, name: 'monitor', shown: '.diff' },
      { path: '/monitors/new', name: 'monitor-new', shown: '.schedule-preview' },
    ]
    const ready = (shown: string) => (page: Page) => page.locator(shown).first().waitFor()
    await lookAtPages(
      dashboard,
      token,
      pages.map(({ shown, ...page }) => ({ ...page, ready: ready(shown) })),
    )
  },
  PATIENCE * 4,
)

test(
  'a monitor that was just deleted is gone if the user signs out before the time to undo it is over',
  async () => {
    const { key, session } = await dashboard.weir.user()
    const id = await watched(key, '/signed-out')
    const { page, open, close } = await dashboard.visit({ token: session })
    await open(`/monitors/${id}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.locator('summary').click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in to Weir' }).waitFor()
    expect((await dashboard.weir.get(`/v1/monitors/${id}`, { key })).status).toBe(404)
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
    await close()
  },
  PATIENCE * 2,
)
