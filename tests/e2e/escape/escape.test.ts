import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import chromium from '../../../engines/chromium/index.ts'
import firefox from '../../../engines/firefox/index.ts'
import stealth from '../../../engines/stealth/index.ts'
import { installed } from '../../engines/installed.ts'
import { kinds } from './kinds.ts'
import { impossible, namespace } from './namespace.ts'
import type { Outcome } from './rig.ts'

if (impossible) console.log(`The tests of escaping pages are skipped: no network namespace here (${impossible})`)

const PATIENCE = 120_000

async function run(name: string): Promise<Outcome> {
  const rig = Bun.spawn([namespace, process.execPath, join(import.meta.dir, 'rig.ts'), name], {
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, errors] = await Promise.all([new Response(rig.stdout).text(), new Response(rig.stderr).text()])
  if ((await rig.exited) !== 0) throw new Error(errors || `the rig for ${name} ended without a word`)
  return JSON.parse(out)
}

const here = await Promise.all(
  [
    { definition: chromium, guarded: 'browser_a', bare: 'bare-chromium' },
    { definition: stealth, guarded: 'stealth:advanced', bare: undefined },
    { definition: firefox, guarded: 'browser_b', bare: 'bare-firefox' },
  ].map(async (one) => ({ ...one, runs: !impossible && (await installed(one.definition)) })),
)

test('the page knows over 70 kinds of request', () => {
  expect(new Set(kinds).size).toBeGreaterThan(70)
  expect(kinds.length).toBe(new Set(kinds).size)
})

for (const { guarded, bare, runs } of here)
  describe.skipIf(!runs)(`a page that tries all of them in ${guarded}`, () => {
    test(
      'reaches no private listener, sends no datagram, and asks no name server',
      async () => {
        const outcome = await run(guarded)
        expect(outcome).toMatchObject({ hits: {}, datagrams: 0, names: [], direct: 0, sawFile: false })
        // It did try, and what it may have it was given.
        expect(Object.keys(outcome.asked).length).toBeGreaterThan(70)
        expect(outcome.tried).toBeGreaterThan(100)
        expect(outcome.refused).toBeGreaterThan(10)
        expect(outcome.served).toBeGreaterThan(10)
      },
      PATIENCE,
    )

    test.skipIf(!bare)(
      'does so where the browser has no proxy of ours, so the test can fail',
      async () => {
        const { hits, datagrams, names, direct } = await run(bare!)
        expect(Object.keys(hits).length).toBeGreaterThan(40)
        expect([datagrams > 0, names.length > 0, direct > 0]).toEqual([true, true, true])
      },
      PATIENCE,
    )
  })
