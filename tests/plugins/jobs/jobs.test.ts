import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type OpenedDigest, openDigest } from './open-digest.ts'

let weir: OpenedDigest
let me: { id: string; key: string; session: string }
let stranger: { key: string }
beforeAll(async () => {
  weir = await openDigest()
  me = await weir.user()
  stranger = await weir.user()
})
afterAll(() => weir.close())

const get = (path: string, key = me.key) => weir.get(path, { key })

describe("a job of a third party's plugin", () => {
  test('is run, charged and shown through the public contract alone', async () => {
    const user = await weir.user()
    const urls = [...weir.site.urls(3), 'http://127.0.0.1:1/']
    const id = await weir.start(user.key, urls)
    expect(await weir.ended(id, { key: user.key })).toMatchObject({
      id,
      type: 'digest',
      status: 'completed',
      progress: 100,
      total: 4,
      completed: 3,
      failed: 1,
      creditsEstimated: 2,
      creditsUsed: 1.5,
      error: null,
    })
    const { data } = (await get(`/v1/jobs/${id}/results`, user.key)).body
    expect(data.results.map((entry: { url: string; status: string }) => [entry.url, entry.status])).toEqual(
      urls.map((url, i) => [url, i < 3 ? 'success' : 'failed']),
    )
    const { credits, usage } = (await get('/v1/users/profile', user.key)).body.data
    expect([credits.used, usage.thisMonth.pagesScraped]).toEqual([1.5, 3])
  })

  test('needs a key with the permission of its plugin', async () => {
    const { key } = (
      await weir.post('/v1/auth/api-keys', { name: 'narrow', permissions: ['account'] }, { key: me.session })
    ).body.data
    expect((await weir.post('/v1/digest', { urls: weir.site.urls(1) }, { key })).status).toBe(403)
  })
})

describe('a job', () => {
  test('is seen while it runs, and so are its results', async () => {
    const id = await weir.start(me.key, weir.site.urls(12, 60))
    let running = (await get(`/v1/jobs/${id}`)).body.data
    while (running.completed < 3) {
      await Bun.sleep(5)
      running = (await get(`/v1/jobs/${id}`)).body.data
    }
    expect(running.status).toBe('running')
    expect(running.progress).toBeGreaterThan(0)
    expect(running.progress).toBeLessThan(100)
    const status = (await get(`/v1/jobs/${id}/status`)).body.data
    expect(Object.keys(status).toSorted()).toEqual(
      [
        'id',
        'status',
        'progress',
        'currentStep',
        'currentUrl',
        'pagesCompleted',
        'pagesTotal',
        'creditsUsed',
        'estimatedTimeRemaining',
      ].toSorted(),
    )
    expect(status.estimatedTimeRemaining).toBeGreaterThan(0)
    const partial = (await get(`/v1/jobs/${id}/results?limit=100`)).body.data
    expect(partial.status).toBe('running')
    expect(partial.results.length).toBeGreaterThanOrEqual(3)
    const early = await get(`/v1/results/${id}`)
    expect([early.status, early.body.error.code, early.body.error.details]).toEqual([
      409,
      'job_not_completed',
      { status: 'running' },
    ])
    await weir.ended(id, { key: me.key })
  })

  test('is cancelled by DELETE', async () => {
    const id = await weir.start(me.key, weir.site.urls(40, 100))
    const answer = await weir.call('DELETE', `/v1/jobs/${id}`, undefined, { key: me.key })
    expect(answer.status).toBe(200)
    expect((await weir.ended(id, { key: me.key })).status).toBe('cancelled')
  })
})

test('results are paged, twenty by default', async () => {
  const urls = weir.site.urls(25)
  const id = await weir.start(me.key, urls)
  await weir.ended(id, { key: me.key })
  const first = (await get(`/v1/jobs/${id}/results`)).body.data
  expect([first.results.length, first.total, typeof first.nextCursor]).toEqual([20, 25, 'string'])
  const second = (await get(`/v1/jobs/${id}/results?cursor=${first.nextCursor}`)).body.data
  expect(second.nextCursor).toBeNull()
  const seen = [...first.results, ...second.results].map((entry: { url: string }) => entry.url)
  expect(seen).toEqual(urls)
  expect((await get(`/v1/jobs/${id}/results?cursor=x`)).status).toBe(400)

  const { data } = (await get(`/v1/results/${id}`)).body
  expect([data.status, data.results.total, data.results.items.length, data.results.nextCursor]).toEqual([
    'completed',
    25,
    25,
    null,
  ])
  expect(data.results.metadata).toEqual({ title: null, url: urls[0] })
  const page = (await get(`/v1/results/${id}?limit=10&cursor=20`)).body.data.results
  expect(page.items.map((entry: { url: string }) => entry.url)).toEqual(urls.slice(20))
})

