/**
 * Tries what websites, documents and callers may send to harm, each in three sizes, in a process of its own: CPU and
 * output against input, and memory. Prints the worst of each group and every breach of a bound; ends with 1 where
 * there is one. Usage: bun tests/bench/constructions/index.ts [part of a group's name] [part of a construction's
 * name] [times the usual size]
 */
import { groups } from './groups/index.ts'
import { type Outcome, SIZES } from './measure.ts'
import { breachesOf, isSteep, type Row, report } from './report.ts'
import { Tester } from './tester.ts'

/**
 * What grows too steeply is tried again at so many times the size: growth goes on there, and a step does not, as
 * where memory is given back between the stages of what is large.
 */
const FURTHER = 4

const [wantedGroup = '', wantedName = '', times = '1'] = process.argv.slice(2)
const tester = new Tester({ time: 20_000, memoryBytes: 1.5 * 2 ** 30 })

async function outcomesOf(group: string, index: number, count: number): Promise<Outcome[]> {
  // Once before, so that the first of the sizes is not charged for compiling.
  await tester.try(group, index, Math.ceil(count / 4))
  const outcomes: Outcome[] = []
  for (const size of SIZES) {
    const outcome = await tester.try(group, index, count * size)
    outcomes.push(outcome)
    if ('failed' in outcome) break
  }
  return outcomes
}

const rows: Row[] = []
for (const [group, constructions] of Object.entries(groups)) {
  if (!group.includes(wantedGroup)) continue
  for (const [index, construction] of constructions.entries()) {
    if (!construction.name.includes(wantedName)) continue
    const count = Math.ceil(construction.count * Number(times))
    const row: Row = { group, construction, outcomes: await outcomesOf(group, index, count) }
    if (isSteep(row.outcomes)) row.further = await outcomesOf(group, index, count * FURTHER)
    rows.push(row)
    for (const breach of breachesOf(row)) console.error(`${group}: ${construction.name}: ${breach}`)
  }
}
tester.close()
console.log(report(rows))
process.exit(rows.some((row) => breachesOf(row).length > 0) ? 1 : 0)
