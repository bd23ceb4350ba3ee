import { afterAll, expect, test } from 'bun:test'
import { groups } from '../../bench/constructions/groups/index.ts'
import { breachesOf } from '../../bench/constructions/report.ts'
import { Tester } from '../../bench/constructions/tester.ts'
import { worstConstructions } from '../../bench/constructions/worst.ts'

/** The limits of the process that tries them. A construction that exceeds them is unbounded. */
const tester = new Tester({ time: 60_000, memoryBytes: 2 ** 30 })
afterAll(() => tester.close())

/** The worst ones, and one in `EVERY` of each group. */
const EVERY = 40
const sampled = Object.entries(groups).flatMap(([group, constructions]) =>
  constructions
    .map((construction, index) => ({ group, index, construction }))
    .filter(({ index }) => index % EVERY === 0),
)
const tried = [
  ...new Map([...worstConstructions, ...sampled].map((each) => [`${each.group}: ${each.construction.name}`, each])),
]

test.each(tried)(
  '%s is read or refused, with an output within its limit',
  async (_, { group, index, construction }) => {
    const outcome = await tester.try(group, index, construction.count)
    expect(outcome).not.toHaveProperty('failed')
    expect(outputs(breachesOf({ group, construction, outcomes: [outcome] }))).toEqual([])
  },
  90_000,
)

/** Breaches of size. Tests cannot rely on the speed of the machine. */
const outputs = (breaches: readonly string[]) => breaches.filter((breach) => !breach.startsWith('CPU'))
