import { expect, test } from 'bun:test'
import chromium from '../../../engines/chromium/index.ts'
import firefox from '../../../engines/firefox/index.ts'
import { type BrowserName, browserOf } from '../../browsers.ts'
import { installed } from '../installed.ts'
import { until } from './open-engine.ts'

// The frames of a page are counted by these reports.
const makes: [make: BrowserName, runs: boolean][] = [
  ['chromium', await installed(chromium)],
  ['firefox', await installed(firefox)],
]
for (const [make, runs] of makes)
  test.skipIf(!runs)(
    `the library reports each frame that a page makes in ${make}, even if the page removes it at once`,
    async () => {
      const page = await (await browserOf(make)).newPage()
      let told = 0
      page.on('frameattached', () => void told++)
      await page.evaluate(() => {
        for (let i = 0; i < 20; i++) {
          const frame = document.createElement('iframe')
          document.body.append(frame)
          frame.remove()
        }
      })
      await until(() => told >= 20)
      expect(told).toBe(20)
      await page.close()
    },
    120_000,
  )
