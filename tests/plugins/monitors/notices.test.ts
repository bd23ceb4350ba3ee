import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { until } from '../../core/jobs/open-jobs.ts'
import { faults, paged } from './fixtures/pager.ts'
import { article, MONITORS, type Opened, openMonitors, startSite, YEARLY } from './open.ts'

const site = startSite()
let weir: Opened
beforeAll(async () => {
  weir = await openMonitors({ WEIR_PLUGINS: '*,./fixtures/pager.ts' }, {}, import.meta.dir)
})
afterAll(async () => {
  await weir.close()
  site.stop()
})
beforeEach(() => {
  paged.length = 0
  faults.left = 0
})
const target = { number: '112', code: 'a secret code' }
const watch = (path: string, lines: string[]) =>
  weir.make({ url: site.put(path, article(lines)), options: { notifications: { pager: target } } })

test("a third party's notifier is sent a change, but not the baseline", async () => {
  const id = await watch('/told', ['one', 'two'])
  await weir.run(id)
  site.put('/told', article(['one', 'three']))
  const { changePercent, diff, checkedAt } = await weir.run(id)
  await until('the notice', () => paged.length > 0)
  await weir.run(id)
  const { notice, ...to } = paged[0]!
  expect([paged.length, to]).toEqual([1, { target }])
  expect([notice.id.slice(0, 4), notice.account.slice(0, 4)]).toEqual(['ntc_', 'usr_'])
  expect(notice).toMatchObject({
    event: 'monitor.changed',
    monitor: { id, name: 'watch', url: site.url('/told') },
    at: checkedAt,
    ...{ changePercent, addedLines: 1, removedLines: 1, diff, error: null },
    links: { page: site.url('/told'), history: `/v1/monitors/${id}/history` },
  })
  const { options, hiddenOptions } = await weir.read(id)
  expect([options.notifications, hiddenOptions]).toEqual([{ pager: { number: '112' } }, ['notifications.pager.code']])
})

test('a notice that failed is sent again, with the same id', async () => {
  const id = await watch('/again', ['one'])
  await weir.run(id)
  site.put('/again', article(['two']))
  faults.left = 1
  await weir.run(id)
  await until('a second attempt', () => paged.length === 2, 15_000)
  expect(new Set(paged.map(({ notice }) => notice.id)).size).toBe(1)
}, 120_000)

test('of several failures, the first is sent, and the one that makes the monitor failing', async () => {
  const id = await watch('/fails', ['one'])
  site.put('/fails', () => new Response('', { status: 503 }))
  for (let i = 0; i < 7; i++) await weir.run(id)
  await until('two notices', () => paged.length === 2)
  const { error, changePercent, event } = paged[1]!.notice
  expect([event, changePercent, error?.details.statusCode]).toEqual(['monitor.failed', null, 503])
})

test('a notifier warns when a monitor is made, and refuses an invalid target', async () => {
  const made = await weir.post(MONITORS, {
    url: site.put('/warned', article(['one'])),
    name: 'warned',
    schedule: YEARLY,
    options: { notifications: { pager: { number: '0' } } },
  })
  expect([made.status, made.body.warnings]).toEqual([201, ['nobody has the number 0']])
  const { status, body } = await weir.call('PATCH', `${MONITORS}/${made.body.data.monitorId}`, {
    options: { notifications: { pager: { number: 5 } } },
  })
  expect([status, body.error.details.parameter]).toEqual([400, 'options.notifications.pager.number'])
})
