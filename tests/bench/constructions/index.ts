/**
 * Tries what websites, documents and callers may send to harm, each in three sizes, in a process of its own: CPU and
 * output against input, and memory. Prints the worst of each group and every breach of a bound; ends with 1 where
 * there is one. Usage: bun tests/bench/constructions/index.ts [part of a group's name] [part of a construction's
 * name] [times the usual size]
 */
import { groups } from './groups/index.ts'
import { SIZES } from './measure.ts'
import { breachesOf, type Row, report } from './report.ts'
import { Tester } from './tester.ts'

const [wantedGroup = '', wantedName = '', times = '1'] = process.argv.slice(2)
const tester = new Tester({ time: 20_000, memoryBytes: 1.5 * 2 ** 30 })
const rows: Row[] = []
for (const [group, constructions] of Object.entries(groups)) {
  if (!group.includes(wantedGroup)) continue
  for (const [index, construction] of constructions.entries()) {
    if (!construction.name.includes(wantedName)) continue
    const row: Row = { group, construction, outcomes: [] }
    const count = Math.ceil(construction.count * Number(times))
    // Once before, so that the first of the sizes is not charged for compiling.
    await tester.try(group, index, Math.ceil(count / 4))
    for (const size of SIZES) {
      const outcome = await tester.try(group, index, count * size)
      row.outcomes.push(outcome)
      if ('failed' in outcome) break
    }
    rows.push(row)
    for (const breach of breachesOf(row)) console.error(`${group}: ${construction.name}: ${breach}`)
  }
}
tester.close()
console.log(report(rows))
process.exit(rows.some((row) => breachesOf(row).length > 0) ? 1 : 0)
