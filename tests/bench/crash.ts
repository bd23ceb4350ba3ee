/**
 * Kills the service with SIGKILL at random moments (goal R1), and counts what is lost, done twice or left on hold.
 * Usage: bun tests/bench/crash.ts [kills] [items]
 */
import { crash } from '../core/jobs/lifecycle/crashes/crash.ts'
import { table } from './figures.ts'

const kills = Number(process.argv[2] ?? 1000)
const items = Number(process.argv[3] ?? 100)
const { breaches, ...report } = await crash({ kills, items })
console.log(table(['kill -9', ''], [...Object.entries(report), ['breaches', breaches.length]]))
for (const breach of breaches) console.log(breach)
process.exit(breaches.length > 0 ? 1 : 0)
