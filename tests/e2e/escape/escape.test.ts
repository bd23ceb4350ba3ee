import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import chromium from '../../../engines/chromium/index.ts'
import firefox from '../../../engines/firefox/index.ts'
import stealth from '../../../engines/stealth/index.ts'
import { installed } from '../../engines/installed.ts'
import { kinds } from './kinds.ts'
import { impossible, namespace } from './namespace.ts'
import type { Outcome } from './rig.ts'

if (impossible) console.log(`The tests of escaping pages are skipped: no network namespace here (${impossible})`)

/** Milliseconds for all visits, on a busy machine. */
const PATIENCE = 300_000

/** The outcomes of the visits of these browsers, one after the other, by name. */
async function run(names: readonly string[]): Promise<Map<string, Outcome>> {
  const rig = Bun.spawn([namespace, process.execPath, join(import.meta.dir, 'rig.ts'), ...names], {
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, errors] = await Promise.all([new Response(rig.stdout).text(), new Response(rig.stderr).text()])
  if ((await rig.exited) !== 0) throw new Error(errors || 'the rig ended without a word')
  const outcomes = out
    .trim()
    .split('\n')
    .map((line): Outcome => JSON.parse(line))
  return new Map(outcomes.map((outcome) => [outcome.name, outcome]))
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

let outcomes: Map<string, Outcome>
const names = here.flatMap(({ guarded, bare, runs }) => (runs ? [guarded, bare ?? []].flat() : []))
beforeAll(async () => {
  if (names.length > 0) outcomes = await run(names)
}, PATIENCE)

for (const { guarded, bare, runs } of here)
  describe.skipIf(!runs)(`a page that tries all of them in ${guarded}`, () => {
    test('reaches no private listener, sends no datagram, and asks no name server', () => {
      const outcome = outcomes.get(guarded)!
      expect(outcome).toMatchObject({ hits: {}, datagrams: 0, names: [], direct: 0, sawFile: false })
      // It did try, and allowed requests were served.
      expect(Object.keys(outcome.asked).length).toBeGreaterThan(70)
      expect(outcome.tried).toBeGreaterThan(100)
      expect(outcome.refused).toBeGreaterThan(10)
      expect(outcome.served).toBeGreaterThan(10)
    })

    test.skipIf(!bare)("does all of that if the browser does not use the service's proxy, so the test can fail", () => {
      const { hits, datagrams, names, direct } = outcomes.get(bare!)!
      expect(Object.keys(hits).length).toBeGreaterThan(40)
      expect([datagrams > 0, names.length > 0, direct > 0]).toEqual([true, true, true])
    })
  })
