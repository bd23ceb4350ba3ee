/**
 * Runs the tests. All of them run in parts, two for each core, since they spend half of their time waiting for
 * browsers, processes and deadlines. The tests that measure CPU time follow, one part for each core. Tests that are
 * named by arguments run in one part. Files with failures run once more at the end, alone. A process that is left
 * behind is a failure too.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { currentExecutable } from '../core/bundle/current.mjs'
import { leftBehind, RUN_VARIABLE } from './left-processes.ts'
import { TABLES_VARIABLE } from './ready-tables.ts'
import { isSqlite } from './store.ts'

// On a busy machine, tests that start processes take longer than Bun's default of five seconds.
const COMMAND = [process.execPath, 'test', '--timeout', '120000', '--preload', join(import.meta.dir, 'preload.ts')]
const CORES = Math.min(2, availableParallelism())
const AT_ONCE = 2 * CORES
// A process that has run hundreds of files measures memory badly, and large parts end at different times.
const MOST_FILES = 60
// Each process has to load the modules and create the tables again, and its code is slow at first.
const LEAST_FILES = 6
/** The number of parts of the current size, for each that runs at once, that would take all waiting files. */
const PARTS_AHEAD = 1.5
/** The distance, in order of names, between files that run one after the other. */
const STRIDE = 20
/**
 * Found in files with a long test. Those run first, so that no part is still running alone when the others have
 * ended.
 */
const LONG = /\d0_000\b|PATIENCE|setDefaultTimeout/
/** Found in files that measure CPU time. */
const MEASURES = /\/(?:growth|cpu-time)\.ts'/
/** Found in files that measure the memory of processes. */
const WEIGHS = /\b(?:memory|heap)[A-Z]|\bBun\.gc\b|\/(?:bombs|locking)\.ts'/
/** Found in files that open pages in a shared browser. One part runs all of them, so that each is started once. */
const LOOKS = /'\.\/browser\.ts'|'(?:\.\.\/)+browsers\.ts'/
/** Found in files that use Postgres. One part runs all of them, so that few servers are started. */
const STORES = /'(?:\.\.\/)+postgres\.ts'/
const RUN = crypto.randomUUID()
/** The temporary folder of this run, deleted at the end. */
const FOLDER = mkdtempSync(join(tmpdir(), 'weir-tests-'))
// Other users may enter it, as some tests run programs as another user.
chmodSync(FOLDER, 0o755)
/** Holds the tables with which services start, once they are made. */
const TABLES = process.env[TABLES_VARIABLE] ?? join(FOLDER, 'tables.db')
const ENVIRONMENT = {
  ...process.env,
  [RUN_VARIABLE]: RUN,
  TMPDIR: FOLDER,
  [TABLES_VARIABLE]: TABLES,
  // Bun keeps the memory that it has freed: returning it to the system, and getting it again a moment later, takes a
  // fifth of the processor time of most tests. Those that measure memory are only made stricter.
  MIMALLOC_PURGE_DELAY: '-1',
  MIMALLOC_PURGE_HOLES: '0',
  // As for the service: the last compiler takes longer than it saves. See core/boot.mjs.
  BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: '1000000',
}
/**
 * The first compiler waits sixty times longer than by default: most code of a test runs a few times, and compiling it
 * takes a seventh of the processor time of most tests. Those that measure CPU time compile as the service does.
 */
const SELDOM_COMPILED = { ...ENVIRONMENT, BUN_JSC_thresholdForJITAfterWarmUp: '30000' }
/**
 * Garbage is collected when the engine needs room, and not also by Bun whenever a program pauses: that takes some 4 %
 * of the processor time of most tests. Those that measure memory collect it as the service does.
 */
const SELDOM_COLLECTED = { ...SELDOM_COMPILED, BUN_GC_TIMER_DISABLE: '1' }
const HEADING = /^\S+\.test\.ts:$/
const RESULT = /^\((?:pass|fail|skip|todo)\) /
const SUMMARY = /^\d+ tests? (?:skipped|failed|todo):$/
const KINDS = ['pass', 'skip', 'todo', 'fail']
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
rmSync(FOLDER, { recursive: true, force: true })

async function runOne(args: string[]): Promise<number> {
  const child = Bun.spawn([...COMMAND, ...args], { stdio: ['inherit', 'inherit', 'inherit'], env: ENVIRONMENT })
  children.push(child)
  return await child.exited
}

