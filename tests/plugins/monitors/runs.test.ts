import { afterAll, beforeAll, expect, test } from 'bun:test'
import { monitorsCommand } from '../../../plugins/monitors/command.ts'
import { article, html, MONITORS, type Opened, openMonitors, startSite } from './open.ts'

const site = startSite()
let weir: Opened
beforeAll(async () => {
  weir = await openMonitors()
})
afterAll(async () => {
  await weir.close()
  site.stop()
})

const LINES = ['alpha line stands first', 'bravo line stands second', 'charlie stands third', 'delta stands fourth']

test('the first run is the baseline, and a later one reports the changes since', async () => {
  const url = site.put('/first', article(LINES))
  const id = await weir.make({ url })
  expect(await weir.run(id)).toMatchObject({ status: 'baseline', changePercent: null, diff: null, creditsUsed: 1 })
  expect(await weir.run(id)).toMatchObject({ status: 'unchanged', changePercent: 0, diff: null })
  site.put('/first', article([...LINES.slice(0, 3), 'echo is new here']))
  const entry = await weir.run(id)
  expect(entry).toMatchObject({ status: 'changed', statusCode: 200, addedLines: 1, removedLines: 1, error: null })
  expect(entry.diff).toBe(
    '@@ -2,4 +2,4 @@\n alpha line stands first\n bravo line stands second\n charlie stands third\n-delta stands fourth\n+echo is new here\n',
  )
  expect(entry.changePercent).toBeWithin(5, 30)
  const snapshot = new URL(entry.snapshotUrl, 'http://localhost')
  const { status, text } = await weir.get(snapshot.pathname + snapshot.search, { key: null })
  expect([status, text]).toEqual([200, expect.stringContaining('echo is new here')])
  expect(await weir.run(id)).toMatchObject({ status: 'unchanged' })
  expect(await weir.read(id)).toMatchObject({ status: 'active', lastChange: entry.checkedAt, creditsPerRun: 1 })
})

test('an answer with a status of 500 or above fails the run, costs nothing and is not a change', async () => {
  const { key } = await weir.user('pro')
  const url = site.put('/down', article(LINES))
  const id = await weir.make({ url }, key)
  await weir.run(id, key)
  site.put('/down', () => new Response('Broken', { status: 503 }))
  for (let i = 1; i <= 5; i++) {
    const entry = await weir.run(id, key)
    expect(entry).toMatchObject({
      status: 'failed',
      statusCode: 503,
      creditsUsed: 0,
      error: { code: 'scraping_failed' },
    })
    expect((await weir.read(id, key)).status).toBe(i < 5 ? 'active' : 'failing')
  }
  site.put('/down', article(LINES))
  expect((await weir.run(id, key)).status).toBe('unchanged')
  expect((await weir.read(id, key)).status).toBe('active')
  const { credits } = (await weir.get('/v1/users/profile', { key })).body.data
  expect(credits.used).toBe(2)
})

test('a selector that matches nothing is told with each run', async () => {
  const url = site.put('/renamed', article(LINES))
  const id = await weir.make({ url, options: { selector: '#no-longer-there' } })
  const warnings = ['No text was found in what the selectors (includeTags, excludeTags) keep of the page']
  expect(await weir.run(id)).toMatchObject({ status: 'baseline', warnings })
  expect(await weir.run(id)).toMatchObject({ status: 'unchanged', warnings })
  await weir.call('PATCH', `${MONITORS}/${id}`, { options: { selector: 'p' } })
  expect(await weir.run(id)).toMatchObject({ status: 'baseline', warnings: [] })
})

test('a run of the earlier page is not the baseline after the page was replaced', async () => {
  const arrived = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const url = site.put('/before', async () => {
    arrived.resolve()
    await held.promise
    return html(article(LINES))
  })
  const id = await weir.make({ url })
  const { body } = await weir.post(`${MONITORS}/${id}/run`)
  await arrived.promise
  await weir.call('PATCH', `${MONITORS}/${id}`, { url: site.put('/after', article(LINES.toReversed())) })
  held.resolve()
  await weir.ended(body.data.jobId)
  const { status, snapshotUrl } = await weir.run(id)
  expect([status, (await weir.get(snapshotUrl.slice(snapshotUrl.indexOf('/v1/')), { key: null })).text]).toEqual([
    'baseline',
    expect.stringMatching(/fourth.+first/s),
  ])
})

test('without credits a run is recorded as failed, and nothing is fetched', async () => {
  const { key } = await weir.user('free', { monthlyCredits: 0 })
  const id = await weir.make({ url: site.put('/poor', article(LINES)) }, key)
  expect(await weir.run(id, key)).toMatchObject({ status: 'failed', error: { code: 'insufficient_credits' } })
  expect(site.hits('/poor')).toBe(0)
})

test('weir monitors run fails with the reason of a run that has no job', async () => {
  const { key } = await weir.user('free', { monthlyCredits: 0 })
  const id = await weir.make({ url: site.put('/poor-too', article(LINES)) }, key)
  const request = async (method: string, path: string) => (await weir.call(method, path, undefined, { key })).body
  const run = monitorsCommand.run(['run', id], { request } as Parameters<typeof monitorsCommand.run>[1])
  await expect(run).rejects.toMatchObject({
    code: 1,
    message: expect.stringMatching(
      /^run_\S+ failed: There are not enough credits: this needs 1, and the account has 0$/,
    ),
  })
})

test('runs of the same monitor do not overlap', async () => {
  const { promise: asked, resolve: tellAsked } = Promise.withResolvers<void>()
  const { promise: answer, resolve: go } = Promise.withResolvers<void>()
  const url = site.put('/slow', async () => {
    tellAsked()
    await answer
    return new Response(article(LINES), { headers: { 'content-type': 'text/html' } })
  })
  const id = await weir.make({ url })
  const started = await weir.post(`${MONITORS}/${id}/run`)
  await asked
  const refused = await weir.post(`${MONITORS}/${id}/run`)
  expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict'])
  go()
  expect((await weir.ended(started.body.data.jobId)).type).toBe('monitor')
  expect((await weir.run(id)).status).toBe('unchanged')
})

test('a run that is cancelled is not in the history, and does not count as a failure', async () => {
  const { promise: asked, resolve: tellAsked } = Promise.withResolvers<void>()
  const { promise: answer, resolve: go } = Promise.withResolvers<void>()
  const url = site.put('/cancelled', async () => {
    tellAsked()
    await answer
    return html(article(LINES))
  })
  const id = await weir.make({ url })
  const { jobId } = (await weir.post(`${MONITORS}/${id}/run`)).body.data
  await asked
  await weir.call('DELETE', `/v1/jobs/${jobId}`)
  expect((await weir.ended(jobId)).status).toBe('cancelled')
  go()
  expect(await weir.history(id)).toEqual([])
  expect(await weir.run(id)).toMatchObject({ status: 'baseline' })
})
