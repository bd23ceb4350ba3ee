/**
 * Sends a million random and mutated requests to a running server: `bun tests/bench/hostile-requests.ts [COUNT]
 * [SEED]`. They vary paths, methods, headers, bodies and framing, over raw sockets. It fails if the server exits,
 * responds with 500 or in another shape than the API's, leaves a request without a response, or grows in memory.
 */
import { serveChild } from '../e2e/serve-child.ts'
import { table } from './figures.ts'
import { attack, attackSettings } from './hostile-requests/attack.ts'

const count = Number(process.argv[2] ?? 1_000_000)
const seed = Number(process.argv[3] ?? 1)
const megabytes = (bytes: number) => Math.round(bytes / 1e6)
/** The most megabytes of growth between the second tenth of the requests and the last. */
const MAX_GROWTH = 100

await using server = await serveChild(attackSettings)
const begun = performance.now()
const { sent, fates, faults, memory } = await attack(server, {
  count,
  seed,
  progress: (done, bytes) => console.log(`${done} requests, ${megabytes(bytes)} MB`),
})
const seconds = (performance.now() - begun) / 1000
console.log(
  table(
    ['fate', 'requests'],
    Object.entries(fates).sort(([a], [b]) => (a < b ? -1 : 1)),
  ),
)
console.log(`${sent} requests of seed ${seed} in ${Math.round(seconds)} s, ${Math.round(sent / seconds)} a second`)
const growth = megabytes(memory.at(-1)! - memory[1]!)
console.log(`Memory from ${megabytes(memory[1]!)} to ${megabytes(memory.at(-1)!)} MB`)
if (growth > MAX_GROWTH) faults.push(`It has grown by ${growth} MB`)
for (const fault of faults) console.error(`\n${fault}`)
if (faults.length > 0) console.error(`\nThe server said:\n${server.errors().slice(-3000)}`)
process.exitCode = faults.length > 0 ? 1 : 0
