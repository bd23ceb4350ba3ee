/**
 * Mutates pages and documents at random and converts them as the server does: none may throw anything but an
 * ApiError, return more than its bound, or exceed the time limit. Each finding names the seed that reproduces it.
 * Usage: bun tests/bench/fuzz.ts [minutes] [first seed] [folder of further .html, .html.zst or document files]
 */
import { samplesOf } from './fuzz/corpus.ts'
import { fuzz } from './fuzz/fuzz.ts'

const [minutes = '30', first, folder] = process.argv.slice(2)
const seed = Number(first ?? Date.now() % 2 ** 31)
const samples = samplesOf(folder)
console.log(`${samples.length} samples, seeds from ${seed}`)
const { tried, refused, findings } = await fuzz({
  samples,
  seed,
  time: Number(minutes) * 60_000,
  timeout: 20_000,
  atOnce: 2,
  found: (finding) => console.log(`seed ${finding.seed}: ${finding.sample}: ${finding.what}`),
})
console.log(`${tried} tried, ${refused} refused, ${findings.length} findings`)
process.exit(findings.length > 0 ? 1 : 0)
