import { findExpressions } from './find.ts'
import { hashOf, judge, readSafe, writeSafe } from './judge.ts'
import { reviewed } from './reviewed.ts'

/**
 * Checks that each regular expression in the sources takes linear time, or is listed in reviewed.ts with the reason
 * why it may stay. `--write` stores the verdicts in safe.txt, so that the next run judges only new expressions.
 */
const root = new URL('../..', import.meta.url).pathname
const expressions = findExpressions(root)
const known = readSafe()
const excused = new Set(reviewed.map(({ expression }) => hashOf(expression)))
const verdicts = await judge(expressions.filter((each) => !known.has(hashOf(each)) && !excused.has(hashOf(each))))

const faults = expressions.flatMap((each) => {
  const verdict = verdicts.get(hashOf(each))
  return verdict?.safe === false ? [`${each.file}:${each.line}: /${each.source}/${each.flags}: ${verdict.found}`] : []
})
const present = new Set(expressions.map(hashOf))
for (const { expression } of reviewed) {
  if (!present.has(hashOf(expression))) faults.push(`reviewed.ts: no source holds ${expression} any more`)
}
if (process.argv.includes('--write')) {
  writeSafe([...present].filter((hash) => known.has(hash) || verdicts.get(hash)?.safe))
}
if (faults.length > 0) {
  console.error(faults.join('\n'))
  console.error(`${faults.length} of ${expressions.length} regular expressions may take more than linear time.`)
}
process.exit(faults.length > 0 ? 1 : 0)
