/**
 * Tries hostile input that websites, documents and callers may send, each in three sizes, in a separate process, and
 * measures CPU and output relative to input, and memory. Prints the worst of each group and every breach of a bound;
 * exits with 1 if there is one.
 * Usage: bun tests/bench/constructions/index.ts [part of a group's name] [part of a construction's name] [times the
 * usual size]
 */
import { groups } from './groups/index.ts'
import { type Outcome, SIZES } from './measure.ts'
import { breachesOf, isSteep, type Row, report } from './report.ts'
import { Tester } from './tester.ts'

/**
 * A construction that grows too steeply is tried again at these multiples of its size: real growth continues there,
 * but a step does not, such as the release of memory between the stages of large input.
 */
const FURTHER = 4

const [wantedGroup = '', wantedName = '', times = '1'] = process.argv.slice(2)
const tester = new Tester({ time: 20_000, memoryBytes: 1.5 * 2 ** 30 })

async function outcomesOf(group: string, index: number, count: number): Promise<Outcome[]> {
  // A run before, so that the first size does not include the time for compiling.
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
