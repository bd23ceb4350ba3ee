import { afterAll, beforeAll, expect } from 'bun:test'
import { testIn } from '../../browsers.ts'
import { article, type Site, startSite } from '../monitors/open.ts'
import { type Receivers, startReceivers } from '../webhooks/receivers.ts'
import { type Dashboard, PATIENCE, startDashboard } from './browser.ts'
import { expectQuiet, lookAtPages } from './looks.ts'
import { followThroughLostStream, loseStream } from './steps.ts'

const test = await testIn('chromium')

const html = { headers: { 'content-type': 'text/html' } }

let dashboard: Dashboard
let site: Site
let receivers: Receivers
let token: string
beforeAll(async () => {
  site = startSite()
  receivers = await startReceivers()
  dashboard = await startDashboard()
  token = await dashboard.adminToken()
}, PATIENCE)
afterAll(async () => {
  await dashboard.close()
  site.stop()
  receivers.stop()
}, PATIENCE)

const startJob = async (body: object, key = token): Promise<string> => {
  const { body: answer } = await dashboard.weir.post('/v1/scrape', { maxAge: 0, ...body }, { key })
  return answer.data.jobId
}

/** Makes a page record the files that it saves. */
function keepSaved() {
  const blobs = new Map<string, Blob>()
  const { createObjectURL } = URL
  URL.createObjectURL = (blob: Blob) => {
    const url = createObjectURL(blob)
    blobs.set(url, blob)
    return url
  }
  HTMLAnchorElement.prototype.click = async function () {
    Object.assign(window, { saved: [this.download, await blobs.get(this.href)?.text()] })
  }
}

let ended: Promise<string> | undefined
/** A batch of three pages, of which one fails. All tests share it. */
const endedBatch = () => {
  ended ??= runBatch()
  return ended
}
async function runBatch() {
  const good = site.put('/good', article(['First words', 'Second words']))
  const jobId = await startJob({
    urls: [good, site.put('/other', article(['Elsewhere'])), 'http://10.0.0.1/'],
    formats: ['markdown', 'html', 'links', 'screenshot'],
    webhook: receivers.make(),
  })
  await dashboard.weir.ended(jobId, { key: token })
  return jobId
}

test(
  'the empty list explains what to do, and later leads to a job and back with the keyboard',
  async () => {
    const user = await dashboard.weir.user()
    const visit = await dashboard.visit({ token: user.session })
    const { page } = visit
    await visit.open('/jobs')
    await page.getByText('No jobs yet').waitFor()
    const jobId = await startJob(
      { urls: [site.put('/one', article(['One']))], webhook: receivers.make() },
      user.session,
    )
    await dashboard.weir.ended(jobId, { key: user.session })
    // Without reloading.
    await page.locator('td.main a').waitFor()
    expect(await page.locator('td[data-title="Site"]').textContent()).toBe(new URL(site.url('/one')).host)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Scrape job' }).waitFor()
    expect(page.url()).toBe(`${dashboard.origin}/dashboard/jobs/${jobId}`)
    expect(await page.title()).toBe('Scrape job · Weir')
    await page.goBack()
    await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor()
    // The filter is in the address, and the back button removes it.
    await page.getByLabel('Status').selectOption('failed')
    await page.getByText('No jobs match').waitFor()
    expect(page.url()).toEndWith('/dashboard/jobs?status=failed')
    await page.goBack()
    await page.locator('td.main a').waitFor()
    expectQuiet(visit)
    // Jobs of another filter do not pass for those that could not be loaded.
    await page.route('**/v1/jobs?*status=queued', (route) => route.fulfill({ status: 500, body: 'gone' }))
    await page.getByLabel('Status').selectOption('queued')
    await page.getByRole('alert').waitFor()
    expect(await page.locator('td.main a').count()).toBe(0)
    await visit.close()
  },
  PATIENCE * 2,
)