test('the queue shows the jobs of its caller; an administrator sees those of all accounts', async () => {
  const user = await weir.user()
  const id = await weir.start(user.key, weir.site.urls(2))
  await weir.ended(id, { key: user.key })
  const status = async (key: string) => (await get('/v1/queues/status', key)).body.data
  expect(await status(user.key)).toMatchObject({
    totalJobs: 1,
    pendingJobs: 0,
    activeJobs: 0,
    completedJobs: 1,
    failedJobs: 0,
    queueHealth: 'healthy',
  })
  expect((await status(weir.adminKey)).totalJobs).toBeGreaterThan(1)
  const list = async (query: string, key: string) => (await get(`/v1/queues/jobs?${query}`, key)).body.data.jobs
  expect((await list('status=completed', user.key)).map((job: { id: string }) => job.id)).toEqual([id])
  expect(await list('status=failed', user.key)).toEqual([])
  const own = (await list('status=completed', user.key))[0]
  expect(['accountId' in own, 'email' in own]).toEqual([false, false])
  const seen = (await list('status=completed', weir.adminKey)).find((job: { id: string }) => job.id === id)
  expect(seen).toEqual({ ...own, accountId: user.id, email: user.email })
  expect((await get('/v1/queues/jobs?status=gone', user.key)).status).toBe(400)
  expect((await get('/v1/admin/stats', weir.adminKey)).body.data.totalJobs).toBeGreaterThan(1)
})

test('jobs are filtered by their type; an unknown type is refused, with the known ones', async () => {
  const user = await weir.user()
  const id = await weir.start(user.key, weir.site.urls(1))
  const list = (type: string) => get(`/v1/jobs?type=${type}`, user.key)
  expect((await list('digest')).body.data.jobs.map((job: { id: string }) => job.id)).toEqual([id])
  // A job type of a built-in plugin that is not loaded.
  expect((await list('crawl')).body.data.jobs).toEqual([])
  const { status, body } = await list('nope')
  expect([status, body.error.code, body.error.details.parameter]).toEqual([400, 'invalid_request', 'type'])
  expect(body.error.message).toStartWith('type must be one of scrape, batch, crawl, ')
  expect(body.error.details.allowed).toContain('digest')
})

test('an id of another account cannot be told apart from an unknown one', async () => {
  const id = await weir.start(me.key, weir.site.urls(1))
  await weir.ended(id, { key: me.key })
  const unknown = 'job_01900000-0000-7000-8000-000000000000'
  for (const [method, path] of [
    ['GET', '/v1/jobs/{}'],
    ['GET', '/v1/jobs/{}/status'],
    ['GET', '/v1/jobs/{}/results'],
    ['GET', '/v1/jobs/{}/stream'],
    ['DELETE', '/v1/jobs/{}'],
    ['GET', '/v1/results/{}'],
  ] as const) {
    const ask = async (job: string) => {
      const { status, text } = await weir.call(method, path.replace('{}', job), undefined, { key: stranger.key })
      return [status, text.replaceAll(job, '#')]
    }
    const foreign = await ask(id)
    expect(foreign).toEqual(await ask(unknown))
    expect(foreign[0]).toBe(404)
    expect((await weir.call(method, path.replace('{}', id), undefined, { key: null })).status).toBe(401)
  }
  for (const hostile of [
    '..%2f..%2fweir.db',
    '%00',
    'job_',
    'x'.repeat(500),
    'job_01900000-0000-7000-8000-00000000000g',
  ])
    expect((await get(`/v1/jobs/${hostile}`)).status).toBe(404)
})

describe('a file that an item made', () => {
  let id: string
  let path: string
  let fileId: string
  beforeAll(async () => {
    const { body } = await weir.post('/v1/picture', { names: ['one', 'two'] }, { key: me.key })
    id = body.data.jobId
    await weir.ended(id, { key: me.key })
    const [entry] = (await get(`/v1/jobs/${id}/results`)).body.data.results
    fileId = entry.files[0].id
    path = entry.screenshot
  })

  test('is a signed link in its result', async () => {
    const { data } = (await get(`/v1/results/${id}`)).body
    expect(data.results).toMatchObject({ content: 'Picture of one', metadata: { title: 'one', url: null }, total: 2 })
    expect(data.files).toHaveLength(2)
    for (const file of data.files) {
      expect(file).toMatchObject({ type: 'screenshot', mediaType: 'image/png', size: 7 })
      expect((await weir.get(file.url, { key: null })).text).toMatch(/^PNG (one|two)$/)
    }
  })

  test('is read by its link without a key, or with a key of its account, and not otherwise', async () => {
    const bare = path.split('?')[0]!
    expect((await weir.get(path, { key: null })).status).toBe(200)
    expect((await get(bare)).status).toBe(200)
    expect((await get(bare, stranger.key)).status).toBe(404)
    expect((await weir.get(bare, { key: null })).status).toBe(404)
    expect(
      (
        await weir.get(
          path.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
          { key: null },
        )
      ).status,
    ).toBe(404)
    expect((await weir.get(path.replace('expires=', 'expires=9'), { key: null })).status).toBe(404)
    expect((await get('/v1/files/file_01900000-0000-7000-8000-000000000000')).status).toBe(404)
    expect((await weir.get(path, { key: 'nonsense' })).status).toBe(401)
  })

  test('is sent so that a browser runs nothing in it', async () => {
    const { headers } = await weir.get(path, { key: null })
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${fileId}.png"`)
    expect(headers.get('content-type')).toBe('image/png')
  })
})
