/**
 * Starts and stops with a request under way, by every signal to every process of the tree: how many lose it, or leave
 * something. Usage: bun tests/bench/start-stop.ts [times]
 */
import { startAndStop } from '../e2e/lifecycle/start-stop.ts'

const times = Number(process.argv[2] ?? 50)
const faults = await startAndStop(times)
for (const fault of faults) console.log(fault)
console.log(`${times} starts and stops, ${faults.length} faults`)
process.exit(faults.length > 0 ? 1 : 0)