test(
  'a running job shows its progress, and is cancelled after a confirmation without reloading',
  async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const slow = site.put('/slow', async () => {
      await held
      return new Response('late')
    })
    const jobId = await startJob({ urls: [site.put('/fast', article(['Fast'])), slow] })
    const visit = await dashboard.visit({ token })
    const { page } = visit
    await visit.open(`/jobs/${jobId}`)
    await page.getByText('1 of 2 done').waitFor()
    await page.locator('.result-url').first().waitFor()
    await visit.shot('job-running')
    await page.getByRole('button', { name: 'Cancel job' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel job' }).click()
    await page.getByRole('status').getByText('cancelled', { exact: true }).waitFor()
    release()
    expect(await page.getByRole('button', { name: 'Cancel job' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Download results' }).waitFor()
    expectQuiet(visit)
    await visit.close()
  },
  PATIENCE * 2,
)

test(
  'the number of results is right after the end of a job whose first results fill a page',
  async () => {
    const held = Promise.withResolvers<void>()
    const late = site.put('/late', async () => {
      await held.promise
      return new Response('late')
    })
    const early = Array.from({ length: 10 }, (_, at) => site.put(`/early/${at}`, article([`Early ${at}`])))
    const jobId = await startJob({ urls: [...early, late] })
    const visit = await dashboard.visit({ token })
    await visit.open(`/jobs/${jobId}`)
    await visit.page.getByText('10 in all').waitFor()
    held.resolve()
    await visit.page.getByText('11 in all').waitFor()
    await visit.close()
  },
  PATIENCE * 2,
)

test(
  'the end of a job is shown live, and a lost connection is shown and restored',
  async () => {
    const held = Promise.withResolvers<void>()
    const slow = site.put('/held', async () => {
      await held.promise
      return new Response('late')
    })
    const jobId = await startJob({ urls: [slow, site.put('/quick', article(['Quick']))] })
    const visit = await dashboard.visit({ token, script: loseStream })
    await followThroughLostStream(visit, jobId, held.resolve)
    await visit.close()
  },
  PATIENCE * 2,
)

test(
  'jobs fit phones, tablets and desktops, light and dark',
  async () => {
    const jobId = await endedBatch()
    await lookAtPages(dashboard, token, [
      { path: '/jobs', name: 'jobs', ready: (page) => page.locator('td.main a').first().waitFor() },
      {
        path: `/jobs/${jobId}`,
        name: 'job',
        async ready(page) {
          await page.locator('.result summary').first().click()
          await page.frameLocator('iframe.sandbox').getByText('Second words').waitFor()
          await page.getByRole('table', { name: 'Webhook deliveries' }).waitFor()
        },
      },
    ])
  },
  PATIENCE * 4,
)

test(
  'results are shown in each format, errors with their remedy, and are downloaded in every format',
  async () => {
    const jobId = await endedBatch()
    const visit = await dashboard.visit({ token, script: keepSaved })
    const { page } = visit
    await visit.open(`/jobs/${jobId}`)
    const results = page.locator('.result')
    await results.nth(2).waitFor()
    await results.first().locator('summary').click()
    await page.frameLocator('iframe.sandbox').getByText('Second words').waitFor()
    await page.getByRole('tab', { name: 'Markdown' }).click()
    await page.getByText('# Watched').waitFor()
    await page.getByRole('tab', { name: 'Screenshot' }).click()
    await page.getByRole('img', { name: 'The page as the browser drew it' }).waitFor()
    await results.nth(2).locator('summary').click()
    await results.nth(2).getByText('Use a public web address').waitFor()
    await page.getByRole('table', { name: 'Webhook deliveries' }).getByText('job.completed').waitFor()
    for (const format of ['json', 'ndjson', 'csv', 'xml']) {
      await page.getByRole('button', { name: 'Download results' }).click()
      await page.getByLabel('Format', { exact: true }).selectOption(format)
      await page.getByRole('button', { name: 'Download', exact: true }).click()
      const saved = await page.waitForFunction(() => (window as unknown as { saved?: [string, string] }).saved)
      const [name, text] = (await saved.jsonValue())!
      expect(name).toBe(`${jobId}.${format}`)
      expect(text).toContain('Second words')
      await page.evaluate(() => Object.assign(window, { saved: undefined }))
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    expectQuiet(visit)
    await visit.close()
  },
  PATIENCE * 3,
)

test(
  'a page with an error status is marked, and results lead to the next in their order',
  async () => {
    const gone = site.put('/gone', () => new Response('<p>Nobody here</p>', { status: 503 }))
    const urls = [gone, ...Array.from({ length: 11 }, (_, at) => site.put(`/of-${at}`, article([`Of ${at}`])))]
    const jobId = await startJob({ urls })
    await dashboard.weir.ended(jobId, { key: token })
    const visit = await dashboard.visit({ token })
    const { page } = visit
    await visit.open(`/jobs/${jobId}`)
    const first = page.locator('.result').filter({ hasText: '/gone' })
    await first.waitFor()
    expect(await first.locator('.badge').allTextContents()).toEqual(['success', '503'])
    await first.locator('summary').click()
    await first.getByText('The page answered with status 503').waitFor()
    await page.getByRole('link', { name: 'Next' }).click()
    await first.waitFor({ state: 'detached' })
    await page.locator('.result').nth(1).waitFor()
    expect(await page.locator('.result').count()).toBe(2)
    await page.getByRole('link', { name: 'First' }).click()
    await first.waitFor()
    expectQuiet(visit)
    await visit.close()
  },
  PATIENCE,
)

test(
  'a cancelled download ends, and saves nothing',
  async () => {
    const jobId = await endedBatch()
    const visit = await dashboard.visit({ token, script: keepSaved })
    const { page } = visit
    await page.route('**/download?*', () => {})
    await visit.open(`/jobs/${jobId}`)
    await page.getByRole('button', { name: 'Download results' }).click()
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    await page.getByText('so far').waitFor()
    const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/download?'))
    await page.getByRole('button', { name: 'Cancel' }).click()
    await ended
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Download results' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await page.getByText('so far').count()).toBe(0)
    expect(await page.locator('.toast').count()).toBe(0)
    await visit.close()
  },
  PATIENCE,
)

test(
  'running a job again starts from its request, with all pages of a batch',
  async () => {
    const urls = [site.put('/again-1', article(['Once'])), site.put('/again-2', article(['Twice']))]
    const start = site.put('/start', () => new Response(urls.map((url) => `<a href="${url}">on</a>`).join(), html))
    const crawl = (await dashboard.weir.post('/v1/crawl', { url: start }, { key: token })).body.jobId
    const batch = await startJob({ urls })
    const visit = await dashboard.visit({ token })
    const { page } = visit
    const again = async (jobId: string) => {
      await dashboard.weir.ended(jobId, { key: token })
      await visit.open(`/jobs/${jobId}`)
      await page.getByRole('button', { name: 'Run again' }).click()
      await page.getByRole('heading', { name: 'Playground' }).waitFor()
      return JSON.parse(new URL(page.url()).searchParams.get('body')!)
    }
    expect(await again(crawl)).toEqual({ url: start })
    expect(await again(batch)).toEqual({ urls })
    expectQuiet(visit)
    await visit.close()
  },
  PATIENCE,
)
