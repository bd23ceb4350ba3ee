/** What pages may do and get. All these tests share one engine of each kind, as a browser takes seconds to start. */
import { afterAll, beforeAll, describe } from 'bun:test'
import chromium from '../../../engines/chromium/index.ts'
import firefox from '../../../engines/firefox/index.ts'
import { followTree } from '../../../engines/playwright/process/process-tree.ts'
import stealth from '../../../engines/stealth/index.ts'
import { installed } from '../installed.ts'
import { type OpenEngine, openEngine, until } from './open-engine.ts'
import { egressHost, egressSuite } from './pages/egress.ts'
import { greedyHost, greedySuite } from './pages/greedy.ts'
import { headersInFirefoxHost, headersInFirefoxSuite } from './pages/headers-in-firefox.ts'
import { largePostHost, largePostSuite } from './pages/large-post.ts'
import { loudHost, loudSuite } from './pages/loud.ts'
import { memoryHosts, memorySuite } from './pages/memory.ts'
import { shownHost, shownSuite } from './pages/shown.ts'
import { toldStateHost, toldStateSuite } from './pages/told-state.ts'

const inOneEngine = [headersInFirefoxHost, largePostHost, toldStateHost]
const allow = [egressHost, greedyHost, loudHost, shownHost, ...inOneEngine, ...memoryHosts].join()

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
    // Firefox hangs at its end after it has lost the process of a page.
    afterAll(async () => {
      await engine.close()
      await until(async () => (await tree()).every(({ pid }) => others.has(pid)))
    }, 120_000)

    if (definition !== stealth) egressSuite(definition, open)
    shownSuite(definition, open)
    greedySuite(definition, open)
    if (definition !== stealth) loudSuite(open)
    if (definition === firefox) headersInFirefoxSuite(open)
    if (definition === chromium) {
      largePostSuite(open)
      toldStateSuite(open)
    }
    // Both engines with Chromium are started with the same bounds, and watched by the same guard.
    if (definition !== stealth) memorySuite(open)
  })
