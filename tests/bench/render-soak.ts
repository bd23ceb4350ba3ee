/**
 * Renders many pages (goal R3), and compares the memory at the end with that after a tenth of them; then counts the
 * browser processes that are left when the server has been killed.
 * Usage: bun tests/bench/render-soak.ts [renders] [browser_a|browser_b]
 */
import { renderFaults } from '../engines/playwright/render-faults.ts'
import { table } from './figures.ts'

const [renders = '10000', engine = 'browser_a'] = process.argv.slice(2)
if (engine !== 'browser_a' && engine !== 'browser_b') throw new Error('The engine is browser_a or browser_b')
const total = Number(renders)
const { breaches, memoryEarly, memoryLate, seconds, processesLeft, foldersLeft } = await renderFaults({
  engine,
  renders: total,
  killEvery: 0,
  hangEvery: 0,
  warmUp: Math.ceil(total / 10),
})
console.log(
  table(
    [`${total} renders in ${engine}`, ''],
    [
      ['renders/s', (total / seconds).toFixed(1)],
      ['MB after a tenth of them', memoryEarly],
      ['MB at the end (goal: 1.2 times that, or 30 more)', memoryLate],
      ['processes left', processesLeft],
      ['folders left', foldersLeft],
      ['wrong answers', breaches.length],
    ],
  ),
)
for (const breach of breaches) console.log(breach)
const grown = memoryLate > Math.max(1.2 * memoryEarly, memoryEarly + 30)
process.exit(breaches.length > 0 || grown || processesLeft + foldersLeft > 0 ? 1 : 0)
