/** What pages may do and get, in engines that are opened once for all of it: a browser takes seconds to start. */
import { afterAll, beforeAll, describe, test } from 'bun:test'
import chromium from '../../../engines/chromium/index.ts'
import firefox from '../../../engines/firefox/index.ts'
import { followTree } from '../../../engines/playwright/process/process-tree.ts'
import stealth from '../../../engines/stealth/index.ts'
import { type BrowserName, browserOf } from '../../browsers.ts'
import { installed } from '../installed.ts'
import { type OpenEngine, openEngine, until } from './open-engine.ts'
import { egressHost, egressSuite } from './pages/egress.ts'
import { greedyHost, greedySuite } from './pages/greedy.ts'
import { memoryHosts, memorySuite } from './pages/memory.ts'
import { shownHost, shownSuite } from './pages/shown.ts'

const allow = [egressHost, greedyHost, shownHost, ...memoryHosts].join()

for (const definition of [chromium, firefox, stealth])
  describe.skipIf(!(await installed(definition)))(`a page in engine ${definition.name}`, () => {
    let engine: OpenEngine
    const open = () => engine
    const tree = followTree(process.pid)
    const others = new Set<number>()
    beforeAll(async () => {
      for (const { pid } of await tree()) others.add(pid)
      engine = await openEngine(definition, { allow })
    })
    // Firefox hangs while it ends after it has lost a page's process.
    afterAll(async () => {
      await engine.close()
      await until(async () => (await tree()).every(({ pid }) => others.has(pid)))
    }, 120_000)

    if (definition !== stealth) egressSuite(definition, open)
    shownSuite(definition, open)
    greedySuite(definition, open)
    memorySuite(definition, open)
  })

// By this the frames of a page are counted.
const makes: [make: BrowserName, runs: boolean][] = [
  ['chromium', await installed(chromium)],
  ['firefox', await installed(firefox)],
]
for (const [make, runs] of makes)
  test.skipIf(!runs)(
    `the library tells of each frame that a page makes in ${make}, though it takes it away at once`,
    async () => {
      const page = await (await browserOf(make)).newPage()
      let told = 0
      page.on('frameattached', () => void told++)
      await page.goto(`http://${greedyHost}/`)
      await page.evaluate(() => {
        for (let i = 0; i < 20; i++) {
          const frame = document.createElement('iframe')
          document.body.append(frame)
          frame.remove()
        }
      })
      await until(() => told === 20)
      await page.close()
    },
    120_000,
  )
