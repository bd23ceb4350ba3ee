/**
 * Runs the tests: all of them in parts, two side by side, since most of their time they wait for browsers, processes
 * and deadlines, then those that measure what work costs, with nothing beside them. What the arguments ask for is run
 * in one part. They fail where they leave a process behind. What failed is said once more at the end.
 */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { leftBehind, RUN_VARIABLE } from './left-processes.ts'

// A busy machine takes longer for what starts whole processes than the five seconds that Bun gives a test.
const COMMAND = [process.execPath, 'test', '--timeout', '30000', '--preload', join(import.meta.dir, 'preload.ts')]
const AT_ONCE = 2
// A process in which hundreds of files were tested measures memory badly.
const MOST_FILES = 60
// Each process loads anew what its tests need.
const LEAST_FILES = 4
/** Files this far apart in their order by name are tested one after the other, as neighbours wait for the same. */
const STRIDE = 20
/** What a test that measures processor time imports. */
const MEASURES = /\/(?:growth|cpu-time)\.ts'/
const RUN = crypto.randomUUID()
const HEADING = /^\S+\.test\.ts:$/
const RESULT = /^\((?:pass|fail|skip|todo)\) /
const SUMMARY = /^\d+ tests? (?:skipped|failed|todo):$/
const COUNT = /^ *(\d+) (pass|skip|todo|fail)$/

const children: Bun.Subprocess[] = []
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    isStopped = true
    for (const child of children) child.kill(signal)
  })

const args = process.argv.slice(2)
process.exitCode = args.length > 0 || availableParallelism() === 1 ? await runOne(args) : await runParts()
const left = await leftBehind(RUN)
if (left.length > 0) {
  console.error(`The tests have left processes:\n${left.join('\n')}`)
  process.exitCode = 1
}

async function runOne(args: string[]): Promise<number> {
  const env = { ...process.env, [RUN_VARIABLE]: RUN }
  const child = Bun.spawn([...COMMAND, ...args], { stdio: ['inherit', 'inherit', 'inherit'], env })
  children.push(child)
  return await child.exited
}

/** Ends with what failed, and with how many tests of all parts passed and failed, as Bun tells it of one. */
async function runParts(): Promise<number> {
  const counts = new Map<string, number>()
  const failures: string[] = []
  const codes: number[] = []
  const files = [...new Bun.Glob('**/*.test.ts').scanSync('.')].filter((file) => !file.includes('node_modules/')).sort()
  const { measuring = [], others = [] } = Object.groupBy(files, (file) =>
    MEASURES.test(readFileSync(file, 'utf8')) ? 'measuring' : 'others',
  )
  const waiting = Array.from({ length: STRIDE }, (_, first) => others.filter((_, i) => i % STRIDE === first)).flat()
  // Each part is smaller than the one before, so that all end at about the same time.
  const next = () => Math.min(MOST_FILES, Math.max(LEAST_FILES, Math.ceil(waiting.length / (2 * AT_ONCE))))
  const runNext = async () => {
    while (waiting.length > 0 && !isStopped) await run(waiting.splice(0, next()))
  }
  const run = async (part: string[]) => {
    if (part.length === 0) return
    const env = { ...process.env, [RUN_VARIABLE]: RUN, ...(process.stderr.isTTY && { FORCE_COLOR: '1' }) }
    const command = [...COMMAND, ...part.map((file) => `./${file}`)]
    const child = Bun.spawn(command, { stdio: ['ignore', 'pipe', 'pipe'], env })
    children.push(child)
    await Promise.all([child.stdout, child.stderr].map((output) => tell(output, counts, failures)))
    codes.push(await child.exited)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runNext))
  if (!isStopped) await run(measuring)
  if (failures.length > 0) console.error(`\nFailed:\n${failures.join('\n')}`)
  console.error('\nAll parts:')
  for (const kind of ['pass', 'skip', 'todo', 'fail'])
    if (counts.has(kind)) console.error(` ${counts.get(kind)} ${kind}`)
  return codes.find((code) => code !== 0) ?? 0
}

/** Writes what a part says, file by file so that they do not mix, adds up how it counts, and keeps what failed. */
async function tell(
  output: ReadableStream<Uint8Array>,
  counts: Map<string, number>,
  failures: string[],
): Promise<void> {
  let lines: string[] = []
  /** Where in the lines of its file the test that is told of begins. */
  let start = 0
  /** Bun says what failed again at the end of a part. */
  let isSummary = false
  const flush = () => {
    if (lines.length > 0) process.stderr.write(`${lines.join('\n')}\n`)
    lines = []
    start = 1
  }
  const add = (line: string) => {
    const plain = Bun.stripANSI(line)
    if (HEADING.test(plain)) flush()
    lines.push(line)
    isSummary ||= SUMMARY.test(plain)
    if (plain.startsWith('(fail)') && !isSummary) failures.push(lines[0]!, ...lines.slice(start))
    if (RESULT.test(plain)) start = lines.length
    const [, count, kind] = COUNT.exec(plain) ?? []
    if (kind) counts.set(kind, (counts.get(kind) ?? 0) + Number(count))
  }
  let rest = ''
  const decoder = new TextDecoder()
  for await (const bytes of output) {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = parts.pop()!
    for (const line of parts) add(line)
  }
  if (rest) add(rest)
  flush()
}
