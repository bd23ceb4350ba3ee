import { afterAll, beforeAll, expect, test } from 'bun:test'
import { watchOffline } from './compare-offline.ts'
import { type Opened, openMonitors, startSite } from './open.ts'
import { watchNoisyPage } from './watch-noisy-page.ts'

const site = startSite()
/** The time of that evening, whenever the test runs. */
const begun = Date.now()
const clock = { ahead: 0, now: () => Date.UTC(2026, 10, 22, 20) + Date.now() - begun + clock.ahead }
let weir: Opened
beforeAll(async () => {
  weir = await openMonitors({}, { clock })
})
afterAll(async () => {
  await weir.close()
  site.stop()
})

test('of a page that changes by itself all the time, 31 runs tell what somebody changed, and nothing else', async () => {
  const { told, missed, plain, edited } = await watchNoisyPage(weir, site, clock, { seed: 7, steps: 31 })
  expect([told, missed]).toEqual([edited, []])
  // What compares texts as they are tells of a change each time.
  expect(plain).toBe(31)
}, 120_000)

test('of four such pages, 400 runs miss no edit, and report hardly any other change', () => {
  const pages = Array.from({ length: 4 }, (_, i) => watchOffline(i + 5, 100))
  const missed = pages.flatMap(({ told, edited }) => edited.filter((step) => !told.includes(step)))
  const invented = pages.flatMap(({ told, edited }) => told.filter((step) => !edited.includes(step)))
  expect(missed).toEqual([])
  // An advertisement that is shown four times in a row, before it is known to come and go.
  expect(invented.length).toBeLessThanOrEqual(3)
}, 120_000)
