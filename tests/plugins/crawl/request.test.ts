import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../weir.ts'
import { type Body, crawling } from './crawling.ts'
import { growTree, linking, serveSite } from './site.ts'

let weir: Running
beforeAll(async () => {
  weir = await startWeir()
})
afterAll(() => weir.close())

const { start, used } = crawling(() => weir)

describe('the request', () => {
  test('is accepted with the response of spec 2.6', async () => {
    await using site = serveSite({ '/': linking([]) })
    const { status, body } = await weir.post('/v1/crawl', { url: `${site.origin}/`, maxPages: 3, format: 'json' })
    expect(status).toBe(202)
    expect(body).toEqual({
      success: true,
      jobId: expect.stringMatching(/^job_/),
      queueJobId: body.jobId,
      status: expect.stringMatching(/^(queued|running)$/),
      startUrl: `${site.origin}/`,
      maxPages: 3,
      maxDepth: 2,
      estimatedTime: expect.any(String),
      statusUrl: `/v1/jobs/${body.jobId}`,
      streamUrl: `/v1/jobs/${body.jobId}/stream`,
      creditsUsed: 3,
      processingMode: 'async',
    })
    await weir.ended(body.jobId)
  })
  test('with a preference to wait gets the results, or the failure', async () => {
    await using site = serveSite({ '/': linking(['/a']), '/a': linking([]) })
    const headers = { prefer: 'wait=15' }
    const direct = await weir.post('/v1/crawl', { url: `${site.origin}/`, maxAge: 0 }, { headers })
    expect([direct.status, direct.headers.get('preference-applied')]).toEqual([200, 'wait=15'])
    const { processingMode, creditsUsed, results: given } = direct.body
    expect([processingMode, creditsUsed, given.length]).toEqual(['direct', 2, 2])
    site.pages.set('/robots.txt', 'User-agent: *\nDisallow: /')
    await using closed = serveSite({ '/robots.txt': 'User-agent: *\nDisallow: /' })
    const failed = await weir.post('/v1/crawl', { url: `${closed.origin}/` }, { headers })
    expect([failed.status, failed.body.error.code, failed.body.error.details.reason]).toEqual([
      500,
      'crawl_failed',
      'robots',
    ])
    expect(failed.headers.get('preference-applied')).toBeNull()
  })
  test('beyond its limits is refused', async () => {
    const refuse = async (body: Body, plan?: string) => {
      const key = plan && (await weir.user(plan)).key
      const { status, body: answer } = await weir.post('/v1/crawl', body, { key: key || undefined })
      return [status, answer.error?.code, answer.error?.details.parameter ?? answer.error?.details.reason]
    }
    const url = 'http://127.0.0.1/'
    const { body: acted } = await weir.post('/v1/crawl', { url, actions: [{ type: 'scroll', pixels: -1 }] })
    expect([acted.error.code, acted.error.details.index]).toEqual(['invalid_actions', 0])
    expect(acted.error.details.reason).toStartWith('pixels must be')
    expect(await refuse({})).toEqual([400, 'invalid_url', 'url'])
    expect(await refuse({ url: 'nonsense' })).toEqual([400, 'invalid_url', 'url'])
    for (const [name, value] of [
      ['maxPages', 0],
      ['maxPages', 1001],
      ['maxDepth', 11],
      ['includePatterns', ['x'.repeat(257)]],
      ['excludePatterns', Array(51).fill('/x')],
      ['format', 'pdf'],
      ['priority', 'medium'],
    ] as const)
      expect((await refuse({ url, [name]: value })).slice(0, 2)).toEqual([400, 'invalid_options'])
    expect(await refuse({ url, priority: 'high' }, 'starter')).toEqual([400, 'invalid_options', 'priority'])
  })
  test('is limited by the plan, which may allow more than others', async () => {
    const plans = { free: { crawlPages: 20 }, pro: { crawlPages: 1500 } }
    const planned = await startWeir({ WEIR_PLANS: JSON.stringify(plans) })
    try {
      await using site = serveSite({ '/': linking([]) })
      const ask = async (plan: string, maxPages: number) => {
        const { key } = await planned.user(plan)
        const { status, body } = await planned.post('/v1/crawl', { url: `${site.origin}/`, maxPages }, { key })
        return [status, body.error?.code, body.error?.details.maximum]
      }
      expect(await ask('free', 20)).toEqual([202, undefined, undefined])
      expect(await ask('free', 21)).toEqual([400, 'invalid_options', 20])
      expect(await ask('pro', 1500)).toEqual([202, undefined, undefined])
      expect((await ask('pro', 1501)).slice(0, 2)).toEqual([400, 'invalid_options'])
    } finally {
      await planned.close()
    }
  })
  test('without credits is refused with 403', async () => {
    const { key } = await weir.user('enterprise', { monthlyCredits: 5 })
    const { status, body } = await weir.post('/v1/crawl', { url: 'http://127.0.0.1/' }, { key })
    expect([status, body.error.code, body.error.details]).toEqual([
      403,
      'insufficient_credits',
      { required: 10, available: 5 },
    ])
  })
  test('counts against its own limit', async () => {
    await using site = serveSite({ '/': linking([]) })
    const { key } = await weir.user('free')
    for (let i = 0; i < 2; i++)
      await start({ url: `${site.origin}/`, maxPages: 1 }, key).then((id) => weir.ended(id, { key }))
    const third = await weir.post('/v1/crawl', { url: `${site.origin}/`, maxPages: 1 }, { key })
    expect([third.status, third.body.error.code]).toEqual([429, 'rate_limited'])
  })
})

test('a crawl that is cancelled ends, charges completed pages, and holds nothing', async () => {
  await using site = serveSite({}, { delay: 50 })
  growTree(site, 6, 3)
  const { key } = await weir.user('enterprise', { monthlyCredits: 1000 })
  const id = await start({ url: `${site.origin}/`, maxPages: 500, maxDepth: 5 }, key)
  while (site.asked.length < 10) await Bun.sleep(10)
  await weir.call('DELETE', `/v1/jobs/${id}`, undefined, { key })
  const job = await weir.ended(id, { key })
  expect(job.status).toBe('cancelled')
  const done = (await weir.results(id, { key })).filter(({ status }) => status === 'success').length
  expect([job.completed, await used(key)]).toEqual([done, done])
  await Bun.sleep(100)
  const asked = site.asked.length
  await Bun.sleep(200)
  expect(site.asked.length).toBe(asked)
  // All remaining credits can be held at once.
  const again = await weir.post('/v1/crawl', { url: `${site.origin}/`, maxPages: 1000 - done }, { key })
  expect(again.status).toBe(202)
  await weir.call('DELETE', `/v1/jobs/${again.body.jobId}`, undefined, { key })
})