/** Prints the failures at the end, and the sums of all parts in the format of Bun. Returns the exit code. */
async function runParts(): Promise<number> {
  // Builds the bundle from which tests start services, which every part would build otherwise. A run of tests that
  // other tests start has that of its parent.
  if (process.env[RUN_VARIABLE] === undefined && !currentExecutable(Bun.version))
    Bun.spawnSync([process.execPath, join(import.meta.dir, '../core/bundle/renew.ts')])
  // The same for the tables.
  if (isSqlite && !existsSync(TABLES))
    Bun.spawnSync([process.execPath, join(import.meta.dir, 'make-tables.ts'), TABLES])
  const files = [...new Bun.Glob('**/*.test.ts').scanSync('.')].filter((file) => !file.includes('node_modules/')).sort()
  const {
    measuring = [],
    looking = [],
    storing = [],
    weighing = [],
    long = [],
    short = [],
  } = Object.groupBy(files, (file) => {
    const source = readFileSync(file, 'utf8')
    if (MEASURES.test(source)) return 'measuring'
    if (LOOKS.test(source)) return 'looking'
    if (STORES.test(source)) return 'storing'
    if (WEIGHS.test(source)) return 'weighing'
    return LONG.test(source) ? 'long' : 'short'
  })
  const parts: Part[] = []
  const runAll = async (atOnce: number, next: () => Work) => {
    const runNext = async () => {
      for (let work = next(); work.files.length > 0 && !isStopped; work = next()) parts.push(await runPart(work))
    }
    await Promise.all(Array.from({ length: atOnce }, runNext))
  }
  // Parts get smaller towards the end, so that all end at about the same time.
  const take = (waiting: string[], atOnce: number) => {
    const fair = Math.ceil(waiting.length / (PARTS_AHEAD * atOnce))
    return waiting.splice(0, Math.min(MOST_FILES, Math.max(LEAST_FILES, fair)))
  }
  const waiting = [...apart(long), ...apart(short)]
  const whole: Work[] = [
    { files: looking, environment: SELDOM_COLLECTED },
    // Some of them measure memory.
    { files: storing, environment: SELDOM_COMPILED },
  ].filter(({ files }) => files.length > 0)
  await runAll(AT_ONCE, () => {
    const first = whole.shift()
    if (first) return first
    if (weighing.length > 0) return { files: take(weighing, AT_ONCE), environment: SELDOM_COMPILED }
    return { files: take(waiting, AT_ONCE), environment: SELDOM_COLLECTED }
  })
  await runAll(CORES, () => ({ files: take(measuring, CORES), environment: ENVIRONMENT }))

  const counts = new Map(
    KINDS.map((kind) => [kind, parts.reduce((sum, part) => sum + (part.counts.get(kind) ?? 0), 0)]),
  )
  const failures = parts.flatMap((part) => part.failures)
  let code = parts.find((part) => !isTold(part))?.code ?? 0
  if (failures.length > 0) {
    console.error(`\nFailed:\n${failures.map(({ file, said }) => `${file}:\n${said}`).join('\n')}`)
    const again = isStopped ? undefined : await runAgain(failures)
    const failed = again?.failures.length ?? failures.length
    counts.set('fail', counts.get('fail')! - failures.length + failed)
    counts.set('pass', counts.get('pass')! + failures.length - failed)
    code ||= again?.code ?? 1
  }
  console.error('\nAll parts:')
  for (const [kind, count] of counts) if (count > 0 || kind === 'fail') console.error(` ${count} ${kind}`)
  return code
}

/** Separates files that are neighbours by name, as those wait for the same things. */
function apart(files: readonly string[]): string[] {
  return Array.from({ length: STRIDE }, (_, first) => files.filter((_, i) => i % STRIDE === first)).flat()
}

/** The files of a part, and the environment in which they run. */
interface Work {
  files: readonly string[]
  environment: NodeJS.ProcessEnv
}

/** The result of a part. */
interface Part {
  code: number
  counts: Map<string, number>
  failures: Failure[]
}
interface Failure {
  file: string
  said: string
}

/** Whether failed tests explain the exit code of a part. It may also have crashed or thrown outside a test. */
function isTold({ code, counts, failures }: Part): boolean {
  return code === 0 || (failures.length > 0 && failures.length === counts.get('fail'))
}

/**
 * Runs the files with failures once more, alone, and prints which of them pass now. A browser that was slow on a busy
 * machine is no bug, but should not go unnoticed.
 */
async function runAgain(failures: readonly Failure[]): Promise<Part> {
  const files = [...new Set(failures.map(({ file }) => file))]
  console.error('\nOnce more, alone:')
  const part = await runPart({ files, environment: ENVIRONMENT })
  const failed = new Set(part.failures.map(({ file }) => file))
  const passed = isTold(part) ? files.filter((file) => !failed.has(file)) : []
  if (passed.length > 0) console.error(`\nFailed beside others, passed alone:\n${passed.join('\n')}`)
  return part
}

async function runPart({ files, environment }: Work): Promise<Part> {
  const env = { ...environment, ...(process.stderr.isTTY && { FORCE_COLOR: '1' }) }
  const command = [...COMMAND, ...files.map((file) => `./${file}`)]
  const child = Bun.spawn(command, { stdio: ['ignore', 'pipe', 'pipe'], env })
  children.push(child)
  const part = { counts: new Map<string, number>(), failures: [] }
  await Promise.all([child.stdout, child.stderr].map((output) => tell(output, part)))
  return { ...part, code: await child.exited }
}

/** Prints the output of a part, one file at a time so that parts do not mix, and collects its counts and failures. */
async function tell(
  output: ReadableStream<Uint8Array>,
  { counts, failures }: Pick<Part, 'counts' | 'failures'>,
): Promise<void> {
  let lines: string[] = []
  /** The line at which the output of the current test begins. */
  let start = 0
  /** Bun repeats the failures at the end of a part. */
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
    if (plain.startsWith('(fail)') && !isSummary)
      failures.push({ file: Bun.stripANSI(lines[0]!).slice(0, -1), said: lines.slice(start).join('\n') })
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
