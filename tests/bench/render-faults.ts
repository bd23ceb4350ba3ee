/**
 * Renders pages through the API, killing the browser every 50 renders, with a page that hangs every 20: every request
 * gets its own correct response, memory at the end is at most 1.5 times that after 100 renders, and no process is
 * left 3 s after SIGKILL of the server. Usage: bun tests/bench/render-faults.ts [renders] [browser_a|browser_b]
 */
import { renderFaults } from '../engines/playwright/render-faults.ts'
import { table } from './figures.ts'

const [renders = '1000', engine = 'browser_a'] = process.argv.slice(2)
if (engine !== 'browser_a' && engine !== 'browser_b') throw new Error('The engine is browser_a or browser_b')
const { breaches, ...report } = await renderFaults({
  engine,
  renders: Number(renders),
  killEvery: 50,
  hangEvery: 20,
  warmUp: 100,
})
const growth = report.memoryLate / report.memoryEarly
console.log(
  table(
    [engine, ''],
    [
      ...Object.entries(report).map(([name, value]) => [name, Math.round(value * 10) / 10] as const),
      ['memory at the end against early (goal 1.5)', growth.toFixed(2)],
      ['breaches', breaches.length],
    ],
  ),
)
for (const breach of breaches) console.log(breach)
process.exit(breaches.length > 0 || growth > 1.5 || report.processesLeft + report.foldersLeft > 0 ? 1 : 0)
